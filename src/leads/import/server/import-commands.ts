import { ofPartner, staff } from '#access/domain/audience.ts'
import { partnerOf } from '#access/server/acting.ts'
import { addHiddenValues, givenFields } from '#leads/leads/server/custom-value-commands.ts'
import { lockAllContacts } from '#leads/leads/server/duplicate-queries.ts'
import { toLeadRow } from '#leads/leads/server/lead-row.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { firstStage } from '#leads/stages/server/queries.ts'
import { commissionCreated, pendingCommission } from '#money/commissions/server/commands.ts'
import { rulesFor } from '#money/rules/server/account-queries.ts'
import { isSignedByFacts, ruleOn, signByRules } from '#money/rules/server/sign-commands.ts'
import { readStanding } from '#money/tiers/server/queries.ts'
import { requireTier } from '#money/tiers/server/tier-guards.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { LeadImport, ValidatedRow } from '../api.ts'
import { type Candidate, validateRows } from './validate-rows.ts'

type CommissionRow = ReturnType<typeof pendingCommission>

interface NewCommission {
  readonly row: CommissionRow
  readonly created: NewEvent
}

/**
 * Imports every valid row as if it had been added and moved to its status: with the same events, and with a pending commission
 * if it is signed. Duplicates are imported only with `includeDuplicates`, and marked as such.
 */
export async function importLeads(context: TransactionContext, order: LeadImport): Promise<ValidatedRow[]> {
  await lockAllContacts(context.tx)
  const validations = await validateRows(context, order)
  const leads = validations.flatMap(({ candidate }) => candidate ?? [])
  if (leads.length > 0) {
    const { commissions, byRules } = await planCommissions(context, leads)
    await insert(
      context,
      leads,
      commissions.map(({ row }) => row),
    )
    const first = await firstStage(context.tx)
    const byLead = new Map(commissions.map(({ row, created }) => [row.lead_id, created]))
    await context.recordEvents([
      ...leads.flatMap((lead) => importEvents(lead, first, byLead.get(lead.id))),
      imported(context, leads.length),
    ])
    for (const { id, partnerId, fields } of byRules) {
      const lead = { id, partnerId, offer: fields.offerType, revenueCents: fields.estimatedAmountCents }
      await signByRules(context, lead, [{ partnerId, basisPoints: 10_000 }])
    }
    for (const { id, partnerId, custom } of leads) await addHiddenValues(context, { id, partnerId, hidden: custom.hidden })
  }
  return validations.map(({ row, candidate }) => (candidate ? { ...row, outcome: 'imported' } : row))
}

/**
 * A commission for each signed lead, at its partner's current rate; leads of another rule than the specification's are signed by
 * it afterwards.
 */
async function planCommissions({ tx, now }: TransactionContext, leads: readonly Candidate[]) {
  const signed = leads.filter(({ status }) => status === wonStage)
  const commissions: NewCommission[] = []
  const byRules: Candidate[] = []
  for (const partnerId of new Set(signed.map((lead) => lead.partnerId))) {
    const [{ current }, rules] = await Promise.all([readStanding(tx, partnerId), rulesFor(tx, [partnerId])])
    for (const candidate of signed.filter((lead) => lead.partnerId === partnerId)) {
      const { id, fields } = candidate
      const rule = ruleOn(rules, { partnerId, offer: fields.offerType }, now)
      if (await isSignedByFacts(tx, null, rule)) {
        byRules.push(candidate)
        continue
      }
      requireTier(current)
      const lead = { id, partner_id: partnerId, estimated_amount_cents: fields.estimatedAmountCents }
      const row = pendingCommission(lead, current, now, rule)
      commissions.push({ row, created: commissionCreated(row, current.id) })
    }
  }
  return { commissions, byRules }
}

/**
 * Inserts all rows at once, so that the triggers lock the stats once and in a fixed order. Leads and commissions share a
 * statement:
 * a commission references its lead, yet its stats must be locked first, as in every command. PostgreSQL fires the triggers of the
 * main query before those of an unreferenced CTE.
 */
async function insert({ tx, now }: TransactionContext, leads: readonly Candidate[], commissions: CommissionRow[]): Promise<void> {
  const rows = leads.map(({ id, partnerId, fields, status, duplicateOf, custom }) => ({
    id,
    partner_id: partnerId,
    ...toLeadRow(fields),
    fields: JSON.stringify(custom.shown),
    status,
    possible_duplicate_of: duplicateOf,
    created_at: now,
    updated_at: now,
  }))
  if (commissions.length === 0) {
    await tx.insertInto('leads').values(rows).execute()
    return
  }
  await tx
    .with('added', (also) => also.insertInto('leads').values(rows))
    .insertInto('commissions')
    .values(commissions)
    .execute()
}

function importEvents(
  { id, fields, status, partnerId, custom }: Candidate,
  first: string,
  commissionCreated: NewEvent | undefined,
): NewEvent[] {
  const about = { subjectId: id, audience: ofPartner(partnerId) } as const
  const events: NewEvent[] = [
    { name: 'lead.created', ...about, after: { ...fields, ...givenFields(custom.shown), status: first } },
  ]
  if (status !== first) events.push({ name: 'lead.moved', ...about, before: { status: first }, after: { status } })
  return commissionCreated ? [...events, commissionCreated, { name: 'lead.signed', ...about }] : events
}

function imported(context: TransactionContext, count: number): NewEvent {
  const audience = context.actor.kind === 'admin' ? staff : ofPartner(partnerOf(context).id)
  return { name: 'leads.imported', subjectId: null, audience, after: { count } }
}
