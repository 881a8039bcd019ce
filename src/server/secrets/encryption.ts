import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What a value is encrypted for: each purpose has a key of its own. */
export type EncryptedPurpose = 'iban' | 'answer'

const version = 'v1'

/** Derived from the portal's secret (HKDF, RFC 5869). */
function keyOf(secret: string, purpose: EncryptedPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `passerelle ${purpose}`, 32))
}

/** AES-256-GCM, bound to the record it belongs to: a value moved to another one does not open. */
export function encrypt(secret: string, purpose: EncryptedPurpose, boundTo: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${version}.${sealed.toString('base64url')}`
}

/** Throws when the value was changed, belongs to another record, or was written under another SECRET. */
export function decrypt(secret: string, purpose: EncryptedPurpose, boundTo: string, stored: string): string {
  const [tag, text = ''] = stored.split('.')
  if (tag !== version) throw new Error(`unknown version of an encrypted value: ${tag}`)
  const sealed = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(-16))
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}
