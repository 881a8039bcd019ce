import { type RawBuilder, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { type DeletedLead, deletedLeads } from '#people-data/register/server/deleted-lead-queries.ts'
import { isMailbox } from '#people-data/register/server/find-queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'
import type { ErasableLead, Erasure } from '../api.ts'
import { erasureState } from '../domain.ts'

const most = 200

/** How many days an erasure waits that is planned now. */
export async function daysOfPlans(tx: Tx): Promise<number> {
  return (await tx.selectFrom('settings').select('erasure_days').executeTakeFirstOrThrow()).erasure_days
}

/** Somebody has texts to decide about. */
const waitsForDecision = sql<boolean>`(e.stopped_at is null
  and exists (select from erasure_mentions m where m.erasure_id = e.id and m.decision is null))`

/** Those that wait for a decision and the newest erasures, or the one of an id. */
export async function listErasures(tx: Tx, now: Date, id?: string): Promise<Erasure[]> {
  const rows = await tx
    .selectFrom('erasures as e')
    .leftJoin('profiles as p', 'p.user_id', 'e.planned_by')
    .selectAll('e')
    .leftJoin('profiles as a', 'a.user_id', 'e.user_id')
    .select(['p.full_name', 'a.full_name as person'])
    .where((is) => (id ? is('e.id', '=', id) : is.lit(true)))
    .orderBy(waitsForDecision, 'desc')
    .orderBy('e.planned_at', 'desc')
    .limit(most)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const [leads, mentions] = await Promise.all([
    tx
      .selectFrom('erasure_leads as e')
      .leftJoin('leads as l', 'l.id', 'e.lead_id')
      .leftJoin('lead_registrations as r', 'r.lead_id', 'e.lead_id')
      .select(['e.erasure_id', 'e.lead_id as id', 'e.sole_trader', 'e.outcome', 'r.number', 'r.protected_until', 'l.client_name'])
      .select(sql<boolean>`coalesce(l.company <> '', false)`.as('has_company'))
      .where('e.erasure_id', 'in', ids)
      .execute(),
    tx
      .selectFrom('erasure_mentions as m')
      .select(['m.id', 'm.erasure_id', 'm.table_name', 'm.column_name', 'm.decision'])
      .select(sql<string | null>`app.mention_text(m.id)`.as('text'))
      .where('m.erasure_id', 'in', ids)
      .orderBy('m.id')
      .execute(),
  ])
  const waiting = new Set(rows.flatMap((row) => ((row.stopped_at ?? row.listed_at) ? [] : [row.id])))
  const holds = await holdsOf(
    tx,
    leads.flatMap((lead) => (waiting.has(lead.erasure_id) ? [lead.id] : [])),
    now,
  )
  return rows.map((row) => ({
    id: row.id,
    state: erasureState({ dueAt: row.due_at, stoppedAt: row.stopped_at, listedAt: row.listed_at, doneAt: row.done_at }, now),
    plannedBy: row.full_name,
    person: row.person,
    period: row.period,
    plannedAt: row.planned_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
    leads: leads
      .filter(({ erasure_id }) => erasure_id === row.id)
      .map(({ id, number, client_name, sole_trader, has_company, outcome, protected_until }) => ({
        id,
        number,
        client: client_name,
        soleTrader: sole_trader,
        hasCompany: has_company,
        outcome,
        holds: waiting.has(row.id) ? (holds.get(id) ?? []) : [],
        protectedUntil: protected_until?.toISOString() ?? null,
      })),
    mentions: mentions
      .filter(({ erasure_id }) => erasure_id === row.id)
      .map(({ id, table_name, text, decision }) => ({ id, table: table_name, text, decision })),
    plan: row.plan,
    report: row.report,
  }))
}

/** Accounts that have ended, withdrawn invitations among them, and of which no erasure is planned; as a page and one more. */
export async function endedAccounts(tx: Tx, { after, limit }: { readonly after: Position | null; readonly limit: number }) {
  let query = tx
    .selectFrom('profiles as p')
    .select(['p.user_id as id', 'p.full_name', 'p.email', 'p.company', 'p.deleted_at as created_at'])
    // Who was erased has no address any more.
    .where('p.email', 'like', '%@%')
    .where((is) =>
      is.not(
        is.exists(
          is.selectFrom('erasures as e').select('e.id').whereRef('e.user_id', '=', 'p.user_id').where('e.stopped_at', 'is', null),
        ),
      ),
    )
    .where('p.deleted_at', 'is not', null)
    .$narrowType<{ created_at: Date }>()
    .orderBy('p.deleted_at', 'desc')
    .orderBy('p.user_id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where(sql<boolean>`(p.deleted_at, p.user_id) < (${after.at}, ${after.id}::uuid)`)
  return query.execute()
}

/** What hangs on leads, by their ids. */
async function holdsOf(tx: Tx, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, ErasableLead['holds']>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    holds: ErasableLead['holds']
  }>`select lead_id as id, holds from app.lead_holds(${ids}::uuid[], ${now})`.execute(tx)
  return new Map(rows.map(({ id, holds }) => [id, holds]))
}

/** The leads of a mailbox, which has several addresses (plus, capitals, dots at Google), and those that were deleted. */
export async function erasableLeads(tx: Tx, address: string, now: Date): Promise<ErasableLead[]> {
  return leadsToErase(tx, { which: isMailbox('email', [address]), deleted: await deletedLeads(tx, [address]), now })
}

interface SoughtLeads {
  readonly which: RawBuilder<boolean>
  readonly deleted: readonly DeletedLead[]
  readonly now: Date
}

/** Which of the leads an erasure may be about, what hangs on each, and those that were deleted. */
export async function leadsToErase(tx: Tx, { which, deleted, now }: SoughtLeads): Promise<ErasableLead[]> {
  const found = await tx
    .selectFrom('leads as t')
    .innerJoin('lead_registrations as r', 'r.lead_id', 't.id')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 't.partner_id')
    .select(['t.id', 't.name', 't.company', 'r.number', 'r.protected_until', 'p.full_name'])
    .where('t.restricted_at', 'is', null)
    .where('t.erased_at', 'is', null)
    .where(which)
    .orderBy('t.created_at')
    .execute()
  const holds = await holdsOf(
    tx,
    found.map(({ id }) => id),
    now,
  )
  const there = found.map(({ id, name, company, number, protected_until, full_name }) => ({
    id,
    number,
    name,
    company,
    partner: full_name,
    protectedUntil: protected_until?.toISOString() ?? null,
    holds: holds.get(id) ?? [],
  }))
  const gone = deleted.map(({ id, name, company }) => ({
    id,
    number: '',
    name,
    company,
    partner: '',
    protectedUntil: null,
    holds: [],
  }))
  return [...there, ...gone]
}
