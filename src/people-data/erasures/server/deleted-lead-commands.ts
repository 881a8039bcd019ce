import { sql } from 'kysely'
import { isAboutPeople, type TableEntries, words } from '#access/domain/personal-data.ts'
import type { Tx } from '#platform/server/db/database.ts'

/** Empties the receipts of leads that were deleted, to which the arrival in the journal leads; as the owner of the tables. */
export async function emptyReceiptsOfDeleted(tx: Tx, register: TableEntries, ids: readonly string[]): Promise<void> {
  const where = sql`lead_id is null and journal_seq in (select j.seq from journal j join events e on e.id = j.event_id
    where e.subject_id = any(${[...ids]}::text[]::uuid[]))`
  await sql`update files set claimed_at = null, released_at = '-infinity', name = ''
    where id in (select file_id from lead_receipts where ${where})`.execute(tx)
  await sql`update lead_receipts set file_id = null, content = content - ${[...personKeys(register, 'lead_receipts')]}::text[]
    where ${where}`.execute(tx)
}

/** Under which keys events, or receipts, say something of a person. */
export function personKeys(register: TableEntries, table: 'events' | 'lead_receipts'): readonly string[] {
  const entry = register[table]
  const shapes = entry && isAboutPeople(entry) ? Object.values(entry.json ?? {}) : []
  return [...new Set(shapes.flatMap(({ person }) => words(person)))]
}
