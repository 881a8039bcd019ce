import type { InferResult, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { personSorts } from '#api/partners.ts'
import type { Role } from '#domain/actor.ts'
import type { ContractStatus } from '#domain/contracts.ts'
import type { BillingFilter } from '#domain/billing.ts'
import type { BankDetailFilter } from '#domain/payments.ts'
import { payloadField } from '../activity/payload-field.ts'
import type { Tx } from '../db/database.ts'
import type { Order, Sorted, SortKey } from '../http/listing.ts'
import { inOrder, searchPattern } from '../http/listing.ts'
import { bankDetailsStates } from '../payments/queries.ts'

/** A join instead of `app.role_of`, which would be called once per row. */
const roleOf = sql<Role>`coalesce(r.role, 'partner')`
const revenueOf = sql<number>`coalesce(f.revenue_cents, 0)::bigint`

/** Delivery problem of the open invitation's mail. */
const invitationMail = sql<{ readonly state: 'failed' | 'delayed'; readonly reason: string } | null>`(
  select json_build_object('state', case when m.failed_at is null then 'delayed' else 'failed' end, 'reason', m.last_error)
  from mails m join events e on e.id = m.event_id
    join invitations i on i.user_id = m.user_id and i.id::text = ${payloadField('e', 'person.invited', 'after', 'invitationId')}
  where m.user_id = p.user_id and m.kind = 'invitation' and m.sent_at is null and m.last_error is not null
    and p.joined_at is null and i.accepted_at is null and i.withdrawn_at is null
  limit 1
)`

/** People with access or an invitation, without deleted ones, with their bank details as they are at `now`. */
function people({ tx, now }: Reading) {
  return tx
    .selectFrom('profiles as p')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .leftJoin('payment_infos as b', 'b.partner_id', 'p.user_id')
    .leftJoin(bankDetailsStates(now).as('s'), 's.partner_id', 'p.user_id')
    .leftJoin('billing_profiles as i', 'i.partner_id', 'p.user_id')
    .leftJoin('partner_revenue as f', 'f.partner_id', 'p.user_id')
    .select([
      'p.user_id as id',
      'p.full_name',
      'p.email',
      'p.company',
      'p.created_at',
      'p.joined_at',
      roleOf.as('role'),
      'p.main_contract as contract',
      revenueOf.as('total_revenue_cents'),
      sql<Date | null>`(
        select i.expires_at from invitations i
        where i.user_id = p.user_id and i.accepted_at is null and i.withdrawn_at is null
      )`.as('invitation_expires_at'),
      'b.iban_digest',
      'b.iban_seal',
      'b.iban_checks_out',
      'b.iban_changed_at',
      'b.iban_mask_encrypted',
      's.shared as iban_shared',
      'i.mode as billing_mode',
      'i.regime as billing_regime',
      'i.vat_rate as billing_vat_rate',
      invitationMail.as('invitation_mail'),
    ])
    .where('p.deleted_at', 'is', null)
}

export type ListedPerson = InferResult<ReturnType<typeof people>>[number]

export const personSortKeys = {
  joined: { by: sql`coalesce(p.joined_at, p.created_at)`, holds: 'time' },
  name: { by: sql`p.name_key`, holds: 'text' },
  company: { by: sql`p.company_key`, holds: 'text' },
  role: { by: roleOf, holds: 'text' },
  contract: { by: sql`coalesce(p.main_contract, '')`, holds: 'text' },
  revenue: { by: revenueOf, holds: 'number' },
} as const satisfies Record<(typeof personSorts)[number], SortKey>

/** The transaction and its time. */
interface Reading {
  readonly tx: Tx
  readonly now: Date
}

export interface PersonFilter {
  readonly role?: Role | undefined
  readonly state?: 'invited' | 'active' | undefined
  readonly contract?: ContractStatus | 'none' | undefined
  readonly bank?: BankDetailFilter | undefined
  readonly billing?: BillingFilter | undefined
  readonly search?: string | undefined
}

/** Not by `roleOf`: the planner has no statistics of expressions, takes partners for rare and sorts all of them for one page. */
const isPartner = sql<boolean>`(r.role is null or r.role = 'partner')`

/** Who has bank details that match a filter; administrators have none. */
const withBankDetails: Readonly<Record<BankDetailFilter, RawBuilder<boolean>>> = {
  missing: sql`s.state = 'missing'`,
  complete: sql`s.state = 'complete'`,
  checksum: sql`s.state = 'checksum'`,
  recent: sql`s.held_until is not null`,
  shared: sql`s.shared`,
}

function filtered<Q extends ReturnType<typeof people>>(query: Q, filter: PersonFilter): Q {
  let narrowed = query as ReturnType<typeof people>
  if (filter.role) narrowed = narrowed.where(filter.role === 'partner' ? isPartner : sql<boolean>`r.role = ${filter.role}`)
  if (filter.state) narrowed = narrowed.where('p.joined_at', filter.state === 'active' ? 'is not' : 'is', null)
  if (filter.contract) {
    const state = filter.contract === 'none' ? sql`is null` : sql`= ${filter.contract}`
    narrowed = narrowed.where(isPartner).where(sql<boolean>`p.main_contract ${state}`)
  }
  if (filter.bank) narrowed = narrowed.where(isPartner).where(withBankDetails[filter.bank])
  if (filter.billing) {
    const mode = filter.billing === 'missing' ? sql`is null` : sql`= ${filter.billing}`
    narrowed = narrowed.where(isPartner).where(sql<boolean>`i.mode ${mode}`)
  }
  if (filter.search) narrowed = narrowed.where(sql<boolean>`p.search_text like ${searchPattern(filter.search)}`)
  return narrowed as Q
}

/** A page of people in the requested order, plus one row to detect a next page. */
export function listPeople(reading: Reading, filter: PersonFilter, order: Order): Promise<(ListedPerson & Sorted)[]> {
  return inOrder(filtered(people(reading), filter), order).execute()
}

/** Number of people matching the filter, and their validated revenue. */
export function peopleStats(reading: Reading, filter: PersonFilter): Promise<{ count: number; totalRevenueCents: number }> {
  return filtered(people(reading), filter)
    .clearSelect()
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(f.revenue_cents), 0)::bigint`.as('totalRevenueCents')])
    .executeTakeFirstOrThrow()
}

export function findPerson(reading: Reading, userId: string): Promise<ListedPerson | undefined> {
  return people(reading).where('p.user_id', '=', userId).executeTakeFirst()
}

/** Partners by name for form fields; includes invited ones, whose contract can be prepared. */
export function partnerNames(tx: Tx): Promise<{ id: string; name: string; company: string }[]> {
  return tx
    .selectFrom('profiles as p')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .select(['p.user_id as id', 'p.full_name as name', 'p.company'])
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`${roleOf} = 'partner'`)
    .orderBy('p.full_name')
    .execute()
}
