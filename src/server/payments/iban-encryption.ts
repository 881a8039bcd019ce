import type { Config } from '../config.ts'
import { decrypt, encrypt } from '../encryption.ts'

type Secret = Pick<Config, 'secret'>

export function encryptIban({ secret }: Secret, partnerId: string, iban: string): string {
  return encrypt(secret, 'iban', partnerId, iban)
}

/** Throws when it cannot be read any more: it was written under another SECRET, or its row was damaged or moved. */
export function decryptIban({ secret }: Secret, partnerId: string, stored: string): string {
  return decrypt(secret, 'iban', partnerId, stored)
}
