import { createHash } from 'node:crypto'
import { sign, verify } from '../secrets/hmac.ts'
import type { Config } from '../config.ts'
import { decrypt, encrypt } from '../secrets/encryption.ts'

type Secret = Pick<Config, 'secret'>

/** The encrypted IBAN, and the seal that shows to staff whether it can still be read. */
export function encryptIban({ secret }: Secret, partnerId: string, iban: string) {
  const iban_encrypted = encrypt(secret, 'iban', partnerId, iban)
  const digest = createHash('sha256').update(iban_encrypted).digest('hex')
  return { iban_encrypted, iban_seal: sign(secret, 'iban-seal', `${partnerId} ${digest}`) }
}

/** Null when it cannot be read any more: it was written under another SECRET, or its row was damaged or moved. */
export function readIban({ secret }: Secret, partnerId: string, stored: string): string | null {
  try {
    return decrypt(secret, 'iban', partnerId, stored)
  } catch {
    return null
  }
}

/** Whether it could be read, without reading it; true where no seal tells. */
export function isIbanReadable({ secret }: Secret, partnerId: string, digest: string, seal: string | null): boolean {
  return seal === null || verify(secret, 'iban-seal', `${partnerId} ${digest}`, seal)
}
