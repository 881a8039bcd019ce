import type { Config } from '#platform/server/config.ts'
import { decrypt, encrypt } from '#platform/server/secrets/encryption.ts'

/** The encrypted account is bound to this owner, so that it cannot be swapped with a partner's. */
const owner = 'programme'

export function encryptAccount({ secret }: Pick<Config, 'secret'>, iban: string): string {
  return encrypt(secret, 'iban', owner, iban)
}

/** IBAN of the account that pays; null without one, and if it cannot be decrypted. */
export function readAccount({ secret }: Pick<Config, 'secret'>, encryptedIban: string | null): string | null {
  if (encryptedIban === null) return null
  try {
    return decrypt(secret, 'iban', owner, encryptedIban)
  } catch {
    return null
  }
}

/** IBANs of the provider's further accounts; those that cannot be decrypted are left out. */
export function readOtherAccounts(
  config: Pick<Config, 'secret'>,
  row: { readonly other_ibans_encrypted: readonly string[] },
): string[] {
  return row.other_ibans_encrypted.flatMap((encryptedIban) => readAccount(config, encryptedIban) ?? [])
}
