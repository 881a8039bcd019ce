import { type InferResult, sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'

/** Files of leads, oldest first. */
function leadFiles(tx: Tx) {
  return tx
    .selectFrom('lead_files as a')
    .innerJoin('files as f', 'f.id', 'a.file_id')
    .innerJoin('leads as l', 'l.id', 'a.lead_id')
    .select(['a.id', 'a.lead_id', 'a.added_by', 'a.added_at', 'a.of_staff', 'f.name', 'l.partner_id', 'l.restricted_at'])
    .orderBy('a.added_at')
    .orderBy('a.id')
}

export type LeadFileRow = InferResult<ReturnType<typeof leadFiles>>[number]

/** The files of the lead `l`, in one statement with it; null without any. */
export const filesOfLead = sql<readonly StoredLeadFile[] | null>`app.files_of_lead(l.id)`

/** As a lead's row holds it, with its time as text. */
export type StoredLeadFile = Pick<LeadFileRow, 'id' | 'name' | 'added_by' | 'of_staff'> & { readonly added_at: string }

const readFiles = keptQuery<{ leadId: string }, LeadFileRow>((db, parameter) =>
  leadFiles(db).where(sql<boolean>`a.lead_id = ${parameter('leadId')}::uuid`),
)

export const readLeadFiles = (tx: Tx, leadId: string): Promise<LeadFileRow[]> => readFiles(tx, { leadId })

export const findLeadFile = (tx: Tx, id: string): Promise<LeadFileRow | undefined> =>
  leadFiles(tx).where('a.id', '=', id).executeTakeFirst()

/** The stored file; undefined where the caller may not see its lead. */
export const findStoredFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('lead_files as a')
    .innerJoin('files as f', 'f.id', 'a.file_id')
    .innerJoin('leads as l', 'l.id', 'a.lead_id')
    .selectAll('f')
    .select('l.restricted_at')
    .where('a.id', '=', id)
    .executeTakeFirst()
