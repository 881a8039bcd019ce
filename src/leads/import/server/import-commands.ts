import { ofPartner, staff } from '#access/domain/audience.ts'
import { partnerOf } from '#access/server/acting.ts'
import { addHiddenValues, givenFields } from '#leads/leads/server/custom-value-commands.ts'
import { lockAllContacts } from '#leads/leads/server/duplicate-queries.ts'
import { toLeadRow } from '#leads/leads/server/lead-row.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { firstStage } from '#leads/stages/server/queries.ts'
import { newLeadSigner } from '#money/rules/server/sign-commands.ts'
import type { Config } from '#platform/server/config.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { LeadImport, ValidatedRow } from '../api.ts'
import { type Candidate, validateRows } from './validate-rows.ts'

/**
 * Imports every valid row as if it had been added and moved to its status: with the same events, and with a pending commission
 * if it is signed. Duplicates are imported only with `includeDuplicates`, and marked as such.
 */
export async function importLeads(
  context: TransactionContext,
  secret: Pick<Config, 'secret'>,
  order: LeadImport,
): Promise<ValidatedRow[]> {
  await lockAllContacts(context.tx)
  const validations = await validateRows(context, secret, order)
  const leads = validations.flatMap(({ candidate }) => candidate ?? [])
  if (leads.length > 0) {
    await insert(context, leads)
    const first = await firstStage(context.tx)
    const sign = newLeadSigner(context)
    let events: NewEvent[] = []
    for (const lead of leads) {
      events.push(...importEvents(lead, first))
      if (lead.status !== wonStage) continue
      const { id, partnerId, fields } = lead
      await context.recordEvents(events)
      await sign({ id, partnerId, offer: fields.offerType, revenueCents: fields.estimatedAmountCents })
      events = [{ name: 'lead.signed', subjectId: id, audience: ofPartner(partnerId) }]
    }
    await context.recordEvents([...events, imported(context, leads.length)])
    for (const { id, partnerId, custom } of leads) await addHiddenValues(context, { id, partnerId, hidden: custom.hidden })
  }
  return validations.map(({ row, candidate }) => (candidate ? { ...row, outcome: 'imported' } : row))
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

function imported(context: TransactionContext, count: number): NewEvent {
  const audience = context.actor.kind === 'admin' ? staff : ofPartner(partnerOf(context).id)
  return { name: 'leads.imported', subjectId: null, audience, after: { count } }
}
