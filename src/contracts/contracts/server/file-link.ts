import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import { sign, verify } from '#platform/server/secrets/hmac.ts'
import { contractLinkSeconds } from '../domain/contracts.ts'
import { m } from '../messages/messages.ts'

type Secret = Pick<Config, 'secret'>

/** A signed link to a contract's file, for one person. */
interface FileLink {
  readonly contractId: string
  /** The person it was created for, whose current permissions apply. */
  readonly userId: string
  /** The session it was made in, whose end ends it; none of an API key, and of links made before sessions were named. */
  readonly sessionId: string | undefined
  readonly expires: string
  readonly signature: string
}

export type LinkOwner = Pick<FileLink, 'userId'> & { readonly sessionId: string | null }

const signed = ({ contractId, userId, sessionId, expires }: Omit<FileLink, 'signature'>) =>
  [contractId, userId, expires, ...(sessionId ? [sessionId] : [])].join(' ')

/** URL of a contract's file for one person, valid for a year. */
export function contractFileUrl(config: Secret, contractId: string, { userId, ...owner }: LinkOwner, now: Date): string {
  const sessionId = owner.sessionId ?? undefined
  const expires = String(Math.floor(now.getTime() / 1000) + contractLinkSeconds)
  const signature = sign(config.secret, 'contract-file', signed({ contractId, userId, sessionId, expires }))
  const session = sessionId ? `&session=${sessionId}` : ''
  return `/api/contracts/${contractId}/file?for=${userId}${session}&expires=${expires}&signature=${signature}`
}

/** Verifies a link. Refuses `not_found` for a wrong signature and `link_invalid` once expired. */
export function checkContractFileUrl(config: Secret, link: FileLink, now: Date): void {
  refuseUnless(verify(config.secret, 'contract-file', signed(link), link.signature), 'not_found', m.noSuchDocument())
  if (Number(link.expires) * 1000 <= now.getTime()) {
    throw new Refusal('link_invalid', m.linkExpired())
  }
}
