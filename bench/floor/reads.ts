import type pg from 'pg'
import { listedColumns, pageJson, pageSize, partnerColumns } from './lead-json.ts'
import { overviewSql } from './overview-sql.ts'
import { as, begin, commit, type Role, roundTrip, type Statement, type TextRow } from './pipeline.ts'

export interface Caller {
  readonly role: Extract<Role, 'partner' | 'admin'>
  readonly id: string
}

/** A transaction of the caller's in one round trip. Answers the rows of its statements. */
export async function inOneTrip(client: pg.Client, { role, id }: Caller, ...statements: Statement[]) {
  const [, , ...answers] = await roundTrip(client, [begin, as(role, id), ...statements, commit])
  return answers
}

const from = 'from leads l join profiles p on p.user_id = l.partner_id'
const forStaff = `${listedColumns}, ${partnerColumns}`
const newest = 'order by l.created_at desc, l.id desc'

const newestLeads: Record<Caller['role'], string> = {
  partner: `select ${listedColumns} from leads l ${newest} limit ${pageSize + 1}`,
  // States the condition of the index over all partners' leads.
  admin: `select ${forStaff} ${from}
    where l.created_at > '-infinity' ${newest} limit ${pageSize + 1}`,
}

/** What is asked first of a database: how the planner finds it is left to itself. */
const leadsLike = `select ${forStaff} ${from}
  where l.search_text like app.unaccent(lower($1)) ${newest} limit ${pageSize + 1}`

const foundLeads = `select ${forStaff} ${from}
  where l.id = any(array(select app.search_leads(app.unaccent(lower($1)), null, null, null, ${pageSize + 1}))) ${newest}`

/** The newest leads that the caller may see, or those that staff search. */
export async function listLeads(
  client: pg.Client,
  caller: Caller,
  query: URLSearchParams,
  searchesByLike: boolean,
): Promise<string> {
  const search = query.get('search')
  const statement: Statement =
    search === null
      ? { name: `newest ${caller.role}`, text: newestLeads[caller.role] }
      : {
          name: 'found',
          text: searchesByLike ? leadsLike : foundLeads,
          values: [`%${search.trim().replace(/[\\%_]/g, (char) => `\\${char}`)}%`],
        }
  const [rows = []] = await inOneTrip(client, caller, statement)
  return caller.role === 'partner' ? pageJson(rows) : pageJson(rows, await originals(client, caller, rows))
}

/** For staff, the leads that others may duplicate: a second round trip, if the page has any. */
async function originals(client: pg.Client, caller: Caller, rows: readonly TextRow[]): Promise<(row: TextRow) => string> {
  const originalOf = (row: TextRow) => row[16] ?? null
  const ids = [...new Set(rows.flatMap((row) => originalOf(row) ?? []))]
  if (ids.length === 0) return () => ''
  const text = `select l.id, l.name, l.company, l.partner_id, p.full_name, p.deleted_at is not null ${from} where l.id = any($1)`
  const [originalRows = []] = await inOneTrip(client, caller, { name: 'originals', text, values: [ids] })
  const originalNames = new Map(
    originalRows.map(([id, name, company, partner, partnerName, deleted]) => [
      id,
      JSON.stringify({ id, name, company, partner: { id: partner, name: partnerName, deleted: deleted === 't' } }),
    ]),
  )
  return (row) => originalNames.get(originalOf(row)) ?? ''
}

export async function overview(client: pg.Client, caller: Caller): Promise<string> {
  const [[row] = []] = await inOneTrip(client, caller, { name: 'overview', text: overviewSql })
  return row?.[0] ?? ''
}
