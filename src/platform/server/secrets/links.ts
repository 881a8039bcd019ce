import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import type { Config } from '#platform/server/config.ts'
import { type SignedPurpose, sign, verify } from './hmac.ts'

type LinkKind = Extract<
  SignedPurpose,
  'invitation' | 'password-reset' | 'email-change' | 'sign-in' | 'setup' | 'objection' | 'people-request'
>

/**
 * Token of a single-use link: the row's id and a signature. Resent mail contains the same link although the token is not
 * stored; the row tells whether it was used.
 */
export function linkToken(config: Pick<Config, 'secret'>, kind: LinkKind, id: string): string {
  return `${id}.${sign(config.secret, kind, id)}`
}

/** Row id of a link. Refuses `link_invalid` if the signature is wrong. */
export function openLink(config: Pick<Config, 'secret'>, kind: LinkKind, token: string): string {
  const id = readLink(config, kind, token)
  if (!id) throw deadLink()
  return id
}

/** Row id of a link; null if the signature is wrong. */
export function readLink(config: Pick<Config, 'secret'>, kind: LinkKind, token: string): string | null {
  const [id = '', signature = ''] = token.split('.')
  return /^[0-9a-f-]{36}$/.test(id) && verify(config.secret, kind, id, signature) ? id : null
}

export function deadLink(): Refusal {
  return new Refusal('link_invalid', m.deadLink())
}
