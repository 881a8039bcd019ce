import { createHash } from 'node:crypto'
import { sign, verify } from '../secrets/hmac.ts'
import type { Config } from '../config.ts'
import { decrypt, encrypt } from '../secrets/encryption.ts'

type Secret = Pick<Config, 'secret'>

/** The encrypted IBAN, and a tag that tells staff whether it can be decrypted. */
export function encryptIban({ secret }: Secret, partnerId: string, iban: string) {
  const iban_encrypted = encrypt(secret, 'iban', partnerId, iban)
  const digest = createHash('sha256').update(iban_encrypted).digest('hex')
  return { iban_encrypted, iban_seal: sign(secret, 'iban-seal', `${partnerId} ${digest}`) }
}

/** Null if it cannot be decrypted: another SECRET, or a damaged or moved row. */
export function readIban({ secret }: Secret, partnerId: string, stored: string): string | null {
  try {
    return decrypt(secret, 'iban', partnerId, stored)
  } catch {
    return null
  }
}

/** Whether it can be decrypted, checked by the tag; true for rows without one. */
export function isIbanReadable({ secret }: Secret, partnerId: string, digest: string, seal: string | null): boolean {
  return seal === null || verify(secret, 'iban-seal', `${partnerId} ${digest}`, seal)
}
