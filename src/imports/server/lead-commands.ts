import { sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import { deleteLead } from '#leads/leads/server/commands.ts'
import { addHiddenValues, givenFields } from '#leads/leads/server/custom-value-commands.ts'
import { lockAllContacts } from '#leads/leads/server/duplicate-queries.ts'
import { toLeadRow } from '#leads/leads/server/lead-row.ts'
import { checkNotRestricted } from '#leads/leads/server/restricted-guards.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { firstStage } from '#leads/stages/server/queries.ts'
import { lockPartners, newLeadSigner } from '#money/rules/server/sign-commands.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { anyOf } from './any-of.ts'
import type { AppliedRow, KindOfImport, Order } from './kind-of-import.ts'
import { type Candidate, validateRows } from './lead-rows.ts'

/**
 * Imports every valid row as if it had been added and moved to its status: with the same events, and with a pending commission
 * if it is signed. Duplicates are imported only with `includeDuplicates`, and marked as such.
 */
async function addLeads(context: TransactionContext, rows: readonly unknown[], order: Order): Promise<AppliedRow[]> {
  await lockAllContacts(context.tx)
  const validations = await validateRows(context, rows, order)
  const leads = validations.flatMap(({ candidate }) => candidate ?? [])
  if (leads.length > 0) {
    const won = leads.filter(({ status }) => status === wonStage).map(({ partnerId }) => partnerId)
    const sign = await newLeadSigner(context, won)
    await insert(context, leads)
    if (order.settings.toldBefore) {
      const ids = leads.map(({ id }) => id)
      await sql`select app.told_by_former_tool(${ids}::uuid[], ${context.now})`.execute(context.tx)
    }
    const first = await firstStage(context.tx)
    let events: NewEvent[] = []
    for (const lead of leads) {
      events.push(...importEvents(lead, first))
      if (lead.status !== wonStage) continue
      const { id, partnerId, fields } = lead
      await context.recordEvents(events)
      await sign({ id, partnerId, offer: fields.offerType, revenueCents: fields.estimatedAmountCents })
      events = [{ name: 'lead.signed', subjectId: id, audience: ofPartner(partnerId) }]
    }
    await context.recordEvents(events)
    for (const { id, partnerId, custom } of leads) await addHiddenValues(context, { id, partnerId, hidden: custom.hidden })
  }
  return validations.map(({ row, candidate }) => ({ ...row, recordId: candidate?.id ?? null }))
}

/** Inserts all leads at once, so that the triggers lock their stats once and in a fixed order. */
async function insert({ tx, now }: TransactionContext, leads: readonly Candidate[]): Promise<void> {
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
  await tx.insertInto('leads').values(rows).execute()
}

function importEvents({ id, fields, status, partnerId, custom }: Candidate, first: string): NewEvent[] {
  const about = { subjectId: id, audience: ofPartner(partnerId) } as const
  const events: NewEvent[] = [
    { name: 'lead.created', ...about, after: { ...fields, ...givenFields(custom.shown), status: first } },
  ]
  if (status !== first) events.push({ name: 'lead.moved', ...about, before: { status: first }, after: { status } })
  return events
}

/** Takes back leads that nothing has followed; what a signature has brought goes with its lead. */
async function removeLeads(context: TransactionContext, leadIds: readonly string[]): Promise<void> {
  const { tx } = context
  await lockAllContacts(tx)
  const columns = ['id', 'partner_id', 'name', 'company', 'status', 'restricted_at'] as const
  const leads = await tx.selectFrom('leads').select(columns).where('id', '=', anyOf(leadIds)).orderBy('id').forUpdate().execute()
  leads.forEach(checkNotRestricted)
  const [signed, others] = [true, false].map((is) => leads.filter(({ status }) => (status === wonStage) === is))
  await lockPartners(
    context,
    (signed ?? []).map(({ partner_id }) => partner_id),
  )
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
