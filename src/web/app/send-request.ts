import { ApiError, networkError } from './api-error.ts'
import { answerIncludes } from './live-cursor.ts'
import { errorOf } from './problems.ts'

/** Changes that wait for their answer. */
const underWay = new Set<Promise<Response>>()

/** Once what was under way is answered: the answer to a change can bring the cookie of a new session. */
export async function changesAnswered(): Promise<void> {
  await Promise.allSettled(underWay)
}

export interface ApiRequest {
  readonly url: string
  readonly init: RequestInit
  readonly signal: AbortSignal | undefined
}

/** Above every limit of the server's own: what is silent for longer will not answer any more. */
const patienceMs = 120_000

/** The parsed answer. Throws an ApiError, or what the caller's signal was aborted with. */
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
