import { type RawBuilder, type Selectable, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { traderDomainHash } from '#leads/refused-contacts/server/commands.ts'
import { companyDomain } from '#platform/domain/mail-domains.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Leads } from '#platform/server/db/schema.generated.ts'
import type { OtherLead } from '../api/leads.ts'
import { isKnownByPhone } from '../domain/whole-phone.ts'

/** How a client is known: what a lead does not have is empty. */
export interface Contact {
  readonly email: string
  readonly company: string
  readonly phone: string
}

interface LookedUp extends Contact {
  /** Whether the telephone is compared with that of every lead, or only of those that have no e-mail or no company. */
  readonly byPhone: boolean
  readonly exceptId?: string | undefined
}

/**
 * Id of the oldest open lead of any partner with the same e-mail, the same company (ignoring case, accents, punctuation and legal
 * form) or, where one of both leads has no e-mail or no company, the same telephone; null if there is none. What is empty is not
 * compared. Partners may learn that it exists, never which one it is.
 */
export async function findDuplicate(tx: Tx, { email, company, phone, byPhone, exceptId }: LookedUp): Promise<string | null> {
  const duplicate = sql<string | null>`app.known_lead(${email}, ${company}, ${phone}, ${byPhone}, ${exceptId ?? null}::uuid)`
  const { found } = await tx.selectNoFrom(duplicate.as('found')).executeTakeFirstOrThrow()
  return found
}

/** `lockContact` and `findDuplicate` for a new lead, as a part of the statement that adds it. */
export function claimingContact({ email, company, phone }: Contact): RawBuilder<string | null> {
  return sql<string | null>`app.claim_contact(${email}, ${company}, ${phone})`
}

/**
 * Serializes commands on the same e-mail, company or telephone until the transaction ends, so that two leads added at once see
 * each other. To be called before any row is locked, by every command that marks a duplicate or deletes a lead.
 */
export async function lockContact(tx: Tx, { email, company, phone }: Contact): Promise<void> {
  await sql`select app.hold_contact(${email}, ${company}, ${phone})`.execute(tx)
}

/** Runs `lockContact` for the lead's contact after `changes`. Locks nothing if there is no such lead. */
export async function lockLeadContact(tx: Tx, id: string, changes: Partial<Contact> = {}): Promise<void> {
  const lead = await tx.selectFrom('leads').select(['email', 'company', 'phone']).where('id', '=', id).executeTakeFirst()
  if (!lead) return
  const { email = lead.email, company = lead.company, phone = lead.phone } = changes
  await lockContact(tx, { email, company, phone })
}

/** `lockContact` for a lead as it is, as a statement to send with others. */
export function holdLeadContact(tx: Tx, id: string) {
  return tx.selectNoFrom(sql`app.hold_lead_contact(${id})`.as('held'))
}

/** Whether a lead in the pipeline has an address of the same company: not of a provider that everybody has one of. */
export async function knowsDomain(
  tx: Tx,
  secret: Pick<Config, 'secret'>,
  { email, exceptId }: { readonly email: string; readonly exceptId: string | undefined },
): Promise<boolean> {
  const domain = companyDomain(email)
  if (domain === '') return false
  const isKnown = sql<boolean>`app.known_domain(${domain}, ${traderDomainHash(secret, domain)}, ${exceptId ?? null}::uuid)`
  return (await tx.selectNoFrom(isKnown.as('known')).executeTakeFirstOrThrow()).known
}

/** As `lockContact`, for all contacts: an import has too many to lock them one by one. */
export async function lockAllContacts(tx: Tx): Promise<void> {
  await sql`select app.hold_all_contacts()`.execute(tx)
}

/**
 * The lead that an edited lead duplicates, or null. An unmarked lead is compared only by what changed: the original of a
 * duplicate, or one whose mark was cleared, is not marked for an unchanged e-mail, company or telephone.
 */
export async function duplicateAfterEdit(tx: Tx, lead: Selectable<Leads>, after: Contact): Promise<string | null> {
  const { sameCompany, samePhone } = await tx
    .selectNoFrom([
      sql<boolean>`app.company_key(${after.company}) = ${lead.company_key}`.as('sameCompany'),
      sql<boolean>`app.phone_key(${after.phone}) = ${lead.phone_key}`.as('samePhone'),
    ])
    .executeTakeFirstOrThrow()
  const sameEmail = after.email.toLowerCase() === lead.email.toLowerCase()
  const current = lead.possible_duplicate_of
  if (sameEmail && sameCompany && samePhone) return current
  return findDuplicate(tx, {
    email: current || !sameEmail ? after.email : '',
    company: current || !sameCompany ? after.company : '',
    phone: current || !samePhone ? after.phone : '',
    byPhone: isKnownByPhone(after),
    exceptId: lead.id,
  })
}

/** The leads that others are marked as duplicates of, by id, but restricted ones; for administrators. */
export async function readOriginals(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, OtherLead>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('leads as l')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
    .select(['l.id', 'l.name', 'l.company', 'l.partner_id', 'p.full_name', 'p.partner_deleted_at'])
    .where('l.id', 'in', [...new Set(ids)])
    .where('l.restricted_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ id, name, company, partner_id, full_name, partner_deleted_at }) => [
      id,
      { id, name, company, partner: { id: partner_id, name: full_name, deleted: partner_deleted_at !== null } },
    ]),
  )
}
