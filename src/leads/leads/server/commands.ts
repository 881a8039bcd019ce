import { requirePartner } from '#accounts/people/server/guards.ts'
import type { RegistrationState } from '#leads/registrations/domain/registrations.ts'
import { createCommission, removePendingCommission } from '#money/commissions/server/commands.ts'
import { ofPartner, staff } from '#platform/domain/audience.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { personOf, type TransactionContext } from '#platform/server/transaction.ts'
import type { LeadInput } from '../api/leads.ts'
import { leadFieldNames } from '../domain/lead-fields.ts'
import { type LeadStatus, leadStatusLabels, moveEffect } from '../domain/leads.ts'
import type { Loss } from '../domain/lost-leads.ts'
import { m } from '../messages/messages.ts'
import { claimingContact, duplicateAfterEdit, holdLeadContact, lockLeadContact } from './duplicate-queries.ts'
import { fromLeadRow, lossOf, toLeadRow, toLossColumns } from './lead-row.ts'

/**
 * Adds a lead in `nouveau`. Partners add their own; administrators name the partner. A partner's is sent at once, so that what is
 * read next travels with it.
 */
export async function addLead(
  context: TransactionContext,
  { partnerId, ...fields }: LeadInput & { partnerId?: string | undefined },
  id = newId(),
) {
  const { tx, now, actor } = context
  const person = personOf(context)
  const owner = actor.kind === 'admin' ? partnerId : person.userId
  refuseFieldUnless(owner, 'partnerId', m.requiredFields(), 'partner_required')
  refuseUnless(actor.kind === 'admin' || !partnerId || partnerId === owner, 'not_found', m.noSuchPartner())
  if (actor.kind === 'admin') await requirePartner(context, owner)
  context.post(
    tx.insertInto('leads').values({
      id,
      partner_id: owner,
      ...toLeadRow(fields),
      status: 'nouveau',
      possible_duplicate_of: claimingContact(fields),
      created_at: now,
      updated_at: now,
    }),
  )
  await context.recordEvent({
    name: 'lead.created',
    subjectId: id,
    audience: ofPartner(owner),
    after: { ...fields, status: 'nouveau' },
  })
  // A partner exists, or has been deleted meanwhile: the lead has locked the profile, which is read again in the same exchange.
  if (actor.kind !== 'admin') await requirePartner(context, owner)
  return { id }
}

/** Locks a lead until the transaction ends. Refuses `not_found` if it does not exist or is not visible to the caller. */
export async function lockLead({ tx }: TransactionContext, id: string) {
  const lead = await tx.selectFrom('leads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!lead) throw new Refusal('not_found', m.noSuchLead())
  return lead
}

/** Changes the given fields. The commission of a signed lead is not recalculated: its amounts were fixed at the signature. */
export async function editLead(context: TransactionContext, id: string, changes: Partial<LeadInput>): Promise<void> {
  if (changes.email !== undefined || changes.company !== undefined) await lockLeadContact(context.tx, id, changes)
  const lead = await lockLead(context, id)
  const before = fromLeadRow(lead)
  const changed = leadFieldNames.filter((field) => changes[field] !== undefined && changes[field] !== before[field])
  if (changed.length === 0) return
  const resubmits = changed.includes('company') && context.actor.kind === 'partner'
  const registered = resubmits ? await registrationState(context, id) : null
  const pick = (fields: Partial<LeadInput>) => Object.fromEntries(changed.map((field) => [field, fields[field]]))
  const after: LeadInput = { ...before, ...pick(changes) }
  await context.tx
    .updateTable('leads')
    .set({
      ...toLeadRow(after),
      possible_duplicate_of: await duplicateAfterEdit(context.tx, lead, after),
      updated_at: context.now,
    })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({
    name: 'lead.changed',
    subjectId: id,
    audience: ofPartner(lead.partner_id),
    before: pick(before),
    after: pick(changes),
  })
  // Another company is another registration (app.resubmit).
  if (registered === 'accepted' && (await registrationState(context, id)) === 'submitted') {
    await context.recordEvent({
      name: 'registration.resubmitted',
      subjectId: id,
      audience: ofPartner(lead.partner_id),
      before: { state: registered },
    })
  }
}

async function registrationState({ tx }: TransactionContext, id: string): Promise<RegistrationState | null> {
  const row = await tx.selectFrom('lead_registrations').select('state').where('lead_id', '=', id).executeTakeFirst()
  return row?.state ?? null
}

interface Move {
  readonly from: LeadStatus
  readonly to: LeadStatus
  readonly loss?: Loss | undefined
}

/**
 * Moves a lead to another board column. Refuses `lead_moved_meanwhile` (with the current `status`) if it is no longer in `from`,
 * and `lead_has_settled_commission` if its commission is validated or paid. Entering `signe` creates a pending commission,
 * leaving
 * it removes it.
 */
export async function moveLead(context: TransactionContext, id: string, move: Move): Promise<void> {
  const { tx, now } = context
  // Taken before any row lock, as the trigger does that allows one signed lead per company.
  if (move.to === 'signe') context.post(holdLeadContact(tx, id))
  const lead = await lockLead(context, id)
  if (lead.status !== move.from) throw movedMeanwhile(lead)
  if (move.from === move.to) return
  const effect = moveEffect(move.from, move.to)
  const audience = ofPartner(lead.partner_id)
  await context.recordEvent({
    name: 'lead.moved',
    subjectId: id,
    audience,
    before: { status: move.from, ...givenLoss(lossOf(lead)) },
    after: { status: move.to, ...givenLoss(move.loss) },
  })
  // Commission before lead, as in every command: the triggers lock their stats in this order, and the reverse order could
  // deadlock
  // two moves of one partner's leads.
  if (effect === 'create_commission') await createCommission(context, lead)
  if (effect === 'remove_commission') await removePendingCommission(context, lead, 'moved')
  context.post(
    tx
      .updateTable('leads')
      .set({ status: move.to, ...toLossColumns(move.loss), updated_at: now })
      .where('id', '=', id),
  )
  if (effect !== 'create_commission') return
  await context.recordEvent({ name: 'lead.signed', subjectId: id, audience })
}

/**
 * Moves a lead that is open and stays without a commission: one statement locks, compares and moves it. It is sent at once, so
 * that what is read next travels with it; a partner's event does too, since the lead is their own. Null where the move needs
 * more. Refuses `not_found` and `lead_moved_meanwhile`.
 */
export function moveOpenLead(context: TransactionContext, id: string, { from, to, loss }: Move): Promise<void> | null {
  if (from === to || from === 'refuse' || moveEffect(from, to) !== 'none') return null
  const { tx, post, actor } = context
  const values = { status: to, ...toLossColumns(loss), updated_at: context.now }
  const update = tx.updateTable('leads').set(values).where('id', '=', id).where('status', '=', from).returning('partner_id')
  const moved = new Promise<string | null>((resolve) => {
    post(update, (done) => resolve((done?.rows[0]?.partner_id as string | undefined) ?? null))
  }).then(async (partnerId) => {
    if (partnerId === null) throw movedMeanwhile(await lockLead(context, id))
    return partnerId
  })
  const record = (partnerId: string) =>
    context.recordEvent({
      name: 'lead.moved',
      subjectId: id,
      audience: ofPartner(partnerId),
      before: { status: from },
      after: { status: to, ...givenLoss(loss) },
    })
  if (actor.kind !== 'partner') return moved.then(record)
  return Promise.all([moved, record(actor.userId)]).then(() => undefined)
}

function movedMeanwhile({ status }: { readonly status: LeadStatus }): Refusal {
  const where = leadStatusLabels[status]
  return new Refusal('lead_moved_meanwhile', m.movedMeanwhile({ where }), {
    facts: { status },
  })
}

const givenLoss = (loss: Loss | null | undefined) => (loss ? { loss } : {})

/** Sets or changes the reason why a lead is in Perdu. Refuses `lead_not_lost` for any other lead. */
export async function explainLoss(
  context: TransactionContext,
  id: string,
  newLoss: Pick<Loss, 'reason'> & { readonly note?: string | undefined },
): Promise<void> {
  const lead = await lockLead(context, id)
  refuseUnless(lead.status === 'refuse', 'lead_not_lost', m.onlyLostHasReason())
  const before = lossOf(lead)
  const loss = { reason: newLoss.reason, note: newLoss.note ?? before?.note ?? '' }
  if (before?.reason === loss.reason && before.note === loss.note) return
  await context.tx
    .updateTable('leads')
    .set({ ...toLossColumns(loss), updated_at: context.now })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({
    name: 'lead.loss_explained',
    subjectId: id,
    audience: ofPartner(lead.partner_id),
    before: { loss: before },
    after: { loss },
  })
}

/** Clears the mark of a possible duplicate. Partners must not notice: `updated_at` and their history stay as they are. */
export async function clearDuplicate(context: TransactionContext, id: string): Promise<void> {
  const lead = await lockLead(context, id)
  if (!lead.possible_duplicate_of) return
  await context.tx.updateTable('leads').set({ possible_duplicate_of: null }).where('id', '=', id).execute()
  await context.recordEvent({
    name: 'lead.duplicate_cleared',
    subjectId: id,
    audience: staff,
    before: { possibleDuplicateOf: lead.possible_duplicate_of },
  })
}

/** Deletes a lead and its pending commission. */
export async function deleteLead(context: TransactionContext, id: string): Promise<void> {
  await lockLeadContact(context.tx, id)
  const lead = await lockLead(context, id)
  if (lead.status === 'signe') await removePendingCommission(context, lead, 'deleted')
  await context.tx.deleteFrom('leads').where('id', '=', id).execute()
  await context.recordEvent({
    name: 'lead.deleted',
    subjectId: id,
    audience: ofPartner(lead.partner_id),
    before: { name: lead.name, company: lead.company, status: lead.status },
  })
}
