import type { RequestOf, ReturnOf, Route } from '#contract/route.ts'
import type { Problem } from '#contract/shapes.ts'
import { ApiError, networkError } from './api-error.ts'

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal }

/** Calls a route of the contract. A change carries a key, so that a repetition by the network happens once. */
export async function call<R extends Route>(route: R, request: RequestOf<R> & { signal?: AbortSignal }): Promise<ReturnOf<R>> {
  const { params = {}, query = {}, body, signal } = request as Parts
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = given.length > 0 ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
  const headers = new Headers()
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (route.method !== 'GET') headers.set('idempotency-key', crypto.randomUUID())
  let response: Response
  try {
    const content = body === undefined ? null : JSON.stringify(body)
    response = await fetch(`/api${path}${search}`, { method: route.method, headers, body: content, signal: signal ?? null })
  } catch (error) {
    if (signal?.aborted) throw error
    throw networkError()
  }
  if (response.ok) return (response.status === 204 ? undefined : await response.json().catch(() => undefined)) as ReturnOf<R>
  throw await errorOf(response)
}

async function errorOf(response: Response): Promise<ApiError> {
  const isProblem = response.headers.get('content-type')?.includes('problem+json')
  return isProblem ? new ApiError((await response.json()) as Problem) : networkError()
}
