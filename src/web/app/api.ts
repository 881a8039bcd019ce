import type { RequestOf, ReturnOf, Route } from '#api/route.ts'
import { ApiError, networkError } from './api-error.ts'
import type { Change } from './change-keys.ts'
import * as changeKeys from './change-keys.ts'
import { shownUpTo } from './live-cursor.ts'
import { errorOf } from './problems.ts'

/** Changes that wait for their answer. */
const underWay = new Set<Promise<Response>>()

/** Once what was under way is answered: the answer to a change can bring the cookie of a new session. */
export async function changesAnswered(): Promise<void> {
  await Promise.allSettled(underWay)
}

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal }

interface Sent {
  readonly url: string
  readonly init: RequestInit
  readonly signal: AbortSignal | undefined
}

/** Aborts a request without an answer after this time in ms: above every time limit of the server. */
const requestTimeoutMs = 120_000
/** While an earlier try of the same change is being answered: about as long as the server lets a change take. */
const askAgainAfterMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000]

/**
 * Calls a route of the API. A change carries a key, which stays the same while nobody knows whether the change
 * happened: sent again after a lost answer, it happens once.
 */
export async function call<R extends Route>(route: R, request: RequestOf<R> & { signal?: AbortSignal }): Promise<ReturnOf<R>> {
  const { params = {}, query = {}, body, signal } = request as Parts
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = given.length > 0 ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
  const content = body === undefined ? null : JSON.stringify(body)
  const headers = new Headers(content === null ? {} : { 'content-type': 'application/json' })
  const sent = { url: `/api${path}${search}`, init: { method: route.method, headers, body: content }, signal }
  const change = changeOf(route, `${route.method} ${path} ${content}`)
  if (!change) return (await answerTo(sent)) as ReturnOf<R>
  const key = changeKeys.keyOf(change)
  headers.set('idempotency-key', key)
  try {
    const answer = await answerOnceDone(sent)
    changeKeys.done(change)
    return answer as ReturnOf<R>
  } catch (error) {
    if (error instanceof ApiError) changeKeys.failed(change, key, error)
    throw error
  }
}

function changeOf({ method, status, adds, who }: Route, text: string): Change | null {
  if (method === 'GET') return null
  return { text, adds: who !== 'anyone' && (status === 201 || adds === true), removes: method === 'DELETE' }
}

/** Waits while an earlier try is under way, and then gets that one's answer. */
async function answerOnceDone(sent: Sent): Promise<unknown> {
  for (const wait of askAgainAfterMs) {
    try {
      return await answerTo(sent)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'idempotency_in_progress') throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return answerTo(sent)
}

/** The parsed answer. Throws an ApiError, or what the caller's signal was aborted with. */
async function answerTo({ url, init, signal }: Sent): Promise<unknown> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), requestTimeoutMs)
  const stop = () => silence.abort()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    signal?.throwIfAborted()
    const sending = fetch(url, { ...init, signal: silence.signal })
    if (init.method !== 'GET') underWay.add(sending)
    const response = await sending.finally(() => underWay.delete(sending))
    shownUpTo(response.headers.get('live-seq'))
    const text = await response.text()
    if (!response.ok) throw errorOf(response.headers.get('content-type'), text)
    return text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    if (signal?.aborted) throw error
    throw error instanceof ApiError ? error : networkError()
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
