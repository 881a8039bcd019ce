import { deleteLead } from '#leads/leads/server/commands.ts'
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
import { ofPartner } from '#platform/domain/audience.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { anyOf } from './any-of.ts'
import type { AppliedRow, KindOfImport, Order } from './kind-of-import.ts'
import { type Candidate, validateRows } from './lead-rows.ts'

type CommissionRow = ReturnType<typeof pendingCommission>

interface NewCommission {
  readonly row: CommissionRow
  readonly created: NewEvent
}

/**
 * Imports every valid row as if it had been added and moved to its status: with the same events, and with a pending commission
 * if it is signed. Duplicates are imported only with `includeDuplicates`, and marked as such.
 */
async function addLeads(context: TransactionContext, rows: readonly unknown[], order: Order): Promise<AppliedRow[]> {
  await lockAllContacts(context.tx)
  const validations = await validateRows(context, rows, order)
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
    await context.recordEvents(leads.flatMap((lead) => importEvents(lead, first, byLead.get(lead.id))))
    for (const { id, partnerId, fields } of byRules) {
      const lead = { id, partnerId, offer: fields.offerType, revenueCents: fields.estimatedAmountCents }
      await signByRules(context, lead, [{ partnerId, basisPoints: 10_000 }])
    }
    for (const { id, partnerId, custom } of leads) await addHiddenValues(context, { id, partnerId, hidden: custom.hidden })
  }
  return validations.map(({ row, candidate }) => ({ ...row, recordId: candidate?.id ?? null }))
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

/** Takes back leads that nothing has followed; what a signature has brought goes with its lead. */
async function removeLeads(context: TransactionContext, leadIds: readonly string[]): Promise<void> {
  const { tx } = context
  await lockAllContacts(tx)
  const columns = ['id', 'partner_id', 'name', 'company', 'status'] as const
  const leads = await tx.selectFrom('leads').select(columns).where('id', '=', anyOf(leadIds)).orderBy('id').forUpdate().execute()
  const [signed, others] = [true, false].map((is) => leads.filter(({ status }) => (status === wonStage) === is))
  for (const { id } of signed ?? []) await deleteLead(context, id)
  const open = others ?? []
  await tx
    .deleteFrom('leads')
    .where('id', '=', anyOf(open.map(({ id }) => id)))
    .execute()
  await context.recordEvents(
    open.map(({ id, partner_id, name, company, status }) => ({
      name: 'lead.deleted',
      subjectId: id,
      audience: ofPartner(partner_id),
      before: { name, company, status },
    })),
  )
}

export const leadImport: KindOfImport = {
  right: 'leads',
  check: async (context, rows, order) => (await validateRows(context, rows, order)).map(({ row }) => row),
  apply: addLeads,
  undo: removeLeads,
  repeats: (line) => ({ outcome: 'duplicate', path: '', message: m.repeatsRow({ line }) }),
  async existing(tx, leadIds) {
    const rows = await tx.selectFrom('leads').select('id').where('id', '=', anyOf(leadIds)).execute()
    return rows.map(({ id }) => id)
  },
  async subjects(tx, leadIds) {
    const rows = await tx.selectFrom('commissions').select(['id', 'lead_id']).where('lead_id', '=', anyOf(leadIds)).execute()
    const ofLeads = rows.flatMap(({ id, lead_id }) => (lead_id ? [[id, lead_id] as const] : []))
    return new Map([...leadIds.map((id) => [id, id] as const), ...ofLeads])
  },
}
