import { system } from '#access/domain/actor.ts'
import { actorNow } from '#accounts/people/server/actor-queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { letOthersWork } from '#platform/server/db/let-others-work.ts'
import type { Portal } from '#platform/server/portal.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { applyBatch } from './apply-commands.ts'
import { inImport } from './in-import.ts'

export interface ImportJob {
  readonly importId: string
}

/** A job ends long before the queue takes it for one that hangs; the next one goes on. */
const jobMs = 60_000
/** How long a batch may keep others waiting, on a database that does one thing at a time. */
const batchMs = 80
const [fewest, most] = [5, 200]

/**
 * Applies the batches of an import one after the other, each in a transaction that leaves the mark: a server that is killed loses
 * none and repeats none. Between two others get their turn.
 */
export async function applyInBatches(
  portal: Pick<Portal, 'database' | 'clock' | 'queue' | 'eventRules' | 'config'>,
  { importId }: ImportJob,
) {
  const until = performance.now() + jobMs
  const found = await portal.database.asActor(system, async (tx) => {
    const row = await tx
      .selectFrom('imports')
      .select(['kind', 'brought_by', 'state'])
      .where('id', '=', importId)
      .executeTakeFirst()
    return row?.state === 'applying' ? { kind: row.kind, person: await actorNow(tx, row.brought_by) } : null
  })
  if (!found) return
  const { kind, person } = found
  if (!person || (person.actor.kind === 'partner' && !person.actor.contractSigned)) return stop(portal, importId)
  const { actor: caller, reading } = person
  let size = fewest
  for (;;) {
    const began = performance.now()
    try {
      const done = await readAs(reading, () =>
        inImport(portal, { id: importId, kind, caller }, (context) =>
          applyBatch(context, { id: importId, size, secret: portal.config }),
        ),
      )
      if (done === 0) return
    } catch (error) {
      // Whoever brought it may not any more, or the partner is gone: it waits for somebody to look.
      if (error instanceof Refusal) return stop(portal, importId)
      throw error
    }
    const took = performance.now() - began
    size = Math.max(fewest, Math.min(most, Math.round(size * Math.min(2, batchMs / took))))
    if (performance.now() > until) {
      return portal.database.asActor(system, (tx) => portal.queue.send(tx, 'import', { importId }))
    }
    await letOthersWork(portal.database.traffic, took)
  }
}

/** Imports that a server left when it was killed go on at once, and not only when the queue takes its job for one that hangs. */
export async function resumeImports({ database, queue }: Pick<Portal, 'database' | 'queue'>): Promise<void> {
  await database.asActor(system, async (tx) => {
    const rows = await tx.selectFrom('imports').select('id').where('state', '=', 'applying').execute()
    for (const { id } of rows) await queue.send(tx, 'import', { importId: id })
  })
}

async function stop({ database }: Pick<Portal, 'database'>, importId: string): Promise<void> {
  await database.asActor(system, (tx) =>
    tx.updateTable('imports').set({ state: 'stopped' }).where('id', '=', importId).where('state', '=', 'applying').execute(),
  )
}

/** Staged rows go after a month, and what was never applied with them; what was imported stays. */
const keptDays = 30

export async function sweepImports({ database, clock }: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - keptDays * 86_400_000)
  await database.asActor(system, async (tx) => {
    await tx.deleteFrom('imports').where('state', '=', 'staging').where('created_at', '<', oldest).execute()
    const old = tx.selectFrom('imports').select('id').where('created_at', '<', oldest).where('state', '<>', 'applying')
    await tx.deleteFrom('import_rows').where('import_id', 'in', old).execute()
  })
}
