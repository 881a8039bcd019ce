import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type DeliveryProblem, deliverySeconds, keptAnswerLength } from '../domain.ts'
import { type AllowedInside, isPublicAddress } from './internal-addresses.ts'

interface Address {
  readonly address: string
  readonly family: number
}

/** Every address of a host; throws where it has none. */
export type Resolve = (host: string) => Promise<readonly Address[]>
const resolveHost: Resolve = (host) => lookup(host, { all: true })

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
 * Posts a message once. The host is resolved once, all of its addresses are checked, and the connection goes to one of those: a
 * name that leads elsewhere a moment later leads nowhere. Redirects are not followed, and of the answer only the beginning is
 * read. Never throws.
 */
export async function postMessage(
  { url, headers, body }: { readonly url: string; readonly headers: Record<string, string>; readonly body: string },
  allowed: AllowedInside,
  { resolve = resolveHost, seconds = deliverySeconds }: { readonly resolve?: Resolve; readonly seconds?: number } = {},
): Promise<Attempt> {
  const started = performance.now()
  const signal = AbortSignal.timeout(seconds * 1000)
  const ended = (outcome: Omit<Attempt, 'durationMs'>) => ({ ...outcome, durationMs: Math.round(performance.now() - started) })
  try {
    const target = new URL(url)
    const addresses = await withinTime(checkedAddresses(target, allowed, resolve), signal)
    const response = await answerTo(target, addresses, headers, body, signal)
    const answer = await readBeginning(response)
    return ended({ status: response.statusCode ?? null, answer, error: null, problem: null })
  } catch (error) {
    return ended({ status: null, answer: null, ...(signal.aborted ? { error: null, problem: tooSlow } : reasonOf(error)) })
  }
}

const tooSlow: DeliveryProblem = { code: 'no_answer', seconds: deliverySeconds }

/** The portal itself sends nothing there. */
class Undelivered extends Error {
  readonly problem: DeliveryProblem

  constructor(problem: DeliveryProblem) {
    super(problem.code)
    this.problem = problem
  }
}

/** The addresses of the host, if nothing may keep us from sending there; throws otherwise. */
async function checkedAddresses(target: URL, allowed: AllowedInside, resolve: Resolve): Promise<readonly Address[]> {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolve(host)
  const isInside = allowed.host(host) || addresses.every(({ address }) => allowed.address(address))
  const isOutside = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
  if (!isInside && !isOutside) {
    throw new Undelivered({ code: 'internal_address', host })
  }
  if (target.protocol !== 'https:' && !isInside) throw new Undelivered({ code: 'not_https' })
  return addresses
}

async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Undelivered(tooSlow)), { once: true })),
  ])
}

function answerTo(
  target: URL,
  addresses: readonly Address[],
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    // A connection of its own: a kept one was checked for another message.
    const options = { method: 'POST', agent: false, lookup: pinned, signal, headers: { ...headers, connection: 'close' } }
    const request: ClientRequest = send(target, options, resolve)
    request.on('error', reject)
    request.end(body)
  })
}

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
  if (error instanceof Undelivered) return { error: null, problem: error.problem }
  const { message, errors, code } = error as Error & { errors?: Error[]; code?: string }
  const words = message || errors?.[0]?.message || code
  return words ? { error: storable(words).slice(0, 500), problem: null } : { error: null, problem: { code: 'no_reason' } }
}
