import type { OwnerRun } from '#platform/server/db/driver.ts'
import { appliedMigrations, knownMigrations, ledger, migrateWithin } from '#platform/server/db/migrate.ts'
import { makeMonths, monthsOfIds } from '#platform/server/events/event-months.ts'
import { newId } from '#platform/server/ids.ts'
import { sign } from '#platform/server/secrets/hmac.ts'
import { ArchiveError, type Head, type Manifest, type SequenceState, type TableShape } from './archive-format.ts'
import { removeFormer } from './make-room.ts'
import { newer } from './read-archive.ts'
import { readTotals, writeSameText } from './read-rows.ts'
import { quoted, tableShapes } from './table-shapes.ts'
import { carryJobs } from './waiting-jobs.ts'

/** Refuses an archive of a schema that this program does not know, before anything is touched. Throws an ArchiveError. */
export async function checkMigrations({ migrations, version }: Head): Promise<void> {
  const checksums = new Map((await knownMigrations()).map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256, appliedBy } of migrations) {
    // An older version may have made the archive, while it ran on that database.
    if (!checksums.has(name)) throw newer(appliedBy ?? version)
    if (checksums.get(name) === sha256) continue
    throw new ArchiveError(
      'newer',
      `The archive was made with another ${name} than this version has: restore it with ${version}.`,
    )
  }
}

/**
 * Loads a portal's database in one transaction, which the caller commits: the schema as it was, its rows, a comparison of counts
 * and checksums, and then the migrations since.
 */
export class DatabaseLoad {
  readonly #run: OwnerRun
  readonly #head: Head
  readonly #tables: ReadonlyMap<string, TableShape>
  readonly #guardAgain: () => Promise<void>
  #jobs = ''

  private constructor(run: OwnerRun, head: Head, tables: ReadonlyMap<string, TableShape>, guardAgain: () => Promise<void>) {
    this.#run = run
    this.#head = head
    this.#tables = tables
    this.#guardAgain = guardAgain
  }

  /** `replacing`: a portal is there, and was written into a backup. */
  static async begin(run: OwnerRun, head: Head, replacing: boolean): Promise<DatabaseLoad> {
    await run('begin; set local idle_in_transaction_session_timeout = 0')
    if (replacing) {
      await removeFormer(run)
      await run(ledger)
    }
    await migrateWithin(run, new Set(head.migrations.map(({ name }) => name)))
    await writeSameText(run)
    const shapes = await tableShapes(run)
    if (JSON.stringify(shapes) !== JSON.stringify(head.tables)) throw otherTables(head)
    const tables = new Map(shapes.map((table) => [table.name, table]))
    const { guardAgain } = await unguard(run)
    return new DatabaseLoad(run, head, tables, guardAgain)
  }

  async addRows(name: string, lines: string): Promise<void> {
    const table = this.#tables.get(name)
    if (!table) throw otherTables(this.#head)
    if (name === 'public.events') await this.#makeMonths(table, lines)
    await insertLines(this.#run, table, lines)
  }

  /** Makes the partitions for these events, which come in the order of their ids. Before migration 0065 there were none. */
  async #makeMonths({ columns }: TableShape, lines: string): Promise<void> {
    if (!this.#head.migrations.some(({ name }) => name >= '0065')) return
    const at = columns.findIndex(({ name }) => name === 'id')
    const ids = lines
      .trimEnd()
      .split('\n')
      .map((line) => String((JSON.parse(line) as unknown[])[at]))
    const months = monthsOfIds(ids, new Date())
    if (months) await makeMonths(this.#run, months.first, months.last)
  }

  /** Jobs are kept until the schema is today's. */
  addJobs(lines: string): void {
    this.#jobs += lines
  }

  /** Compares all tables with what was read where they come from, then brings the schema to today's. Throws an ArchiveError. */
  async complete({ tables }: Manifest): Promise<void> {
    await setSequences(this.#run, this.#head.sequences)
    await this.#guardAgain()
    for (const shape of this.#tables.values()) {
      const [totals, expected] = [await readTotals(this.#run, shape), tables[shape.name]]
      if (totals.rows === expected?.rows && totals.sha256 === expected.sha256) continue
      throw new ArchiveError(
        'damaged',
        `The table ${shape.name} is not what it was: ${expected?.rows} rows became ${totals.rows}.`,
      )
    }
    await migrateWithin(this.#run)
    if (this.#jobs) await carryJobs(this.#run, this.#jobs)
    await this.#run('set constraints all immediate; analyze')
  }

  /** Ties the database to its file store, and tells whether the secret is the one that it was used with. */
  async tie(storeMark: string, secret: string | null): Promise<void> {
    const { rows } = await this.#run('update installation set store_mark = $1::text::uuid returning secret_fingerprint', [
      storeMark,
    ])
    const fingerprint = rows[0]?.secret_fingerprint
    if (fingerprint === undefined || secret === null || fingerprint === sign(secret, 'installation', 'fingerprint')) return
    throw new ArchiveError('damaged', 'The secret in the archive is not the one of its database.')
  }

  /** Gives the database a name of its own, which tells after an interruption whether it was committed (`settle`). */
  async name(): Promise<string> {
    const name = `arrived ${newId()}`
    await this.#run(`comment on schema passerelle is '${name}'`)
    return name
  }

  /** A session that ended after the archive was made would be back. */
  async endSessions(): Promise<void> {
    await this.#run('delete from auth.sessions')
  }
}

/** Whether a portal is in the database. */
export async function hasPortal(run: OwnerRun): Promise<boolean> {
  return (await appliedMigrations(run)).length > 0
}

/** SQL is made of the names and types that this program's migrations make, never of those in an archive. */
function otherTables({ version }: Head): ArchiveError {
  return new ArchiveError(
    'newer',
    `The archive has other tables than its migrations make here: restore it with version ${version}.`,
  )
}

/**
 * Empties all tables and takes away what would check or change rows while they are loaded: foreign keys, because tables refer to
 * each other in circles, and triggers, which would count and record everything again. `guardAgain` puts them back. The open
 * transaction runs as the tables' owner.
 */
async function unguard(run: OwnerRun): Promise<{ guardAgain(): Promise<void> }> {
  const names = (await tableShapes(run)).map(({ name }) => name)
  const tables = names.map(quoted)
  const { rows: keys } = await run(
    `
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as "table",
      string_agg(format('drop constraint %I', k.conname), ', ') as without,
      string_agg(format('add constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), ', ') as again
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname || '.' || c.relname = any($1)
    group by 1`,
    [names],
  )
  const inAll = (statement: (table: string) => string) => run(tables.map(statement).join('; '))
  for (const { table, without } of keys) await run(`alter table ${table} ${without}`)
  await inAll((table) => `alter table ${table} disable trigger user`)
  // Only tables that migrations filled are emptied: with the others and their indexes it would take seconds.
  const filled = await run(
    tables.map((table) => `select '${table}' as "table" where exists (select from ${table})`).join(' union all '),
  )
  if (filled.rows.length > 0) await run(`truncate ${filled.rows.map((row) => row.table).join(', ')}`)
  return {
    /** Checks all references. */
    async guardAgain() {
      for (const { table, again } of keys) await run(`alter table ${table} ${again}`)
      await inAll((table) => `alter table ${table} enable trigger user`)
    },
  }
}

/** Inserts rows as `readRows` wrote them. */
async function insertLines(run: OwnerRun, { name, columns }: TableShape, lines: string): Promise<void> {
  const values = columns.map(({ type }, at) => `(r ->> ${at})::${type}`).join(', ')
  await run(
    `insert into ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')}) overriding system value
    select ${values} from jsonb_array_elements($1::text::jsonb) r`,
    [`[${lines.trimEnd().replaceAll('\n', ',')}]`],
  )
}

/** Puts sequences where they were, so that numbers go on. */
async function setSequences(run: OwnerRun, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await run('select setval($1::text::regclass, $2::text::bigint, $3::boolean)', [quoted(name), lastValue, isCalled])
  }
}
