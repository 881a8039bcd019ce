import { sql } from 'kysely'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { missingRightMessage } from '#access/domain/staff-rights.ts'
import { accessOf } from '#accounts/people/server/queries.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { fieldRefusal, Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { RecurringChoice } from '../api/rules.ts'
import type { RuleAccount } from '../domain/account.ts'
import { m } from '../messages/messages.ts'
import { type LeadSigning, readAccounts, signingsOf, today } from './account-queries.ts'
import { recordFact } from './line-commands.ts'
import { recurringLeads } from './recurring-queries.ts'
import { type LeadToSign, lockPartners, termsForOne, writeSigning } from './sign-commands.ts'

const recurringText = (count: number) => m.recurringUndecided({ count, shown: count.toLocaleString(currentLocale()) })

/** Who ends what a lead brings, or gives it to another, decides about money. Refuses `right_missing`, `own_commission`. */
function checkDecides({ actor }: TransactionContext, partnerIds: readonly string[]): void {
  if (actor.kind === 'admin' && !actor.rights.includes('money')) {
    throw new Refusal('right_missing', missingRightMessage('money'), { facts: { right: 'money' } })
  }
  refuseUnless(!partnerIds.some((id) => isOwnPartner(actor, id)), 'own_commission', m.ownLead())
}

/**
 * What becomes of the commissions that clients' payments go on bringing a partner who is deleted. Refuses `recurring_undecided`
 * with the number of leads where there are any and nobody has chosen, and what `endRecurring` does.
 */
export async function decideRecurring(
  context: TransactionContext,
  partnerId: string,
  choice: RecurringChoice | undefined,
): Promise<void> {
  await lockPartners(context, [partnerId])
  const leads = await recurringLeads(context, partnerId)
  if (leads.length === 0 || choice === 'keep') return
  if (!choice) {
    throw new Refusal('recurring_undecided', recurringText(leads.length), { facts: { leads: leads.length } })
  }
  await endLeads(context, leads)
}

/**
 * Ends what clients' payments go on bringing a partner whom nobody signs in for any more: payments of later days than today bring
 * nothing, what counts stays. How many leads that were. Refuses `partner_active`, `right_missing` and `own_commission`.
 */
export async function endRecurring(context: TransactionContext, partnerId: string): Promise<number> {
  await lockPartners(context, [partnerId])
  const access = await accessOf(context.tx, partnerId)
  refuseUnless(access !== null, 'not_found', m.noSuchCompany())
  refuseUnless(!access, 'partner_active', m.partnerActive())
  const leads = await recurringLeads(context, partnerId)
  await endLeads(context, leads)
  return leads.length
}

async function endLeads(context: TransactionContext, signings: readonly LeadSigning[]): Promise<void> {
  checkDecides(
    context,
    signings.map(({ partner_id }) => partner_id),
  )
  const [accounts, day] = await Promise.all([readAccounts(context.tx, signings), today(context)])
  for (const signing of signings) {
    for (const account of accounts.get(signing.lead_id) ?? []) await endOne(context, account, signing, day)
  }
}

async function endOne(
  context: TransactionContext,
  account: RuleAccount,
  { lead_id: leadId, partner_id: partnerId }: LeadSigning,
  day: string,
): Promise<void> {
  await recordFact(context, account, { leadId, kind: 'ended', day, body: {} })
  await context.tx
    .updateTable('lead_signings')
    .set({ ended_on: day })
    .where('lead_id', '=', leadId)
    .where('partner_id', '=', partnerId)
    .execute()
  const after = { partnerId, day }
  await context.recordEvent({ name: 'lead.earnings_ended', subjectId: leadId, audience: ofPartner(partnerId), after })
}

/**
 * Whether a lead that is handed over stays signed as it is: its client has paid, or somebody's part of the payments has ended.
 * Then what the payments have brought stays, and the new partner takes over what follows.
 */
export async function isTakenOver(
  { tx }: TransactionContext,
  { leadId, partnerId }: { readonly leadId: string; readonly partnerId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select s.lead_id from lead_signings s join commission_rule_versions v on (v.rule_id, v.version) = (s.rule_id, s.rule_version)
    where (s.lead_id, s.partner_id) = (${leadId}::uuid, ${partnerId}::uuid) and v.definition ->> 'base' = 'client_payment'
      and (exists (select from client_payments p where p.lead_id = s.lead_id)
        or exists (select from lead_signings o where o.lead_id = s.lead_id and o.ended_on is not null))`.execute(tx)
  return rows.length > 0
}

/**
 * Lets a partner earn on what the client of a lead pays after today, under the terms of today, in place of a former one, whose
 * part ends today unless it has before. Months go on counting from the client's signature. Refuses `right_missing`,
 * `own_commission`, and `invalid_input` for a partner whose rule pays nothing of it or who has earned on the lead before.
 */
export async function takeOver(context: TransactionContext, lead: LeadToSign, former: string): Promise<void> {
  const { tx } = context
  const signings = await signingsOf(tx, lead.id)
  const { partnerId } = lead
  await lockPartners(context, [partnerId, ...signings.map(({ partner_id }) => partner_id)])
  checkDecides(context, [former, partnerId])
  const own = signings.find(({ partner_id }) => partner_id === former)
  if (!own) throw new Error(`the lead ${lead.id} is not signed for its partner`)
  if (signings.some(({ partner_id }) => partner_id === partnerId)) throw fieldRefusal('partnerId', m.hasEarnedBefore())
  if (own.ended_on === null) await endLeads(context, [own])
  const facts = await factsSinceSignature(context, lead.id, former)
  const { shares = [10_000], place = 0 } = facts[0]?.body ?? {}
  const signing = await termsForOne(context, lead, { shares, place, clientSince: own.client_since ?? own.signed_on })
  if (signing.own.definition.base !== 'client_payment') throw fieldRefusal('partnerId', m.earnsNothingOfPayments())
  const account = await writeSigning(context, signing)
  // What the client has done so far brings the new partner nothing, and decides what comes: the first payment, a departure.
  for (const { kind, day, body } of facts.slice(1)) await recordFact(context, account, { leadId: lead.id, kind, day, body })
}

/** The signature of a lead for a partner, and what its client has done since, oldest first. */
async function factsSinceSignature({ tx }: TransactionContext, leadId: string, partnerId: string) {
  const facts = await tx
    .selectFrom('commission_facts')
    .select(['kind', 'day', 'body'])
    .where('lead_id', '=', leadId)
    .where('partner_id', '=', partnerId)
    .where('kind', 'in', ['signed', 'paid', 'refunded', 'taken_back', 'left'])
    // What is taken back of a bonus is the former partner's.
    .where(sql<boolean>`not body ? 'bonus'`)
    .orderBy('seq')
    .execute()
  return facts.slice(facts.findLastIndex(({ kind }) => kind === 'signed'))
}
