import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { OtherLead } from '#api/leads.ts'
import type { Tx } from '../db/database.ts'
import type { Leads } from '../db/schema.ts'

/**
 * The id of the oldest lead in the pipeline with the same e-mail or the same company (compared without case, accents,
 * punctuation and legal form), whoever's it is; null for none. A partner is told that there is one, never which.
 */
export async function knownLead(
  tx: Tx,
  { email, company, exceptId }: { email: string; company: string; exceptId?: string | undefined },
): Promise<string | null> {
  const { found } = await tx
    .selectNoFrom(sql<string | null>`app.known_lead(${email}, ${company}, ${exceptId ?? null}::uuid)`.as('found'))
    .executeTakeFirstOrThrow()
  return found
}

/**
 * Waits for whoever adds, renames or deletes a lead of the same e-mail or company, and keeps others waiting until the
 * transaction ends. Comes before any row is locked, in every command that sets a mark or deletes a lead.
 */
export async function lockContact(tx: Tx, { email, company }: { email: string; company: string }): Promise<void> {
  await sql`select app.hold_contact(${email}, ${company})`.execute(tx)
}

/** As `holdContact`, for the contact that the lead will have after `changes`. Nothing to hold when there is no such lead. */
export async function lockContactOf(tx: Tx, id: string, changes: { email?: string; company?: string } = {}): Promise<void> {
  const lead = await tx.selectFrom('leads').select(['email', 'company']).where('id', '=', id).executeTakeFirst()
  if (lead) await lockContact(tx, { email: changes.email ?? lead.email, company: changes.company ?? lead.company })
}

/** As `holdContact`, for every contact there is: a file of leads has too many to hold one by one. */
export async function lockAllContacts(tx: Tx): Promise<void> {
  await sql`select app.hold_all_contacts()`.execute(tx)
}

/**
 * The mark of a lead whose e-mail or company is about to change. A lead without a mark is compared by what changed alone:
 * one that was there first, or that staff have cleared, is not marked for what it always said.
 */
export async function markAfterEdit(
  tx: Tx,
  lead: Selectable<Leads>,
  after: { email: string; company: string },
): Promise<string | null> {
  const { sameCompany } = await tx
    .selectNoFrom(sql<boolean>`app.company_key(${after.company}) = ${lead.company_key}`.as('sameCompany'))
    .executeTakeFirstOrThrow()
  const sameEmail = after.email.toLowerCase() === lead.email.toLowerCase()
  const marked = lead.possible_duplicate_of
  if (sameEmail && sameCompany) return marked
  return knownLead(tx, {
    email: marked || !sameEmail ? after.email : '',
    company: marked || !sameCompany ? after.company : '',
    exceptId: lead.id,
  })
}

/** The leads that others are marked with, by id: for staff's eyes. */
export async function otherLeads(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, OtherLead>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('leads as l')
    .innerJoin('profiles as p', 'p.user_id', 'l.partner_id')
    .select(['l.id', 'l.name', 'l.company', 'l.partner_id', 'p.full_name', 'p.deleted_at'])
    .where('l.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map(({ id, name, company, partner_id, full_name, deleted_at }) => [
      id,
      { id, name, company, partner: { id: partner_id, name: full_name, deleted: deleted_at !== null } },
    ]),
  )
}
