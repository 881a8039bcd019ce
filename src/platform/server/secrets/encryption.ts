import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { perPurpose } from './derived-keys.ts'

/** Purpose of an encrypted value; each has its own key. */
export type EncryptedPurpose = 'iban' | 'iban-mask' | 'answer' | 'payout-file' | 'seal-key' | 'webhook-secret' | 'provider-secret'

const version = 'v1'

/** Key derived from SECRET (HKDF, RFC 5869). */
const keyOf = perPurpose((secret, purpose: EncryptedPurpose) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `passerelle ${purpose}`, 32))),
)

/** AES-256-GCM with the record's id as additional data: a value copied to another row does not decrypt. */
export function encrypt(secret: string, purpose: EncryptedPurpose, boundTo: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${version}.${sealed.toString('base64url')}`
}

/** Throws if the value was tampered with, belongs to another record, or was encrypted with another SECRET. */
export function decrypt(secret: string, purpose: EncryptedPurpose, boundTo: string, storedText: string): string {
  const [tag, text = ''] = storedText.split('.')
  if (tag !== version) throw new Error(`unknown version of an encrypted value: ${tag}`)
  const sealed = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(-16))
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}
