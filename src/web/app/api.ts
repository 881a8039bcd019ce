import type { RequestOf, ReturnOf, Route } from '#api/route.ts'
import { addressOf, honoursKey } from '#api/route.ts'
import { ApiError } from './api-error.ts'
import type { Change } from './change-keys.ts'
import * as changeKeys from './change-keys.ts'
import type { ApiRequest } from './send-request.ts'
import { sendRequest } from './send-request.ts'

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal }

/** While an earlier try of the same change is being answered: about as long as the server lets a change take. */
const askAgainAfterMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000]

/**
 * Calls a route of the API. A change carries a key where the route honours one. The key stays the same while nobody knows
 * whether the change happened: sent again after a lost answer, it happens once.
 */
export async function call<R extends Route>(route: R, request: RequestOf<R> & { signal?: AbortSignal }): Promise<ReturnOf<R>> {
  const { params = {}, query = {}, body, signal } = request as Parts
  const path = addressOf(route).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = given.length > 0 ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
  const content = body === undefined ? null : JSON.stringify(body)
  const headers = new Headers(content === null ? {} : { 'content-type': 'application/json' })
  const sent = { url: path + search, init: { method: route.method, headers, body: content }, signal }
  if (!honoursKey(route)) return (await sendRequest(sent)) as ReturnOf<R>
  const change = changeOf(route, `${route.method} ${path} ${content}`)
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

function changeOf({ method, status, adds }: Route, text: string): Change {
  return { text, adds: status === 201 || adds === true, removes: method === 'DELETE' }
}

/** Waits while an earlier try is under way, and then gets that one's answer. */
async function answerOnceDone(sent: ApiRequest): Promise<unknown> {
  for (const wait of askAgainAfterMs) {
    try {
      return await sendRequest(sent)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'idempotency_in_progress') throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return sendRequest(sent)
}
