import { type InferResult, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { listedValues } from '#leads/leads/server/queries.ts'
import { isLost } from '#leads/stages/domain/stages.ts'
import type { FilterOf, PageOf } from '#platform/api/list.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { lateInSql } from '#platform/server/db/deadlines.ts'
import { conditionsOf, inOrder, is, matching, orderOf, type SortKey, textContains } from '#platform/server/http/lists/listing.ts'
import { registrationList } from '../api/registrations.ts'
import type { Claim } from '../domain/registration-priority.ts'

/** The columns that partners may read too. */
const ownColumns = [
  'r.lead_id',
  'r.partner_id',
  'r.number',
  'r.seq',
  'r.submitted_at',
  'r.state',
  'r.decided_at',
  'r.reason',
  'r.message',
  'r.protected_until',
  'r.extension_state',
  'r.extension_asked_at',
  'r.extension_reason',
  'r.extension_answered_at',
  'r.extension_answer',
  'r.appealed_at',
  'r.appeal',
] as const

function registrations(tx: Tx) {
  return tx
    .selectFrom('lead_registrations as r')
    .innerJoin('leads as l', 'l.id', 'r.lead_id')
    .select(ownColumns)
    .select(['l.name', 'l.company', 'l.status', 'l.restricted_at'])
}

export type RegistrationRow = InferResult<ReturnType<typeof registrations>>[number]

export function findRegistration(tx: Tx, leadId: string): Promise<RegistrationRow | undefined> {
  return registrations(tx).where('r.lead_id', '=', leadId).executeTakeFirst()
}

/** The same, with lead and registration locked. */
export function lockRegistration(tx: Tx, leadId: string): Promise<RegistrationRow | undefined> {
  return registrations(tx).where('r.lead_id', '=', leadId).forUpdate().executeTakeFirst()
}

/** Who decided, and the lead that a merged one became part of; for staff. */
export function findDecision(tx: Tx, leadId: string) {
  return tx
    .selectFrom('lead_registrations as r')
    .leftJoin('profiles as p', 'p.user_id', 'r.decided_by')
    .leftJoin('lead_registrations as into', 'into.lead_id', 'r.merged_into')
    .select(['p.full_name as decided_by', 'r.merged_into', 'into.number as into_number'])
    .where('r.lead_id', '=', leadId)
    .executeTakeFirst()
}

/** The programme's rules of registrations. */
export function registrationRules(tx: Tx) {
  return tx
    .selectFrom('programme_settings')
    .select(['registrations', 'registration_hours', 'protection_months', 'extension_months'])
    .executeTakeFirstOrThrow()
}

/** A lead of a company, beside the lead `subject` that was asked about. */
export interface CompanyClaim extends Claim {
  readonly subject: string
  readonly partnerId: string
  readonly status: LeadStatus
}

/** The claims of each lead's company, that lead's own among them. For staff and the system, who see all leads. */
export async function readClaims(tx: Tx, leadIds: readonly string[]): Promise<CompanyClaim[]> {
  if (leadIds.length === 0) return []
  const { rows } = await sql<Omit<CompanyClaim, 'lost'>>`
    select s.id as subject, r.lead_id as "leadId", r.partner_id as "partnerId", r.state, r.seq, r.decided_at as "decidedAt",
      l.status
    from unnest(${[...leadIds]}::uuid[]) s(id)
      cross join lateral (select app.leads_of_company(s.id) as id union select s.id) o
      join lead_registrations r on r.lead_id = o.id join leads l on l.id = o.id
    order by r.seq`.execute(tx)
  return rows.map((row) => ({ ...row, lost: isLost(row.status) }))
}

const waiting = sql<boolean>`r.state in ('submitted', 'appealed')`
const since = sql<Date>`coalesce(r.appealed_at, r.submitted_at)`
const hasRival = sql<boolean>`exists (
  select from app.leads_of_company(r.lead_id) other(id) join lead_registrations q on q.lead_id = other.id
  where q.state in ('submitted', 'appealed', 'accepted', 'extended', 'converted'))`

export const registrationSortKeys = {
  submitted: { by: sql`r.submitted_at`, holds: 'time' },
  // Without an end they come last; a cursor holds no infinite time.
  protected: { by: sql`coalesce(r.protected_until, '2200-01-01T00:00:00Z'::timestamptz)`, holds: 'time' },
} satisfies Record<(typeof registrationList.sorts)[number], SortKey>

const wholeNumber = /^REF-\d{4}-\d{6,}$/

/** Registrations by number, lead and partner. A whole number has an index. */
function matches(search: string) {
  const number = search.trim().toUpperCase()
  if (wholeNumber.test(number)) return sql<boolean>`r.number = ${number}`
  return textContains(sql`lower(r.number) || ' ' || l.search_text || ' ' || p.name_key`, search)
}

/** For staff. `late` counts the hours to answer from `now`. */
export async function listRegistrations(tx: Tx, query: PageOf<typeof registrationList>, late: { now: Date; hours: number }) {
  const rows = registrations(tx)
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'r.partner_id')
    .select(['r.lead_id as id', 'p.full_name as partner_name', 'p.partner_deleted_at'])
    .select(['l.estimated_amount_cents', 'l.offer_type', 'l.notes', 'l.client_word', 'l.client_word_at'])
    .select(listedValues(true))
    .where('l.restricted_at', 'is', null)
  const queues = {
    waiting: [waiting],
    late: [waiting, lateInSql(sql`${since} + ${late.hours} * interval '1 hour'`, late.now)],
    extensions: [
      sql<boolean>`${sql.ref('r.extension_state')} = ${'asked'}`,
      sql<boolean>`${sql.ref('r.state')} in (${'accepted'}, ${'extended'})`,
    ],
    conflicts: [waiting, hasRival],
  }
  const conditions = conditionsOf<FilterOf<typeof registrationList>>(query, {
    queue: (queue) => queues[queue],
    state: is('r.state'),
    partnerId: is('r.partner_id'),
    search: matches,
  })
  const order = orderOf(registrationSortKeys, query, registrationList.usual, sql<string>`r.lead_id`)
  return inOrder(matching(rows, conditions), order).execute()
}
export type ListedRow = Awaited<ReturnType<typeof listRegistrations>>[number]
