import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { Actor, Role } from '#access/domain/actor.ts'
import { invitationIs } from '#accounts/people/server/queries.ts'
import type { BankDetailFilter } from '#money/bank-details/domain/bank-details.ts'
import { bankDetailsStates, partnersByIban } from '#money/bank-details/server/queries.ts'
import type { BillingFilter } from '#money/billing/domain/billing.ts'
import { withDocuments } from '#money/vigilance/server/queries.ts'
import type { FilterOf, PageOf } from '#platform/api/list.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { payloadField } from '#platform/server/events/payload-field.ts'
import { conditionsOf, inOrder, matching, orderOf, type SortKey, searchPattern } from '#platform/server/http/lists/listing.ts'
import { withinPeriod } from '#platform/server/http/lists/period.ts'
import type { Portal } from '#platform/server/portal.ts'
import { personList } from '../api/partners.ts'

/** Whether a self-billed partner's mandate is in force; null for the others. */
const hasMandate = sql<boolean | null>`case i.mode when 'self_billing' then
  exists (select from app.mandate_in_force(c.id)) end`

/** A join instead of `app.role_of`, which would be called once per row. */
const roleOf = sql<Role>`coalesce(r.role, 'partner')`
/** API keys have profiles too, and colleagues of a main person have no row of their own. */
const hasRow = sql<boolean>`r.role is distinct from 'api_key' and (c.id is not null or r.role = 'admin')`
/** The person whose row it is: a partner's main person, or somebody of staff. */
const personOfRow = (id: string) =>
  sql<boolean>`p.user_id = coalesce((select main_person_id from partners where id = ${id}), ${id})`
/** Without a claim that says roles, none is followed. */
const roleByProvider = sql<boolean>`(coalesce(r.by_provider, false)
  and exists (select from identity_providers where role_claim <> ''))`
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

/** Everybody who ever had access or an invitation, with their bank details as they are at `now`. */
function everybody({ tx, now }: Reading) {
  return tx
    .selectFrom('profiles as p')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .leftJoin('partners as c', 'c.main_person_id', 'p.user_id')
    .leftJoin('payment_infos as b', 'b.partner_id', 'c.id')
    .leftJoin(bankDetailsStates(now).as('s'), 's.partner_id', 'c.id')
    .leftJoin('billing_profiles as i', 'i.partner_id', 'c.id')
    .leftJoin('partner_revenue as f', 'f.partner_id', 'c.id')
    .select([
      'p.user_id as id',
      // A partner's row has its id, though it is read with its main person; that of staff has the person's.
      sql<string>`coalesce(c.id, p.user_id)`.as('record_id'),
      'p.full_name',
      'p.email',
      'p.company',
      'p.created_at',
      'p.joined_at',
      'p.deleted_at',
      'c.external_id',
      roleOf.as('role'),
      'r.staff_role',
      roleByProvider.as('role_by_provider'),
      'c.main_contract as contract',
      revenueOf.as('total_revenue_cents'),
      sql<Date | null>`(
        select i.expires_at from invitations i
        where i.user_id = p.user_id and i.accepted_at is null and i.withdrawn_at is null
      )`.as('invitation_expires_at'),
      sql<Date | null>`(
        select max(m.sent_at) from invitations i join reminders m on m.invitation_id = i.id
        where i.user_id = p.user_id and i.accepted_at is null and i.withdrawn_at is null
      )`.as('invitation_reminded_at'),
      'b.iban_digest',
      'b.iban_seal',
      'b.iban_checks_out',
      'b.iban_changed_at',
      'b.iban_mask_encrypted',
      's.shared as iban_shared',
      sql<boolean>`s.state = 'refused'`.as('iban_refused'),
      'i.mode as billing_mode',
      'i.regime as billing_regime',
      'i.vat_rate as billing_vat_rate',
      hasMandate.as('billing_mandate'),
      invitationMail.as('invitation_mail'),
      sql<boolean>`app.has_second_factor(p.user_id)`.as('two_factor'),
      sql<number>`app.passkey_count(p.user_id)`.as('passkeys'),
      sql<number | null>`case when c.id is not null then
        (select count(*)::int from partner_members o where o.partner_id = c.id and o.until is null) end`.as('people'),
    ])
    .where(hasRow)
}

/** People with access or an invitation. */
function people(reading: Reading) {
  return everybody(reading).where('p.deleted_at', 'is', null)
}

export type ListedPerson = InferResult<ReturnType<typeof people>>[number]

const joinedAt = sql`coalesce(p.joined_at, p.created_at)`

export const personSortKeys = {
  joined: { by: joinedAt, holds: 'time' },
  name: { by: sql`p.name_key`, holds: 'text' },
  company: { by: sql`p.company_key`, holds: 'text' },
  role: { by: roleOf, holds: 'text' },
  contract: { by: sql`coalesce(c.main_contract, '')`, holds: 'text' },
  revenue: { by: revenueOf, holds: 'number' },
} as const satisfies Record<(typeof personList.sorts)[number], SortKey>

/** Who is meant by an id of the list: of a partner its main person, else the person of staff. */
export async function personOfId(tx: Tx, id: string): Promise<string> {
  const partner = await tx.selectFrom('partners').select('main_person_id').where('id', '=', id).executeTakeFirst()
  return partner?.main_person_id ?? id
}

/** The transaction and its time. */
interface Reading {
  readonly tx: Tx
  readonly now: Date
}

type PersonFilter = FilterOf<typeof personList>

/** Partners whose IBAN is what is searched, or ends as it. */
type IbanOwners = { readonly ibanOwners?: readonly string[] }

/** Not by `roleOf`: the planner has no statistics of expressions, takes partners for rare and sorts all of them for one page. */
const isPartner = sql<boolean>`(r.role is null or r.role = 'partner')`

/** People whose bank details match a filter; administrators have none. */
const withBankDetails: Readonly<Record<BankDetailFilter, RawBuilder<boolean>>> = {
  missing: sql`s.state = 'missing'`,
  complete: sql`s.state = 'complete'`,
  checksum: sql`s.state = 'checksum'`,
  refused: sql`s.state = 'refused'`,
  recent: sql`s.held_until is not null`,
  shared: sql`s.shared`,
}

const conditions = (filter: PersonFilter & IbanOwners, now: Date) =>
  conditionsOf<PersonFilter>(filter, {
    role: (role) => (role === 'partner' ? isPartner : sql<boolean>`r.role = ${role}`),
    state: (state) => sql<boolean>`${sql.ref('p.joined_at')} ${sql.raw(state === 'active' ? 'is not' : 'is')} null`,
    contract: (contract) => [isPartner, sql<boolean>`c.main_contract ${contract === 'none' ? sql`is null` : sql`= ${contract}`}`],
    bank: (bank) => [isPartner, withBankDetails[bank]],
    billing: (billing) => [isPartner, withBilling(billing)],
    documents: (documents) => [isPartner, withDocuments(documents, now)],
    invitation: (invitation) =>
      invitation === 'none'
        ? sql<boolean>`p.joined_at is null and not exists (select from invitations i where i.user_id = p.user_id)`
        : sql<boolean>`exists (select from invitations i where i.user_id = p.user_id and ${invitationIs(invitation, now)})`,
    ...withinPeriod(joinedAt),
    search: (search) => {
      const isCalledSo = sql<boolean>`p.search_text like ${searchPattern(search)}`
      const { ibanOwners: owners = [] } = filter
      return owners.length > 0 ? sql<boolean>`(${isCalledSo} or c.id = any(${owners}::uuid[]))` : isCalledSo
    },
  })

function withBilling(filter: BillingFilter): RawBuilder<boolean> {
  if (filter === 'missing') return sql<boolean>`i.mode is null`
  if (filter === 'mandate_missing') return sql<boolean>`i.mode = 'self_billing' and ${hasMandate} is not true`
  return sql<boolean>`i.mode = ${filter}`
}

/** The filter with the owners of an IBAN that is searched; callers without the right to whole IBANs find none by them. */
export async function withIbanOwners<F extends PersonFilter>(
  { tx, actor, portal }: { readonly tx: Tx; readonly actor: Actor; readonly portal: Pick<Portal, 'config'> },
  filter: F,
): Promise<F> {
  if (!filter.search) return filter
  const owners = await partnersByIban(tx, { actor, config: portal.config, typed: filter.search })
  return { ...filter, ibanOwners: owners.map(({ id }) => id) }
}

/** A page of people in the requested order, plus one row to detect a next page. */
export async function listPeople(reading: Reading, query: PageOf<typeof personList> & IbanOwners) {
  const order = orderOf(personSortKeys, query, personList.usual, sql`p.user_id`)
  return inOrder(matching(people(reading), conditions(query, reading.now)), order).execute()
}

/** Number of people matching the filter, and their validated revenue. */
export function peopleStats(reading: Reading, filter: PersonFilter & IbanOwners) {
  return matching(people(reading), conditions(filter, reading.now))
    .clearSelect()
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(f.revenue_cents), 0)::bigint`.as('totalRevenueCents')])
    .executeTakeFirstOrThrow()
}

export function findPerson(reading: Reading, userId: string): Promise<ListedPerson | undefined> {
  return people(reading).where(personOfRow(userId)).executeTakeFirst()
}

/** Finds a person, deleted ones included. */
export function findPersonEver(reading: Reading, userId: string): Promise<ListedPerson | undefined> {
  return everybody(reading).where(personOfRow(userId)).executeTakeFirst()
}
