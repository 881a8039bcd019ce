import { expect } from 'vitest'
import type { Manifest } from '#operations/backup/server/archive-format.ts'
import { appendNow } from '#operations/journal/server/append-commands.ts'
import { checkJournal } from '#operations/journal/server/check-journal.ts'
import { databaseJournal } from '#operations/journal/server/database-journal.ts'
import { closeDays } from '#operations/journal/server/roots.ts'
import type { Portal } from '#platform/server/portal.ts'

/** Ends the journal's present day, so that it has a root. */
export async function closeJournalDay({ database, clock }: Portal): Promise<void> {
  await closeDays({ database, clock })
  await closeDays({ database, clock: { now: () => new Date(clock.now().getTime() + 86_400_000) } })
}

/** The journal came along with its salts and its root, and takes in what came between it and the backup. */
export async function journalGoesOn(portal: Portal, { tables }: Manifest): Promise<void> {
  const verdict = async () => checkJournal(await databaseJournal(portal.database))
  const arrived = { rows: tables['public.journal']?.rows, roots: 1, erased: 0, archived: 0 }
  expect(await verdict()).toMatchObject({ error: null, ...arrived })
  await appendNow(portal)
  expect(await verdict()).toMatchObject({ error: null, rows: tables['public.events']?.rows })
}
