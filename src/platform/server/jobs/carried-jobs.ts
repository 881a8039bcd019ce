import { system } from '#access/domain/actor.ts'
import type { Database, Tx } from '#platform/server/db/database.ts'

/** A job that waited where this database was restored or moved from. */
export interface CarriedJob {
  readonly id: string
  readonly name: string
  readonly data: object
  readonly priority: number
  readonly startAfter: Date
}

/** Hands such jobs to the queue, each once: all that waits is sent in one transaction with its removal. */
export async function takeCarriedJobs(
  database: Pick<Database, 'asActor'>,
  send: (tx: Tx, job: CarriedJob) => Promise<void>,
): Promise<void> {
  await database.asActor(system, async (tx) => {
    const rows = await tx.deleteFrom('carried_jobs').returningAll().execute()
    for (const { start_after: startAfter, data, ...job } of rows) await send(tx, { ...job, startAfter, data: data as object })
  })
}
