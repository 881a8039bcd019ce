import { ApiError, networkError } from './api-error.ts'
import { answerIncludes } from './live-cursor.ts'
import { errorOf } from './problems.ts'

/** Pending changes. */
const underWay = new Set<Promise<Response>>()

/** Resolves when pending changes are answered; their responses may set a new session cookie. */
export async function awaitPendingChanges(): Promise<void> {
  await Promise.allSettled(underWay)
}

export interface ApiRequest {
  readonly url: string
  readonly init: RequestInit
  readonly signal: AbortSignal | undefined
}

/** Time-out, above all limits of the server. */
const patienceMs = 120_000

/** Returns the parsed response. Throws an ApiError, or the abort reason of the caller's signal. */
export async function sendRequest({ url, init, signal }: ApiRequest): Promise<unknown> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), patienceMs)
  const stop = () => silence.abort()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    signal?.throwIfAborted()
    const sending = fetch(url, { ...init, signal: silence.signal })
    if (init.method !== 'GET') underWay.add(sending)
    const response = await sending.finally(() => underWay.delete(sending))
    answerIncludes(response.headers.get('live-seq'))
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
