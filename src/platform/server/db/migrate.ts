import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { isOlder, productVersion } from '#platform/server/version.ts'
import { readNote, wayBack, writeNote } from './copy-note.ts'
import type { DatabaseDriver, OwnerRun } from './driver.ts'
import { StartError } from './start-error.ts'

const ownFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))
/** Key of the advisory lock; must be the same on all servers. */
const advisoryLock = 7_277_463
const progressEveryMs = 3000

const roles = ['owner', 'anonymous', 'partner', 'sharer', 'admin', 'system', 'auth', 'jobs'].map((name) => `passerelle_${name}`)

type Run = OwnerRun
type Log = Pick<FastifyBaseLogger, 'info'>

/** The list of applied migrations, and what each database needs once. */
export const ledger = `
  create extension if not exists pg_trgm with schema public;
  create extension if not exists unaccent with schema public;
  revoke create on schema public from public;
  grant create, usage on schema public to passerelle_owner;
  set local role passerelle_owner;
  create schema passerelle;
  create table passerelle.migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`

/** What a start does around the migrations, and around the first of them for a database that was used before. */
export interface Upgrade {
  readonly log: Log
  /** Comes before the server waits for another one that may be at it. */
  announce(): Promise<void>
  /** Copies the database as it is. Returns the path of the copy, or null where none is wanted; throws a StartError. */
  copy(run: OwnerRun): Promise<string | null>
  /** Comes instead of a copy where an upgrade goes on that was interrupted: the path from before it, null without one. */
  goesOn(copy: string | null): void
}

/** Applies pending migrations; concurrent servers are serialised. Throws a StartError. */
export async function migrate(
  driver: Pick<DatabaseDriver, 'asOwner'>,
  folder = ownFolder,
  upgrade?: Upgrade | undefined,
): Promise<void> {
  await driver.asOwner(async (run) => {
    const files = await filesIn(folder)
    if (upgrade && (await needsUpgrade(run, files))) await upgrade.announce()
    await alone(run, async () => {
      await prepare(run)
      const goesBack = await isNewer(run, files)
      if (upgrade && (await needsUpgrade(run, files))) await keepCopy(run, upgrade)
      await applyFiles(run, files, { inTransaction: false, log: upgrade?.log })
      if (!goesBack) await endUpgrade(run)
    })
  })
}

async function needsUpgrade(run: Run, files: readonly Migration[]): Promise<boolean> {
  const applied = new Set((await appliedMigrations(run)).map(({ name }) => name))
  const isKnown = [...applied].every((name) => files.some((file) => file.name === name))
  return applied.size > 0 && isKnown && files.some(({ name }) => !applied.has(name))
}

/** An upgrade that was interrupted goes on with the copy of before it: another one would hold half of the upgrade. */
async function keepCopy(run: Run, upgrade: Upgrade): Promise<void> {
  const note = await readNote(run)
  if (note?.isUnderWay) return upgrade.goesOn(note.copy)
  const at = new Date().toISOString()
  await writeNote(run, {
    copy: await upgrade.copy(run),
    isUnderWay: true,
    at,
    newest: (await appliedMigrations(run)).at(-1)?.name,
  })
}

async function endUpgrade(run: Run): Promise<void> {
  const note = await readNote(run)
  if (note?.isUnderWay) await writeNote(run, note.copy === null ? null : { ...note, isUnderWay: false })
}

/** Runs `work` while no server migrates this database. */
export async function alone<T>(run: (text: string) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  await run(`select pg_advisory_lock(${advisoryLock})`)
  try {
    return await work()
  } finally {
    await run(`rollback; reset role; select pg_advisory_unlock(${advisoryLock})`)
  }
}

/** Creates what migrations build on: roles, extensions and the list of applied migrations. Throws a StartError. */
export async function prepare(run: Run): Promise<void> {
  await makeRoles(run)
  await makeLedger(run)
}

/** A migration by its name and content. */
export interface Migration {
  readonly name: string
  readonly sha256: string
}

interface Applied extends Migration {
  /** The oldest of the versions that do not know it and may run with it; null: none may. */
  readonly oldestVersion: string | null
  readonly appliedBy: string | null
}

/** The migrations that a database has, in their order; none if it is not a portal's. */
export async function appliedMigrations(run: Run): Promise<Applied[]> {
  const { rows: ledger } = await run("select to_regclass('passerelle.migrations') is not null as present")
  if (!ledger[0]?.present) return []
  const { rows } = await run('select * from passerelle.migrations order by name')
  // Before migration 0309 there were no columns for the versions.
  return rows.map(({ name, sha256, oldest_version, applied_by }) => ({
    name: String(name),
    sha256: String(sha256),
    oldestVersion: oldest_version ? String(oldest_version) : null,
    appliedBy: applied_by ? String(applied_by) : null,
  }))
}

/** Whether the database has what this program knows, and nothing more that does not let it run. Throws a StartError if it has. */
export async function isUpToDate(run: Run): Promise<boolean> {
  const files = await filesIn(ownFolder)
  const applied = new Set((await appliedMigrations(run)).map(({ name }) => name))
  return (await isNewer(run, files)) || files.every(({ name }) => applied.has(name))
}

/** Whether the database has migrations that are none of `files` and let this program run. Throws a StartError if one does not. */
async function isNewer(run: Run, files: readonly Migration[]): Promise<boolean> {
  const applied = await appliedMigrations(run)
  const unknown = applied.filter(({ name }) => files.every((file) => file.name !== name))
  const isBehind = files.some(({ name }) => applied.every((each) => each.name !== name))
  const refusing = unknown.findLast((each) => isTooNew(each)) ?? (isBehind ? unknown.at(-1) : undefined)
  if (!refusing) return unknown.length > 0
  const { name, oldestVersion, appliedBy } = refusing
  const needed = oldestVersion && isTooNew(refusing) ? `, which needs ${oldestVersion} or newer` : ''
  const versions = appliedBy ? `, of version ${appliedBy}${needed}` : ''
  const newest = (await readNote(run))?.newest ?? ''
  const restorer = unknown.findLast((each) => each.name <= newest)?.appliedBy ?? productVersion
  const way = await wayBack(run, `version ${restorer}`)
  throw new StartError(`The database is newer than this portal (it has ${name}${versions}): start the newer version.${way}`)
}

const isTooNew = ({ oldestVersion }: Applied) => oldestVersion === null || isOlder(productVersion, oldestVersion)

/** The migrations of this program. */
export async function knownMigrations(): Promise<readonly (Migration & { readonly sql: string })[]> {
  return filesIn(ownFolder)
}

/** The name of this program's newest migration, without its ending: the schema that a started portal has. */
export async function newestMigration(): Promise<string> {
  return (await namesIn(ownFolder)).at(-1)?.replace('.sql', '') ?? ''
}

/**
 * Applies this program's pending migrations, or those of `only`, in the transaction that is open. Its role is the owner's from
 * then on.
 */
export async function migrateWithin(run: Run, only?: ReadonlySet<string>): Promise<void> {
  const files = await filesIn(ownFolder)
  await applyFiles(run, only ? files.filter(({ name }) => only.has(name)) : files, { inTransaction: true })
}

/** Roles are global to the cluster and may already exist, from another portal or a restored backup. */
async function makeRoles(run: Run): Promise<void> {
  const { rows } = await run('select rolname from pg_roles where rolname = any($1)', [roles])
  const present = new Set(rows.map((row) => row.rolname))
  try {
    for (const role of roles) {
      if (!present.has(role)) await makeRole(run, role)
    }
    const { rows: version } = await run("select current_setting('server_version_num')::int as number")
    const may = Number(version[0]?.number) >= 160_000 ? 'set' : 'member'
    const { rows: missing } = await run('select r as role from unnest($1::text[]) r where not pg_has_role(current_user, r, $2)', [
      roles,
      may,
    ])
    for (const { role } of missing) await run(`grant ${role} to current_user`)
    const { rows: sharer } = await run("select pg_has_role('passerelle_sharer', 'passerelle_partner', 'usage') as inherits")
    if (!sharer[0]?.inherits) await run('grant passerelle_partner to passerelle_sharer')
  } catch (error) {
    throw new StartError(
      `The database login may not create the roles it needs (${(error as Error).message}): give it ` +
        'CREATEROLE, or create them as docs/operating/servers.md shows.',
    )
  }
}

/** Advisory locks are per database: a portal in another one may create the role concurrently. */
async function makeRole(run: Run, role: string): Promise<void> {
  try {
    await run(`create role ${role} nologin`)
  } catch (error) {
    const { rows } = await run('select from pg_roles where rolname = $1', [role])
    if (rows.length === 0) throw error
  }
}

/** Database-level privileges are not part of a dump, so they are checked on every start. */
async function makeLedger(run: Run): Promise<void> {
  const { rows } = await run(`select to_regclass('passerelle.migrations') is not null as present,
    has_database_privilege('passerelle_owner', current_database(), 'create') as granted`)
  try {
    if (!rows[0]?.granted) {
      await run("do $$ begin execute format('grant create on database %I to passerelle_owner', current_database()); end $$")
    }
    if (rows[0]?.present) return
    await run(`begin; ${ledger}; commit`)
  } catch (error) {
    throw new StartError(`The database could not be prepared (${(error as Error).message}): its login needs to own the database.`)
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
}

/** Files that are applied are never edited, so a process reads its own once. */
let ownFiles: Promise<(Migration & { sql: string })[]> | undefined

function filesIn(folder: string): Promise<(Migration & { sql: string })[]> {
  if (folder !== ownFolder) return readFiles(folder)
  ownFiles ??= readFiles(folder)
  return ownFiles
}

async function readFiles(folder: string): Promise<(Migration & { sql: string })[]> {
  return Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const sql = await readFile(`${folder}/${name}`, 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applyFiles(
  run: Run,
  files: readonly (Migration & { sql: string })[],
  { inTransaction, log }: { readonly inTransaction: boolean; readonly log?: Log | undefined },
): Promise<void> {
  const applied = new Map((await appliedMigrations(run)).map(({ name, sha256 }) => [name, sha256]))
  // Pending checks of deferred triggers would keep tables from being altered.
  const [begin, commit] = inTransaction ? ['set constraints all immediate', ''] : ['begin', 'commit']
  let isChanged = false
  using progress = tellProgress(files.filter(({ name }) => !applied.has(name)).length, log)
  for (const { name, sql, sha256 } of files) {
    const oldest = oldestVersionIn(sql)
    const checksum = applied.get(name)
    if (checksum === sha256) continue
    if (checksum) throw new StartError(`The migration ${name} was changed after it was applied: restore the file.`)
    progress.begin(name)
    try {
      await run(`
        ${begin};
        set local role passerelle_owner;
        set local lock_timeout = '30s';
        ${sql}
        ;
        insert into passerelle.migrations (name, sha256${oldest && ', oldest_version, applied_by'})
          values ('${name}', '${sha256}'${oldest && `, '${oldest}', '${productVersion}'`});
        ${commit}`)
      isChanged = true
    } catch (error) {
      if (!inTransaction) await run('rollback')
      const before = isChanged ? ' Those before it were applied: an older version cannot use the database any more.' : ''
      const wayOut = inTransaction ? '' : before + (await wayBack(run, 'the version from before'))
      throw new StartError(`The migration ${name} failed, nothing of it was kept: ${(error as Error).message}.${wayOut}`)
    }
  }
}

/** Says which migration is applied, of how many: the first at once, then every few seconds whichever it is. */
function tellProgress(of: number, log: Log | undefined) {
  let [migration, number] = ['', 0]
  const tell = () => log?.info({ migration, number, of }, 'the database is brought forward')
  const timer = setInterval(tell, progressEveryMs)
  return {
    begin(name: string) {
      migration = name
      number += 1
      if (number === 1) tell()
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** The oldest version that may run with a migration that it does not know; empty before 0309. */
export function oldestVersionIn(sql: string): string {
  return /^-- Oldest version that may run on it: (\d+\.\d+\.\d+(?:-\w+)?)$/m.exec(sql)?.[1] ?? ''
}
