import { rm } from 'node:fs/promises'
import pg from 'pg'
import { lockDirectory } from '#platform/server/db/embedded/directory-lock.ts'
import { alone } from '#platform/server/db/migrate.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { incomingFolder, readReady, takePlace } from './incoming.ts'

interface PortalLocation {
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** The environment variable that has the address, as messages name it. */
  readonly urlVariable?: string
}

type Server = Pick<PortalLocation, 'urlVariable'> & { readonly databaseUrl: string }

/**
 * Finishes a restore or move that was interrupted between its last two steps. With a server, the folder takes its place if the
 * database was committed, which its name tells, and is removed if it was not. Returns whether a portal took its place; throws a
 * StartError, and touches nothing, if only another server can tell.
 */
export async function settle({ dataDir, databaseUrl, ...rest }: PortalLocation): Promise<boolean> {
  const ready = readReady(dataDir)
  if (!ready) return false
  if (ready.name !== '' && !(databaseUrl && (await isCommitted({ databaseUrl, ...rest }, ready.name)))) {
    // The files of a database that is committed elsewhere would be lost.
    if (!databaseUrl || serverOf(databaseUrl) !== ready.server) throw isElsewhere(dataDir, ready.server)
    await rm(incomingFolder(dataDir), { recursive: true, force: true })
    return false
  }
  await takePlace(dataDir)
  return true
}

/** The same at a start and before a backup, when the command that was interrupted may still be running. */
export async function settleAtStart(place: PortalLocation): Promise<boolean> {
  if (readReady(place.dataDir) === null) return false
  const unlock = lockDirectory(place.dataDir)
  try {
    return await settle(place)
  } finally {
    unlock()
  }
}

/** Where a server's database is, without the password. */
export function serverOf(databaseUrl: string): string {
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl })
  return `${host}:${port}/${database}`
}

function isElsewhere(dataDir: string, server: string): StartError {
  return new StartError(
    `A restore or move to ${dataDir} and the PostgreSQL database ${server} was interrupted at its last step: ` +
      'start it with DATABASE_URL set to that database, which tells whether it is to be finished. ' +
      `To give it up, remove ${incomingFolder(dataDir)}.`,
  )
}

/** Waits for the session of the interrupted command, whose commit the server may be at yet. */
function isCommitted(server: Server, name: string): Promise<boolean> {
  return asking(server, (client) =>
    alone(
      (text) => client.query(text),
      async () => {
        const { rows } = await client.query("select obj_description(to_regnamespace('passerelle'), 'pg_namespace') as name")
        return rows[0]?.name === name
      },
    ),
  )
}

/** Throws a StartError if servers of a portal are connected: they would mix the database of before with the new one. */
export async function refuseRunningServers(server: Server): Promise<void> {
  const count = await asking(server, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'passerelle'`,
    )
    return Number(rows[0]?.count)
  })
  if (count > 0) throw new StartError(`A portal is running on the database of ${nameOf(server)}: stop all its servers first.`)
}

const nameOf = ({ urlVariable = 'DATABASE_URL' }: Server) => urlVariable

async function asking<T>(server: Server, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.databaseUrl, application_name: 'passerelle-command' })
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw new StartError(`The PostgreSQL server of ${nameOf(server)} cannot be used: ${(error as Error).message}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
