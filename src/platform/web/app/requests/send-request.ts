import { toastList } from '../toasts/toast-list.ts'
import { ApiError, networkError } from './api-error.ts'
import { delay } from './delay.ts'
import { answerIncludes } from './live-cursor.ts'
import { toError } from './problems.ts'

/** Pending changes, until their answers have been read. */
const underWay = new Set<Promise<unknown>>()

/** Resolves when pending changes are answered; their responses may set a new session cookie. */
export async function awaitPendingChanges(): Promise<void> {
  await Promise.allSettled(underWay)
}

/** The longest wait for them of what reads. */
const maxWaitMs = 2000

/** Resolves when pending changes are answered, or take so long that a read no longer waits to know of them. */
export async function changesAnswered(): Promise<void> {
  if (underWay.size > 0) await Promise.race([awaitPendingChanges(), delay(maxWaitMs)])
}

export interface ApiRequest {
  readonly url: string
  readonly init: RequestInit
  readonly signal: AbortSignal | undefined
}

/** Time-out, above all limits of the server. */
const timeoutMs = 120_000

/**
 * Returns the parsed response. Throws an ApiError, or the abort reason of the caller's signal.
 */
export function sendRequest(request: ApiRequest): Promise<unknown> {
  const answer = fetchAnswer(request)
  if (request.init.method === 'GET') return answer
  underWay.add(answer)
  const isOver = () => underWay.delete(answer)
  answer.then(isOver, isOver)
  return answer
}

async function fetchAnswer({ url, init, signal }: ApiRequest): Promise<unknown> {
  const silence = new AbortController()
  const request = `${init.method} ${url}`
  const timer = setTimeout(() => silence.abort(), timeoutMs)
  const stop = () => silence.abort()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    signal?.throwIfAborted()
    const isRead = init.method === 'GET'
    const response = await fetch(url, { ...init, signal: silence.signal })
    answerIncludes(response.headers.get('live-seq'))
    if (response.ok) toastList.dismissAbout(request)
    const text = await response.text()
    if (!response.ok) {
      const error = toError(response.headers.get('content-type'), text)
      // The page of the maintenance takes this one's place and comes back here. A form stays, with what it was going to save.
      if (isRead && error.code === 'maintenance') location.reload()
      throw error
    }
    return text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    if (signal?.aborted) throw error
    throw Object.assign(error instanceof ApiError ? error : networkError(), { request })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
