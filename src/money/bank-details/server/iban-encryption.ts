import { createHash } from 'node:crypto'
import { maskIban, shownIbanEnd } from '#platform/domain/iban.ts'
import type { Config } from '#platform/server/config.ts'
import { decrypt, encrypt } from '#platform/server/secrets/encryption.ts'
import { sign, verify } from '#platform/server/secrets/hmac.ts'

type Secret = Pick<Config, 'secret'>

/** The encrypted IBAN, a tag that tells staff whether it can be decrypted, and what is derived from the IBAN. */
export function encryptIban(config: Secret, partnerId: string, iban: string) {
  const iban_encrypted = encrypt(config.secret, 'iban', partnerId, iban)
  const digest = createHash('sha256').update(iban_encrypted).digest('hex')
  const iban_seal = sign(config.secret, 'iban-seal', `${partnerId} ${digest}`)
  return { iban_encrypted, iban_seal, ...derivedFromIban(config, partnerId, iban) }
}

/**
 * The fingerprints of it and of its end, which are the same for everybody who has this IBAN, and the encrypted mask: whole or
 * masked, no IBAN can be read in a dump.
 */
export function derivedFromIban({ secret }: Secret, partnerId: string, iban: string) {
  return {
    iban_fingerprint: ibanFingerprint({ secret }, iban),
    iban_end_fingerprint: ibanEndFingerprint({ secret }, iban),
    iban_mask_encrypted: encrypt(secret, 'iban-mask', partnerId, maskIban(iban)),
  }
}

export const ibanFingerprint = ({ secret }: Secret, iban: string) => sign(secret, 'iban-fingerprint', iban)

/** The fingerprint of the end that a mask shows: as many have the same as share the mask. */
export const ibanEndFingerprint = ({ secret }: Secret, iban: string) => sign(secret, 'iban-end', iban.slice(-shownIbanEnd))

/** Null if it cannot be decrypted: another SECRET, or a damaged or moved row. */
export function readIban({ secret }: Secret, partnerId: string, encryptedIban: string): string | null {
  try {
    return decrypt(secret, 'iban', partnerId, encryptedIban)
  } catch {
    return null
  }
}

/** 'FR76 •••• 0189'; null if there is none, or it cannot be decrypted. */
export function readMask({ secret }: Secret, partnerId: string, encryptedMask: string | null): string | null {
  if (encryptedMask === null) return null
  try {
    return decrypt(secret, 'iban-mask', partnerId, encryptedMask)
  } catch {
    return null
  }
}

/** Whether it can be decrypted, checked by the tag; true for rows without one. */
export function isIbanReadable({ secret }: Secret, partnerId: string, digest: string, seal: string | null): boolean {
  return seal === null || verify(secret, 'iban-seal', `${partnerId} ${digest}`, seal)
}
