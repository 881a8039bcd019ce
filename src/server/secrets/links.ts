import { Refusal } from '#domain/refusal.ts'
import type { Config } from '../config.ts'
import type { SignedPurpose } from './hmac.ts'
import { sign, verify } from './hmac.ts'

type LinkKind = Extract<SignedPurpose, 'invitation' | 'password-reset' | 'setup'>

/**
 * The secret of a single-use link: the id of its record and a signature. Mail that is sent again from the job queue finds
 * the same link without the secret being stored anywhere; the record says whether it was used.
 */
export function linkToken(config: Pick<Config, 'secret'>, kind: LinkKind, id: string): string {
  return `${id}.${sign(config.secret, kind, id)}`
}

/** The record a link is for. Refuses `link_invalid` for a link that this portal did not make. */
export function openLink(config: Pick<Config, 'secret'>, kind: LinkKind, token: string): string {
  const id = readLink(config, kind, token)
  if (!id) throw deadLink()
  return id
}

/** The record a link is for, null for a link that this portal did not make. */
export function readLink(config: Pick<Config, 'secret'>, kind: LinkKind, token: string): string | null {
  const [id = '', signature = ''] = token.split('.')
  return /^[0-9a-f-]{36}$/.test(id) && verify(config.secret, kind, id, signature) ? id : null
}

export function deadLink(): Refusal {
  return new Refusal('link_invalid', 'Ce lien a expiré ou a déjà été utilisé.')
}
