import type { CallerContext } from '#platform/server/http/as-system.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { EventName } from '#portal/api/events.ts'
import { audienceOf, importFacts } from './apply-commands.ts'
import { kinds } from './kinds.ts'
import { whatFollowed } from './queries.ts'
import { checkMayImport, lockImport } from './stage-commands.ts'

interface Obstacle {
  readonly title: string
  readonly event: EventName
  readonly at: string
}

/** Obstacles that are told; a person reads no more, and there are none once these are gone. */
const maxObstacles = 20

/**
 * Takes back all that an import has added, in one transaction; or tells what has happened to its records since, and changes
 * nothing. Numbers that were given stay given, and the journal keeps both.
 */
export async function undoImport(context: CallerContext, id: string): Promise<{ obstacles: Obstacle[] }> {
  const { tx, now } = context
  const row = await lockImport(context, id, 'done', 'stopped')
  checkMayImport({ actor: context.caller }, row.kind)
  const { subjects, undo } = kinds[row.kind]
  const keys = await tx.selectFrom('imported_rows').select('record_id').where('import_id', '=', id).execute()
  const records = keys.flatMap(({ record_id }) => record_id ?? [])
  const about = await subjects(tx, records)
  const followed = await whatFollowed(tx, [...about.keys()], { id, since: row.applied_at })
  if (followed.length > 0) {
    const titles = await titlesOf(context, id)
    return {
      obstacles: followed.slice(0, maxObstacles).map(({ subject, name, at }) => ({
        title: titles.get(about.get(subject) ?? '') ?? '',
        event: name,
        at: at.toISOString(),
      })),
    }
  }
  await undo(context, records)
  await tx.deleteFrom('imported_rows').where('import_id', '=', id).execute()
  await tx
    .updateTable('imports')
    .set({ state: 'undone', undone_at: now, undone_by: context.caller.userId })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({
    name: 'import.undone',
    subjectId: null,
    audience: audienceOf(row),
    after: importFacts(row, { imported: records.length }),
  })
  return { obstacles: [] }
}

/** What the rows call their records. */
async function titlesOf({ tx }: TransactionContext, id: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['record_id', 'read'])
    .where('import_id', '=', id)
    .where('record_id', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ record_id, read }) => (record_id ? [[record_id, read?.title ?? '']] : [])))
}

/** Discards an import that was not applied, with its rows. */
export async function discardImport(context: TransactionContext, id: string): Promise<void> {
  const row = await lockImport(context, id, 'staging')
  checkMayImport(context, row.kind)
  await context.tx.deleteFrom('imports').where('id', '=', id).execute()
}
