import { honoursKey, type RequestOf, type ReturnOf, type Route, requestAddress } from '#platform/api/route.ts'
import { ApiError } from './api-error.ts'
import type { Change } from './change-keys.ts'
import * as changeKeys from './change-keys.ts'
import { noteAnswer } from './own-requests.ts'
import { randomId } from './random-id.ts'
import { type ApiRequest, sendRequest } from './send-request.ts'

type Parts = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  key?: string
}

/** Retry delays while an earlier attempt is in progress; together about the server's time limit for a change. */
const askAgainAfterMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000]

/**
 * Calls a route of the API. Changes carry an Idempotency-Key if the route honours it; the key is kept while the outcome is
 * unknown, so that a retry after a lost response has no second effect; `key` is one that was kept for longer than the page. Live
 * messages repeat the request id.
 */
export async function call<R extends Route>(
  route: R,
  request: RequestOf<R> & { signal?: AbortSignal; key?: string },
): Promise<ReturnOf<R>> {
  const { body, signal, key: keptKey, ...parts } = request as Parts
  const url = requestAddress(route, parts)
  const content = body === undefined ? null : JSON.stringify(body)
  const headers = new Headers(content === null ? {} : { 'content-type': 'application/json' })
  const apiRequest = { url, init: { method: route.method, headers, body: content }, signal }
  if (!honoursKey(route)) return (await sendRequest(apiRequest)) as ReturnOf<R>
  const change = changeOf(route, `${route.method} ${url} ${content}`)
  const key = keptKey ?? changeKeys.keyOf(change)
  const requestId = randomId()
  headers.set('idempotency-key', key)
  headers.set('x-request-id', requestId)
  try {
    const answer = await answerOnceDone(apiRequest)
    noteAnswer(requestId)
    changeKeys.done(change)
    return answer as ReturnOf<R>
  } catch (error) {
    if (error instanceof ApiError) changeKeys.failed(change, key, error)
    throw error
  }
}

/** The key under which a change would be sent now, for who keeps it beyond this page. */
export function changeKeyOf<R extends Route>(route: R, request: RequestOf<R>): string {
  const { body, ...parts } = request as Parts
  const content = body === undefined ? null : JSON.stringify(body)
  return changeKeys.keyOf(changeOf(route, `${route.method} ${requestAddress(route, parts)} ${content}`))
}

function changeOf({ method, status, adds }: Route, text: string): Change {
  return { text, adds: status === 201 || adds === true, removes: method === 'DELETE' }
}

/** Waits for an earlier attempt in progress and returns its response. */
async function answerOnceDone(apiRequest: ApiRequest): Promise<unknown> {
  for (const wait of askAgainAfterMs) {
    try {
      return await sendRequest(apiRequest)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'idempotency_in_progress') throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return sendRequest(apiRequest)
}
