import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { perPurpose } from './derived-keys.ts'

/** Purpose of a signature; signatures are not valid for other purposes. */
export type SignedPurpose =
  | 'invitation'
  | 'password-reset'
  | 'email-change'
  | 'sign-in'
  | 'provider-sign-in'
  | 'setup'
  | 'objection'
  | 'people-request'
  | 'own-data'
  | 'company'
  | 'contract-file'
  | 'unsubscribe'
  | 'signing-code'
  | 'known-device'
  | 'countersign-code'
  | 'installation'
  | 'request'
  | 'introduction'
  | 'introduction-form'
  | 'client-address'
  | 'introduction-contents'
  | 'client-confirmation'
  | 'iban-seal'
  | 'iban-fingerprint'
  | 'iban-end'
  | 'erased-text'

/** HMAC-SHA256 with a key per purpose, base64url. */
export function sign(secret: string, purpose: SignedPurpose, text: string): string {
  return createHmac('sha256', keyOf(secret, purpose)).update(text).digest('base64url')
}

const keyOf = perPurpose((secret, purpose: SignedPurpose) =>
  createSecretKey(createHmac('sha256', secret).update(`passerelle ${purpose}`).digest()),
)

export function verify(secret: string, purpose: SignedPurpose, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, purpose, text))
  const digest = Buffer.from(signature)
  return digest.length === expected.length && timingSafeEqual(digest, expected)
}
