import { type Attempt, attemptAll, type Outcome, type Run } from './attempts.ts'
import {
  type Actor,
  type Catalogue,
  type Fact,
  type Role,
  type Row,
  type RowAccess,
  type Rows,
  roles,
  type TableExpectation,
} from './catalogue.ts'
import { as, standIns, withoutRights } from './people.ts'
import { keysOf, typed } from './sample-rows.ts'

const everybody = roles.map((role) => `passerelle_${role}`).join(', ')

/** Tables with row-level security. */
export function guarded(catalogue: Catalogue): [string, TableExpectation][] {
  return Object.entries(catalogue.tables).filter((entry): entry is [string, TableExpectation] => 'access' in entry[1])
}

/** Leaves policies as the only protection: grants everything to every role and disables triggers. */
export async function leavePoliciesAlone(run: Run, catalogue: Catalogue): Promise<void> {
  const keys = await keysOf(run)
  await run(`
    grant usage on schema public, app to ${everybody};
    grant all on all tables in schema public to ${everybody};
    grant execute on all functions in schema app to ${everybody}`)
  for (const [table] of guarded(catalogue)) {
    const key = (keys.get(table) ?? []).map((column) => `'${column}'`).join(', ')
    await run(`
      alter table ${table} disable trigger user;
      create trigger aa_probe before update or delete on ${table} for each row execute function probe.reached(${key})`)
  }
}

/** A message for each difference between the policies and the catalogue. */
export async function rowFindings(run: Run, tables: readonly [string, TableExpectation][]): Promise<string[]> {
  const keys = await keysOf(run)
  return probeFindings(
    run,
    tables.flatMap(([name, table]) => rowProbes(name, table, keys.get(name) ?? [])),
  )
}

/** What somebody tries to do with a table's rows, and the difference from the catalogue that its outcome shows. */
export interface Probe {
  readonly role: Role
  readonly verb: 'select' | 'insert' | 'update' | 'delete'
  readonly attempt: Attempt
  look(outcome: Outcome): string[]
}

export function rowProbes(name: string, table: TableExpectation, key: readonly string[]): Probe[] {
  return [
    ...standIns.flatMap((actor) => probesOf(name, table, key, { actor, access: table.access[actor.role] ?? {} })),
    ...(table.rights
      ? probesOf(name, table, key, { actor: as.ada, setup: withoutRights, access: accessWithoutRight(table) })
      : []),
    ...(table.policyFacts ?? []).map((fact) => factProbe(name, fact)),
  ]
}

/** A refusal other than the expected one is a policy that let it through. */
function factProbe(name: string, { title, as: actor, setup, sql, expect }: Fact): Probe {
  const mode = 'value' in expect ? 'value' : 'write'
  return {
    role: actor.role,
    verb: 'value' in expect ? 'select' : 'insert',
    attempt: { actor, sql, mode, ...(setup ? { setup } : {}) },
    look({ refused, value }) {
      const holds = 'value' in expect ? !refused && value === expect.value : refused?.code === expect.refused
      return holds ? [] : [`${name}: not so: ${title} (${refused ? refused.message : JSON.stringify(value)})`]
    },
  }
}

export async function probeFindings(run: Run, probes: readonly Probe[]): Promise<string[]> {
  const outcomes = await attemptAll(
    run,
    probes.map(({ attempt }) => attempt),
  )
  return probes.flatMap(({ look }, index) => look(outcomes[index] as Outcome))
}

/** What staff without any right reach: they read and lock as others of staff, and change what needs no right. */
function accessWithoutRight({ access: { admin = {} }, rights = {}, withoutRight }: TableExpectation): RowAccess {
  const needs = (verb: keyof typeof rights) => rights[verb] !== undefined && rights[verb] !== 'own'
  const { becomes = admin.update ?? [] } = admin
  return {
    ...admin,
    // One policy holds both.
    ...(needs('insert') || needs('update') ? { insert: [] } : {}),
    ...(needs('delete') ? { delete: [] } : {}),
    becomes: needs('update') || needs('insert') ? [] : becomes,
    ...withoutRight,
  }
}

interface Attempting {
  readonly actor: Actor
  readonly setup?: string
  readonly access: RowAccess
}

function probesOf(name: string, table: TableExpectation, key: readonly string[], { access, ...attempting }: Attempting): Probe[] {
  const { actor, setup } = attempting
  const rows = Object.entries(table.rows)
  const labels = rows.map(([label]) => label)
  const labelOf = new Map(rows.map(([label, row]) => [JSON.stringify(key.map((column) => row[column] ?? null)), label]))
  const inAll = (some: Rows = []) => (some === 'all' ? labels : some)
  const who = `passerelle_${actor.role}${setup ? ' without the right' : ''}`

  const reaches = (verb: 'select' | 'update' | 'delete', attempt: Omit<Attempt, 'actor' | 'setup'>): Probe => ({
    role: actor.role,
    verb,
    attempt: { ...attempting, ...attempt },
    look({ refused, value }) {
      if (refused) return [`${name}: ${who} could not try to ${verb}: ${refused.message}`]
      const actual = (value as unknown[]).map((each) => labelOf.get(JSON.stringify(each)) ?? `the row ${JSON.stringify(each)}`)
      return difference(inAll(access[verb]), actual).map((rest) => `${name}: the policies let ${who} ${verb} ${rest}`)
    },
  })
  const writes = (verb: 'insert' | 'update', allowed: readonly string[], label: string, sql: string): Probe => ({
    role: actor.role,
    verb,
    attempt: { ...attempting, sql, mode: 'write' },
    look({ refused }) {
      const passes = refused?.code !== '42501'
      if (passes === allowed.includes(label)) return []
      const what = verb === 'insert' ? `insert the row "${label}"` : `turn a row into "${label}"`
      return [`${name}: the policies ${passes ? 'let' : 'do not let'} ${who} ${what}`]
    },
  })

  const [first = {}] = Object.values(table.rows)
  const [column = ''] = Object.keys(first)
  const keyList = key.map((each) => `${name}.${each}`).join(', ')
  return [
    reaches('select', { mode: 'value', sql: `select coalesce(jsonb_agg(jsonb_build_array(${keyList})), '[]') from ${name}` }),
    reaches('update', { mode: 'reach', sql: `update ${name} set ${column} = (select ${column} from ${typed(name, first)})` }),
    reaches('delete', { mode: 'reach', sql: `delete from ${name}` }),
    ...rows.map(([label, row]) => writes('insert', inAll(access.insert), label, insertOf(name, row))),
    ...becoming(access).flatMap((allowed) =>
      rows.map(([label, row]) => writes('update', inAll(allowed), label, updateTo(name, row))),
    ),
  ]
}

/** Only a role that can update a row can change it into another. */
function becoming(access: RowAccess): Rows[] {
  const { update = [], becomes = update } = access
  return update.length > 0 ? [becomes] : []
}

export function insertOf(table: string, row: Row): string {
  const columns = Object.keys(row).join(', ')
  return `insert into ${table} (${columns}) select ${columns} from ${typed(table, row)}`
}

function updateTo(table: string, row: Row): string {
  const columns = Object.keys(row).join(', ')
  return `update ${table} set (${columns}) = (select ${columns} from ${typed(table, row)})`
}

function difference(expected: readonly string[], actual: readonly string[]): string[] {
  const extra = actual.filter((label) => !expected.includes(label)).map((label) => `"${label}", which it should not reach`)
  const missing = expected
    .filter((label) => !actual.includes(label))
    .map((label) => `everything but "${label}", which it should reach`)
  return [...extra, ...missing]
}
