import type { RequestOf, ReturnOf, Route } from '#contract/route.ts'
import { ApiError, networkError } from './api-error.ts'
import * as changeKeys from './change-keys.ts'
import { errorOf } from './problems.ts'

/** Changes that wait for their answer. */
const underWay = new Set<Promise<Response>>()

/** Once what was under way is answered: the answer to a change can bring the cookie of a new session. */
export async function changesAnswered(): Promise<void> {
  await Promise.allSettled(underWay)
}

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal }

/** Calls a route of the contract. A change carries a key: sent again after a failure of the network, it happens once. */
export async function call<R extends Route>(route: R, request: RequestOf<R> & { signal?: AbortSignal }): Promise<ReturnOf<R>> {
  const { params = {}, query = {}, body, signal } = request as Parts
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = given.length > 0 ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
  const content = body === undefined ? null : JSON.stringify(body)
  const headers = new Headers(content === null ? {} : { 'content-type': 'application/json' })
  const change = route.method === 'GET' ? null : `${route.method} ${path} ${content}`
  const key = change && changeKeys.keyOf(change)
  if (key) headers.set('idempotency-key', key)
  try {
    const sent = fetch(`/api${path}${search}`, { method: route.method, headers, body: content, signal: signal ?? null })
    if (change) underWay.add(sent)
    const response = await sent.finally(() => underWay.delete(sent))
    const text = await response.text()
    if (!response.ok) throw errorOf(response.headers.get('content-type'), text)
    if (change) changeKeys.done()
    return (text === '' ? undefined : JSON.parse(text)) as ReturnOf<R>
  } catch (error) {
    if (signal?.aborted) throw error
    const shown = error instanceof ApiError ? error : networkError()
    if (change && key) changeKeys.failed(change, key, shown.code === 'network')
    throw shown
  }
}
