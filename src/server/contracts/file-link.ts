import { contractLinkSeconds } from '#domain/contracts.ts'
import { Refusal, refuseUnless } from '#domain/refusal.ts'
import { sign, verify } from '../auth/signed.ts'
import type { Config } from '../config.ts'

type Secret = Pick<Config, 'secret'>

/** The address of a contract's file, valid for a year from now. */
export function contractFileUrl(config: Secret, contractId: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + contractLinkSeconds
  const signature = sign(config.secret, 'contract-file', `${contractId} ${expires}`)
  return `/api/contracts/${contractId}/file?expires=${expires}&signature=${signature}`
}

/** Refuses `not_found` for a link that was not made here and `link_invalid` for one that is over. */
export function checkContractFileUrl(
  config: Secret,
  link: { contractId: string; expires: string; signature: string },
  now: Date,
): void {
  const genuine = verify(config.secret, 'contract-file', `${link.contractId} ${link.expires}`, link.signature)
  refuseUnless(genuine, 'not_found', 'There is no such document.')
  if (Number(link.expires) * 1000 <= now.getTime()) {
    throw new Refusal('link_invalid', 'This link has expired. Open the document from the portal again.')
  }
}
