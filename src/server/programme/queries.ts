import type { Selectable } from 'kysely'
import type { ProgrammeSettings } from '../db/schema.ts'
import type { Tx } from '../db/database.ts'

export type ProgrammeRow = Selectable<ProgrammeSettings>

/** How the programme pays; for staff and the system. */
export function programmeSettings(tx: Tx): Promise<ProgrammeRow> {
  return tx.selectFrom('programme_settings').selectAll().executeTakeFirstOrThrow()
}

/** The same, locked: runs and files of the bank are made one after the other. */
export function lockProgramme(tx: Tx): Promise<ProgrammeRow> {
  return tx.selectFrom('programme_settings').selectAll().forUpdate().executeTakeFirstOrThrow()
}
