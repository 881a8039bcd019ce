import type { IncomingMessage } from 'node:http'
import { type Resolve, sendChecked, UnsentError } from '#platform/server/outgoing/checked-request.ts'
import type { AllowedInside } from '#platform/server/outgoing/internal-addresses.ts'
import { type DeliveryProblem, deliverySeconds, keptAnswerLength } from '../domain.ts'

/** The result of one attempt. Without an answer, `status` is null, and `error` or `problem` says why. */
export interface Attempt {
  readonly status: number | null
  readonly answer: string | null
  /** In the words of the network. */
  readonly error: string | null
  readonly problem: DeliveryProblem | null
  readonly durationMs: number
}

/**
 * Posts a message once, by the checked road. Redirects are not followed, and of the answer only the beginning is read. Never
 * throws.
 */
export async function postMessage(
  { url, headers, body }: { readonly url: string; readonly headers: Record<string, string>; readonly body: string },
  allowed: AllowedInside,
  { resolve, seconds = deliverySeconds }: { readonly resolve?: Resolve; readonly seconds?: number } = {},
): Promise<Attempt> {
  const started = performance.now()
  const signal = AbortSignal.timeout(seconds * 1000)
  const ended = (outcome: Omit<Attempt, 'durationMs'>) => ({ ...outcome, durationMs: Math.round(performance.now() - started) })
  try {
    const response = await sendChecked({ url, method: 'POST', headers, body }, allowed, { signal, resolve })
    const answer = await readBeginning(response)
    return ended({ status: response.statusCode ?? null, answer, error: null, problem: null })
  } catch (error) {
    return ended({ status: null, answer: null, ...(signal.aborted ? { error: null, problem: tooSlow } : reasonOf(error)) })
  }
}

const tooSlow: DeliveryProblem = { code: 'no_answer', seconds: deliverySeconds }

/** Reads the first characters of a body. If the body breaks off or takes too long, it returns what has arrived. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, keptAnswerLength - length))
      length += part.length
      if (length >= keptAnswerLength) break
    }
  } catch {
    // The status has arrived, which is what counts.
  } finally {
    response.destroy()
  }
  return storable(Buffer.concat(parts).toString('utf8')).slice(0, keptAnswerLength)
}

/** Removes characters that PostgreSQL cannot store. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** Why nothing answered. */
function reasonOf(error: unknown): Pick<Attempt, 'error' | 'problem'> {
  if (error instanceof UnsentError) return { error: null, problem: error.reason }
  const { message, errors, code } = error as Error & { errors?: Error[]; code?: string }
  const words = message || errors?.[0]?.message || code
  return words ? { error: storable(words).slice(0, 500), problem: null } : { error: null, problem: { code: 'no_reason' } }
}
