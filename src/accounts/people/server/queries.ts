import { type RawBuilder, type Selectable, sql } from 'kysely'
import { ofPartner, staff } from '#access/domain/audience.ts'
import { type StaffRole, staffRoles } from '#access/domain/staff-rights.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Profiles } from '#platform/server/db/schema.generated.ts'
import type { Receiver } from '#platform/server/mail/mail-content.ts'
import type { InvitationFilter } from '../domain.ts'

/** The one rule for an invitation's state, of `i`: of the inbox's counts, and of the rows that they lead to. */
export function invitationIs(state: Exclude<InvitationFilter, 'none'>, now: Date | RawBuilder<Date>): RawBuilder<boolean> {
  const works = state === 'open' ? sql`>` : sql`<=`
  return sql<boolean>`(i.accepted_at is null and i.withdrawn_at is null and i.expires_at ${works} ${now})`
}

/** Whether the address of the profile `p` is theirs, and not somebody else's by whose they were invited. */
export const ownsAddress = sql<boolean>`not p.address_taken`

/** What a partner is called and how they are reached; `user_id` is the main person's. */
export interface PartnerContact extends Omit<Selectable<Profiles>, 'address_taken'> {
  readonly partner_id: string
  /** Null as well for a partner that was merged into another one: lists name it as it was. */
  readonly partner_deleted_at: Date | null
}

/**
 * Partners with what their main person's profile says. A partner's id is no person's: whoever was the main person when the
 * partner began may have left. Lists say by `partner_deleted_at` that a partner is gone; whoever writes to a partner or gives it
 * something new asks for `deleted_at`, since a merged one has nobody. Locks take the tables behind it.
 */
export const partnerContacts = sql<PartnerContact>`(
  select company.id as partner_id, person.user_id, person.full_name, person.company, person.email, person.created_at,
    person.joined_at, person.deleted_at, person.name_key, person.company_key, person.search_text, person.second_factor_reset_at,
    person.language, case when company.merged_into is null then person.deleted_at end as partner_deleted_at
  from partners company join profiles person on person.user_id = company.main_person_id
)`

/** A company, or the person whose portal it is. */
export async function partnerName(tx: Tx, partnerId: string): Promise<string> {
  const partner = await tx
    .selectFrom(partnerContacts.as('p'))
    .select(['p.company', 'p.full_name'])
    .where('p.partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return partner.company || partner.full_name
}

/** Whether a partner is none any more: deleted, merged, or on the staff by now. False then; null for nobody. */
export async function accessOf(tx: Tx, partnerId: string): Promise<boolean | null> {
  const { rows } = await sql<{ has: boolean }>`
    select c.merged_into is null and p.deleted_at is null and coalesce(r.role, 'partner') = 'partner' as has
    from partners c join profiles p on p.user_id = c.main_person_id left join user_roles r on r.user_id = p.user_id
    where c.id = ${partnerId}`.execute(tx)
  return rows[0]?.has ?? null
}

/** Everybody whom mail to staff goes to, or those of them with one of these roles. */
export function allAdministrators(tx: Tx, among: readonly StaffRole[] = staffRoles): Promise<Receiver[]> {
  return tx
    .selectFrom('profiles as p')
    .innerJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .select(['p.user_id as userId', 'p.full_name as name', 'p.email as address'])
    .where('r.role', '=', 'admin')
    .where('p.deleted_at', 'is', null)
    .where('p.joined_at', 'is not', null)
    .where('r.staff_role', 'in', among)
    .orderBy('p.created_at')
    .execute()
}

/** The partner with this external id, who may have been deleted. */
export function partnerWithExternalId(tx: Tx, externalId: string) {
  return tx
    .selectFrom('partners as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.main_person_id')
    .select(['c.id as partner_id', 'p.user_id', 'p.full_name', 'p.company', 'p.email', 'p.joined_at', 'p.deleted_at'])
    .select('c.merged_into')
    .where('c.external_id', '=', externalId)
    .executeTakeFirst()
}

/** Partners by name for form fields; includes invited ones, whose contract can be prepared. */
export function partnerNames(tx: Tx): Promise<{ id: string; name: string; company: string }[]> {
  return tx
    .selectFrom(partnerContacts.as('p'))
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .select(['p.partner_id as id', 'p.full_name as name', 'p.company'])
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`coalesce(r.role, 'partner') = 'partner'`)
    .orderBy('p.full_name')
    .execute()
}

interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** Adds the partner's e-mail address to each row of an export: names are not unique, ids say nothing to people. */
export async function withPartnerEmails<T extends { readonly partner: { readonly id: string } }>(
  tx: Tx,
  { items, nextCursor }: Page<T>,
): Promise<{ items: (T & { partnerEmail: string })[]; nextCursor: string | null }> {
  const ids = [...new Set(items.map(({ partner }) => partner.id))]
  const rows =
    ids.length === 0
      ? []
      : await tx.selectFrom(partnerContacts.as('p')).select(['partner_id', 'email']).where('partner_id', 'in', ids).execute()
  const emails = new Map(rows.map(({ partner_id, email }) => [partner_id, email]))
  return { items: items.map((item) => ({ ...item, partnerEmail: emails.get(item.partner.id) ?? '' })), nextCursor }
}

/** The partners that people belong to, or belonged to last, by person; staff who never were a partner have none. */
export async function partnersOfPeople(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('partner_members')
    .distinctOn('person_id')
    .select(['person_id', 'partner_id'])
    .where('person_id', 'in', userIds)
    .orderBy('person_id')
    .orderBy(sql`until is null`, 'desc')
    .orderBy('since', 'desc')
    .execute()
  return new Map(rows.map(({ person_id, partner_id }) => [person_id, partner_id]))
}

/** The same of a company, whose id the event has for both. */
export const aboutPartner = (partnerId: string) => ({ subjectId: partnerId, audience: staff, partnerId }) as const

/** Whom an event about a person is about, which staff alone receive. */
export async function aboutPerson(tx: Tx, userId: string) {
  const partnerId = (await partnersOfPeople(tx, [userId])).get(userId)
  return { subjectId: userId, audience: staff, ...(partnerId ? { partnerId } : {}) } as const
}

/** The same, which the partner of the person receives too. */
export async function toldToPerson(tx: Tx, userId: string) {
  const partnerId = (await partnersOfPeople(tx, [userId])).get(userId)
  return { subjectId: userId, audience: partnerId ? ofPartner(partnerId) : staff } as const
}

/** Whether somebody's portal has people beside themselves, or may get them. */
export const hasTeam = (personId: string) => sql<boolean>`(
  exists (
    select from partner_members m join partners c on c.id = m.partner_id cross join settings s
    where m.person_id = ${sql.ref(personId)} and m.until is null
      and (coalesce(c.colleagues, s.colleagues) > 0
        or exists (select from partner_members o where o.partner_id = c.id and o.until is null and o.id <> m.id))))`
