import { sql } from 'kysely'
import { isAboutPeople, type Law, type TableEntries, type Whose } from '#access/domain/personal-data.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'
import { daysInForce } from '../domain/periods.ts'
import { findRows } from './find-queries.ts'
import { type KeptTable, keptTables } from './kept-table-queries.ts'
import { readPeriods } from './queries.ts'

const dayMs = 86_400_000

interface ErasedPerson {
  readonly id: string
  readonly created_at: Date
  readonly leads: readonly string[]
  readonly account: string | null
  readonly label: string
}

type Erased = Pick<ErasedPerson, 'id' | 'leads' | 'account'>

interface KeptRow extends Pick<KeptTable, 'table' | 'period'> {
  readonly rows: number
  readonly law: Law
  /** How long its period is. */
  readonly days: number
  /** When the last of them goes; null while its period has not begun. */
  readonly until: string | null
}

/** People who were erased and of whom the law may keep something, the latest first; as a page and one more. */
export const erasedPeople = (
  tx: Tx,
  { after, limit }: { readonly after: Position | null; readonly limit: number },
): Promise<ErasedPerson[]> => {
  const erased = sql<ErasedPerson>`
    select e.id, e.done_at as created_at, e.user_id as account,
      coalesce(array_agg(l.id::text) filter (where l.id is not null), '{}') as leads,
      coalesce(p.full_name, string_agg(concat_ws(' ', r.number, l.client_name), ', ' order by r.number)) as label
    from erasures e left join profiles p on p.user_id = e.user_id
      left join erasure_leads x on x.erasure_id = e.id and x.outcome = 'emptied'
      left join leads l on l.id = x.lead_id left join lead_registrations r on r.lead_id = l.id
    where e.done_at is not null and (e.user_id is not null or x.lead_id is not null)
      and ${after ? sql`(e.done_at, e.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
    group by e.id, p.full_name order by e.done_at desc, e.id desc limit ${limit + 1}`
  return erased.execute(tx).then(({ rows }) => rows)
}

/** What the law keeps of people who were erased, by table, and until when; as the system. */
export async function keptOfErased(
  tx: Tx,
  register: TableEntries,
  { people, now }: { readonly people: readonly Erased[]; readonly now: Date },
): Promise<ReadonlyMap<string, KeptRow[]>> {
  const [{ chosen }, tables] = await Promise.all([readPeriods(tx), keptTables(tx, register)])
  const days = daysInForce(chosen)
  const kept = new Map<string, KeptRow[]>()
  for (const person of people) {
    const found = await findKept(tx, register, person)
    const rows: KeptRow[] = []
    for (const table of tables) {
      const entry = register[table.table]
      const keys = [...(found.get(table.table)?.keys() ?? [])]
      const length = days[table.period] * dayMs
      if (!entry || !isAboutPeople(entry) || !entry.law || keys.length === 0) continue
      const { count, since } = await heldRows(tx, table, keys, new Date(now.getTime() - length))
      const until = since && new Date(since.getTime() + length).toISOString()
      if (count > 0)
        rows.push({ table: table.table, rows: count, law: entry.law, period: table.period, days: days[table.period], until })
    }
    kept.set(person.id, rows)
  }
  return kept
}

/** The rows of tables that the law keeps. What is a company's is a person's where nobody else was ever of it. */
async function findKept(tx: Tx, register: TableEntries, { leads, account }: Erased) {
  const { rows } = await sql<{ people: number }>`
    select count(distinct o.person_id)::int as people from partner_members m
      join partner_members o on o.partner_id = m.partner_id where m.person_id = ${account}::uuid`.execute(tx)
  const whose: readonly Whose[] = account
    ? ['member', 'staff', ...(rows[0]?.people === 1 ? ['partner' as const] : [])]
    : ['client']
  const begins = account ? 'profiles' : 'leads'
  const without = Object.entries(register).flatMap(([name, entry]) => {
    const isKept = isAboutPeople(entry) && entry.law && [entry.of].flat().some((of) => whose.includes(of))
    return isKept || name === begins ? [] : [name]
  })
  return findRows(tx, register, { emails: [], hashes: [], keys: { [begins]: account ? [account] : leads }, without })
}

/** How many rows are in their period, and when that of the last of them begins; null while that of one has not. */
async function heldRows(tx: Tx, { table, key, since }: KeptTable, keys: readonly string[], oldest: Date) {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, case when count(*) = count(k.since) then max(k.since) end as since
    from ${sql.raw(table)} t cross join lateral (select ${sql.raw(since)} as since) k
    where ${sql.raw(key)} = any(${[...keys]}::text[]) and coalesce(k.since > ${oldest}, true)`.execute(tx)
  return rows[0] ?? { count: 0, since: null }
}
