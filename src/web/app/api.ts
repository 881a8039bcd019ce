import type { RequestOf, ReturnOf, Route } from '#contract/route.ts'
import type { Problem } from '#contract/shapes.ts'
import { ApiError, networkError } from './api-error.ts'
import { noticeSignedOut } from './query-client.ts'

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal }

/** Keys of changes that got no answer: nobody knows whether they happened, so the next try carries the same key. */
const unanswered = new Map<string, string>()

/** Calls a route of the contract. A change carries a key: sent again after a failure of the network, it happens once. */
export async function call<R extends Route>(route: R, request: RequestOf<R> & { signal?: AbortSignal }): Promise<ReturnOf<R>> {
  const { params = {}, query = {}, body, signal } = request as Parts
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = given.length > 0 ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
  const content = body === undefined ? null : JSON.stringify(body)
  const headers = new Headers()
  if (content !== null) headers.set('content-type', 'application/json')
  const change = route.method === 'GET' ? null : `${route.method} ${path} ${content}`
  const key = change && (unanswered.get(change) ?? newKey())
  if (key) headers.set('idempotency-key', key)
  try {
    const response = await fetch(`/api${path}${search}`, { method: route.method, headers, body: content, signal: signal ?? null })
    const text = await response.text()
    if (!response.ok) throw errorOf(response.headers.get('content-type'), text)
    if (change) unanswered.clear()
    return (text === '' ? undefined : JSON.parse(text)) as ReturnOf<R>
  } catch (error) {
    if (signal?.aborted) throw error
    const shown = error instanceof ApiError ? error : networkError()
    if (change && key) shown.code === 'network' ? unanswered.set(change, key) : unanswered.delete(change)
    throw shown
  }
}

/** 128 random bits. `crypto.randomUUID` is missing where the portal is reached without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What an answer that is no success says; something else than the portal, a proxy for example, may have given it. */
export function errorOf(contentType: string | null, text: string): ApiError {
  if (!contentType?.includes('problem+json')) return networkError()
  const error = new ApiError(JSON.parse(text) as Problem)
  if (error.code === 'not_signed_in') noticeSignedOut()
  return error
}
