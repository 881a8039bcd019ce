import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AllowedInside, isPublicAddress } from './internal-addresses.ts'

interface Address {
  readonly address: string
  readonly family: number
}

/** Every address of a host; throws where it has none. */
export type Resolve = (host: string) => Promise<readonly Address[]>
const resolveHost: Resolve = (host) => lookup(host, { all: true })

export interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export type UnsentReason = { readonly code: 'internal_address'; readonly host: string } | { readonly code: 'not_https' }

/** The portal itself sends nothing there. */
export class UnsentError extends Error {
  readonly reason: UnsentReason

  constructor(reason: UnsentReason) {
    super(reason.code)
    this.reason = reason
  }
}

/**
 * Sends a request whose address somebody has typed, or another server has named. The host is resolved once, all of its addresses
 * are checked, and the connection goes to one of those: it does not matter what the name stands for a moment later. Redirects
 * are not followed. Throws an UnsentError where nothing may be sent, and what the network says otherwise.
 */
export async function sendChecked(
  request: OutgoingRequest,
  allowed: AllowedInside,
  { signal, resolve = resolveHost }: { readonly signal: AbortSignal; readonly resolve?: Resolve | undefined },
): Promise<IncomingMessage> {
  const target = new URL(request.url)
  const addresses = await withinTime(checkedAddresses(target, allowed, resolve), signal)
  return answerTo(target, addresses, request, signal)
}

/** The addresses of the host, if nothing may keep us from sending there; throws otherwise. */
async function checkedAddresses(target: URL, allowed: AllowedInside, resolve: Resolve): Promise<readonly Address[]> {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolve(host)
  const isInside = allowed.host(host) || addresses.every(({ address }) => allowed.address(address))
  const isOutside = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
  if (!isInside && !isOutside) throw new UnsentError({ code: 'internal_address', host })
  if (target.protocol !== 'https:' && !isInside) throw new UnsentError({ code: 'not_https' })
  return addresses
}

async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ])
}

function answerTo(
  target: URL,
  addresses: readonly Address[],
  { method, headers, body }: OutgoingRequest,
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
    const options = { method, agent: false, lookup: pinned, signal, headers: { ...headers, connection: 'close' } }
    const request: ClientRequest = send(target, options, resolve)
    request.on('error', reject)
    request.end(body)
  })
}
