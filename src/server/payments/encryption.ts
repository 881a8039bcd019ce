import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'

const version = 'v1'

/** A key of its own for bank details, derived from the portal's secret (HKDF, RFC 5869). */
function keyOf(config: Pick<Config, 'secret'>): Buffer {
  return Buffer.from(hkdfSync('sha256', config.secret, '', 'passerelle iban', 32))
}

/** AES-256-GCM, bound to the partner it belongs to: a value moved to another row does not open. */
export function encryptIban(config: Pick<Config, 'secret'>, partnerId: string, iban: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), nonce).setAAD(Buffer.from(partnerId))
  const sealed = Buffer.concat([nonce, cipher.update(iban, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${version}.${sealed.toString('base64url')}`
}

/** Throws when the value was changed, belongs to another partner, or was written under another SECRET. */
export function decryptIban(config: Pick<Config, 'secret'>, partnerId: string, stored: string): string {
  const [tag, text = ''] = stored.split('.')
  if (tag !== version) throw new Error(`unknown version of an encrypted IBAN: ${tag}`)
  const sealed = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), sealed.subarray(0, 12))
    .setAAD(Buffer.from(partnerId))
    .setAuthTag(sealed.subarray(-16))
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}
