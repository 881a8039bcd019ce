import { createHmac, timingSafeEqual } from 'node:crypto'

/** Purpose of a signature; signatures are not valid for other purposes. */
export type SignedPurpose =
  | 'invitation'
  | 'password-reset'
  | 'setup'
  | 'contract-file'
  | 'unsubscribe'
  | 'signing-code'
  | 'known-device'
  | 'countersign-code'
  | 'installation'
  | 'request'
  | 'iban-seal'

/** HMAC-SHA256 with a key per purpose, base64url. */
export function sign(secret: string, purpose: SignedPurpose, text: string): string {
  const key = createHmac('sha256', secret).update(`passerelle ${purpose}`).digest()
  return createHmac('sha256', key).update(text).digest('base64url')
}

export function verify(secret: string, purpose: SignedPurpose, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, purpose, text))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
