import { type InferResult, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { FieldValues } from '#leads/fields/domain/fields.ts'
import { namesOfOffer } from '#leads/offers/server/queries.ts'
import { partsOfLead, shareInListColumn } from '#leads/shares/server/queries.ts'
import type { CommissionStatus } from '#money/commissions/domain.ts'
import { awaitsClient, dueBy, unpaidState, unsettledOrigin } from '#money/commissions/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { leadFieldNames, leadFields } from '../domain/lead-fields.ts'
import type { LeadStatus } from '../domain/leads.ts'
import { filesOfLead, type StoredLeadFile } from './file-queries.ts'

/** The columns that a list shows. The database keeps what follows from registration, client and commission on the lead itself. */
const shortColumns = [
  'l.id',
  'l.name',
  'l.company',
  'l.estimated_amount_cents',
  'l.offer_type',
  'l.status',
  'l.created_at',
  'l.registration_state',
  'l.protected_until',
  'l.client_word',
  'l.client_word_at',
  'l.settled',
  'l.erased_at',
  'l.stage_since',
] as const

/** What lists are shown by, looked up once for a query: a join would change the plans of all lists. */
interface ListSettings {
  readonly staleAfterDays: Readonly<Record<LeadStatus, number>>
  /** The keys of the fields that cards and lists show. */
  readonly fields: readonly string[]
  readonly hasHidden: boolean
}

const listSettings = sql<ListSettings>`(select app.lead_list_settings())`

/** The values that partners do not see, where lists show one: their role may not even ask for them. */
const hiddenValues = (ofAll: boolean) =>
  ofAll
    ? sql<FieldValues | null>`case when (${listSettings} ->> 'hasHidden')::boolean then
        (select s.fields from lead_staff_fields s where s.lead_id = l.id) end`
    : sql<FieldValues | null>`null::jsonb`

/** What the values that lists show are read from, of leads that are called `l`. */
export const listedValues = (ofAll: boolean) =>
  ['l.fields', hiddenValues(ofAll).as('staff_fields'), listSettings.as('settings')] as const

/** Leads as a list shows them. `ofAll`: to staff, who see whose each is and what it may duplicate. */
export function listedLeads(tx: Tx, ofAll: boolean) {
  return tx
    .selectFrom('leads as l')
    .select(shortColumns)
    .select([...listedValues(ofAll), shareInListColumn, typedByColumn])
    .$if(!ofAll, (query) => query.select(sql<boolean>`l.possible_duplicate_of is not null`.as('is_followed')))
    .$if(ofAll, (query) =>
      query
        .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
        .select(['l.partner_id', 'l.possible_duplicate_of', 'p.full_name as partner_name', 'p.partner_deleted_at']),
    )
}

export type ListedLead = InferResult<ReturnType<typeof listedLeads>>[number]

/** Leads with everything about them. */
export function wholeLeads(tx: Tx) {
  return (
    tx
      .selectFrom('leads as l')
      // Who shares another partner's lead does not read that partner's profile.
      .leftJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
      .select(shortColumns)
      .select(['l.fields', listSettings.as('settings'), shareInListColumn, partsOfLead, typedByColumn])
      .select(leadFieldNames.map((field) => `l.${leadFields[field].column}` as const))
      .select([
        'l.partner_id',
        'l.possible_duplicate_of',
        'l.company_key',
        'l.phone_key',
        'l.trader_hash',
        'l.restricted_at',
        'l.external_id',
      ])
      .select(['l.lost_reason', 'l.lost_note', 'l.updated_at', 'p.partner_deleted_at'])
      .select(sql<string>`coalesce(p.full_name, '')`.as('partner_name'))
      // Looked up for each lead of the page: a join would read all registrations.
      .select(sql<string | null>`(select r.number from lead_registrations r where r.lead_id = l.id)`.as('registration_number'))
      .select(namesOfOffer.as('offer_words'))
  )
}

export type WholeLead = InferResult<ReturnType<typeof wholeLeads>>[number]

/** A lead as it is read alone. */
export type SeenLead = WholeLead & { readonly files: readonly StoredLeadFile[] | null }

const leadById = keptQuery<{ id: string }, SeenLead>((db, parameter) =>
  wholeLeads(db).select(filesOfLead.as('files')).where('l.id', '=', parameter('id')),
)

export async function findLead(tx: Tx, id: string): Promise<SeenLead | undefined> {
  const [lead] = await leadById(tx, { id })
  return lead
}

/** When the client of a restricted lead is to be erased, for staff who read it. */
export async function erasureDue(tx: Tx, leadId: string): Promise<Date | null> {
  const { due } = await tx.selectNoFrom(sql<Date | null>`app.erasure_due(${leadId}::uuid)`.as('due')).executeTakeFirstOrThrow()
  return due
}

export async function findLeadId(tx: Tx, externalId: string): Promise<string | null> {
  const row = await tx.selectFrom('leads').select('id').where('external_id', '=', externalId).executeTakeFirst()
  return row?.id ?? null
}

/** The commission of a signed lead; under another rule than the specification's, all that it has brought together. */
export async function findCommission(tx: Tx, leadId: string) {
  const rows = await tx
    .selectFrom('commissions as c')
    .select([
      'c.revenue_cents',
      'c.commission_rate',
      'c.tier_name',
      'c.tier_names',
      'c.amount_cents',
      'c.status',
      'c.payable_by',
      'c.payout_id',
      'c.paid_at',
    ])
    .leftJoinLateral(unsettledOrigin.as('origin'), (join) => join.onTrue())
    .select([unpaidState.as('unpaid_state'), dueBy.as('due_by')])
    .select([awaitsClient.as('awaits_client'), sql<boolean>`c.held_reason is not null or c.disputed`.as('is_held')])
    .select(sql<boolean>`c.reason is not null`.as('is_by_rule'))
    .where('c.lead_id', '=', leadId)
    .where((where) => where.or([where('c.kind', '=', 'deal'), where('c.reason', 'is not', null)]))
    .orderBy('c.id')
    .execute()
  const [first] = rows
  if (!first?.is_by_rule) return first
  const [due = first] = rows
    .filter(({ status }) => status === 'valide')
    .toSorted((one, other) => Number(one.due_by) - Number(other.due_by))
  const { unpaid_state, payable_by, due_by, payout_id } = due
  const isSome = (status: CommissionStatus) => rows.some((row) => row.status === status)
  return {
    ...first,
    unpaid_state,
    payable_by,
    due_by,
    payout_id,
    revenue_cents: Math.max(
      0,
      rows.reduce((sum, row) => sum + row.revenue_cents, 0),
    ),
    amount_cents: Math.max(
      0,
      rows.reduce((sum, row) => sum + row.amount_cents, 0),
    ),
    status: isSome('en_attente') ? ('en_attente' as const) : isSome('valide') ? ('valide' as const) : ('paye' as const),
    is_held: rows.some(({ is_held }) => is_held),
  }
}

/** The person of a partner whom a lead is of. */
interface LeadPerson {
  readonly id: string
  readonly name: string
  readonly deleted: boolean
  readonly left?: boolean
}

/**
 * Whether the partner of a lead `l` has, or had, people beside its first one: most have none. It is looked up for each lead of a
 * page; `exists` would let the planner read the people of all partners instead.
 */
const hasColleagues = sql`(
  select true from partner_members m where m.partner_id = l.partner_id and m.person_id <> m.partner_id limit 1)`

/**
 * Who typed a lead `l`, or whom a colleague passed it to; null where its partner is, and was, one person. The policies decide
 * which people the caller knows: who shares another partner's lead knows none of that partner's.
 */
const typedByColumn = sql<LeadPerson | null>`case when ${hasColleagues} then (
  select jsonb_strip_nulls(jsonb_build_object('id', t.user_id, 'name', t.full_name, 'deleted', t.deleted_at is not null,
    'left', nullif(t.deleted_at is not null and t.user_id <> (
      select c.main_person_id from partners c where c.id = l.partner_id), false)))
  from profiles t where t.user_id = l.typed_by) end`.as('typed_by_person')
