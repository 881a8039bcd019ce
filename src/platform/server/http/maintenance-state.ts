import type { FastifyBaseLogger } from 'fastify'
import { system } from '#access/domain/actor.ts'
import type { Database } from '#platform/server/db/database.ts'

export interface Maintenance {
  readonly since: Date
  /** The operator's message; may be empty. */
  readonly message: string
  readonly providerName: string
}

export interface MaintenanceState {
  /** Null: the portal is open. */
  current(): Maintenance | null
  close(): Promise<void>
}

const againMs = 2000

/** Whether the portal is closed, as the database has it: read at the start and whenever any server's change is announced. */
export async function followMaintenance(
  database: Pick<Database, 'asActor' | 'listen'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Promise<MaintenanceState> {
  let maintenance: Maintenance | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let reading = Promise.resolve()
  const read = async () => {
    const row = await database.asActor(system, (tx) =>
      tx
        .selectFrom('maintenance')
        .innerJoin('settings', (join) => join.onTrue())
        .select(['maintenance.since', 'maintenance.message', 'settings.provider_name as providerName'])
        .executeTakeFirst(),
    )
    if ((maintenance === null) !== (row === undefined)) {
      log.info(row ? 'the portal is closed for maintenance' : 'the portal is open again after maintenance')
    }
    maintenance = row ?? null
  }
  const readAgain = () => {
    clearTimeout(timer)
    if (isClosed) return
    // One after the other, so that the last one read is the last one that was written.
    reading = reading.then(read).catch((error: unknown) => {
      log.warn({ err: error }, 'whether the portal is closed for maintenance could not be read and will be tried again')
      timer = setTimeout(readAgain, againMs)
    })
  }
  const stop = await database.listen('portal_maintenance', readAgain, readAgain)
  await read()
  return {
    current: () => maintenance,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await stop()
      await reading
    },
  }
}
