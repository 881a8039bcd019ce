import type { Selectable } from 'kysely'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { ProgrammeSettings } from '#platform/server/db/schema.generated.ts'
import { readAccount, readOtherAccounts } from './account.ts'

export type ProgrammeRow = Selectable<ProgrammeSettings>

/** How the programme pays; for staff and the system. */
export function programmeSettings(tx: Tx): Promise<ProgrammeRow> {
  return tx.selectFrom('programme_settings').selectAll().executeTakeFirstOrThrow()
}

/** Locks the programme's row, so that runs and bank files are made one after the other. */
export function lockProgramme(tx: Tx): Promise<ProgrammeRow> {
  return tx.selectFrom('programme_settings').selectAll().forUpdate().executeTakeFirstOrThrow()
}

/** IBAN of the account that pays; '' without one, and if it cannot be decrypted. */
export function payingIban(config: Pick<Config, 'secret'>, { iban_encrypted }: Pick<ProgrammeRow, 'iban_encrypted'>): string {
  return readAccount(config, iban_encrypted) ?? ''
}

/** IBANs of all of the provider's accounts, the one that pays first; those that cannot be decrypted are left out. */
export function ownAccounts(config: Pick<Config, 'secret'>, row: ProgrammeRow): string[] {
  const paying = readAccount(config, row.iban_encrypted)
  return [...(paying === null ? [] : [paying]), ...readOtherAccounts(config, row)]
}
