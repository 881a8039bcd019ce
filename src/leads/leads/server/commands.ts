import type * as z from 'zod/mini'
import { partnerMay } from '#access/domain/abilities.ts'
import { ofPartner, staff } from '#access/domain/audience.ts'
import { partnerOf } from '#access/server/acting.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { afterChanges, isEmpty, valuesBefore } from '#leads/fields/domain/field-changes.ts'
import type { FieldChanges } from '#leads/fields/domain/fields.ts'
import { type FieldRow, readFields } from '#leads/fields/server/queries.ts'
import { onlyOpenOffer } from '#leads/offers/server/queries.ts'
import { checkDecidesAlone, recordEnds } from '#leads/shares/server/share-guards.ts'
import { isLost, mayPass, wonStage } from '#leads/stages/domain/stages.ts'
import { draftOf } from '#leads/stages/server/present.ts'
import { firstStage, onBoard, readStageNames, readStages } from '#leads/stages/server/queries.ts'
import { removePendingCommission, signLead } from '#money/commissions/server/commands.ts'
import { refuseOverwriting } from '#platform/domain/changes.ts'
import { nameIn } from '#platform/domain/names.ts'
import { fieldRefusal, Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { lossChange } from '../api/lead-loss.ts'
import type { LeadInput, leadChanges, OpenLeadInput } from '../api/leads.ts'
import { type LeadField, leadFieldNames } from '../domain/lead-fields.ts'
import { type LeadStatus, moveEffect } from '../domain/leads.ts'
import type { Loss } from '../domain/lost-leads.ts'
import type { RegistrationState } from '../domain/registration-states.ts'
import { m } from '../messages/messages.ts'
import {
  addHiddenValues,
  allCustomValues,
  changeValues,
  checkNeeded,
  givenFields,
  needsFields,
  newValues,
} from './custom-value-commands.ts'
import { claimingContact, duplicateAfterEdit, holdLeadContact, lockLeadContact } from './duplicate-queries.ts'
import { attachFile } from './file-commands.ts'
import { readLeadFiles } from './file-queries.ts'
import { fromLeadRow, lossOf, toLeadRow, toLossColumns } from './lead-row.ts'
import { checkNotRestricted } from './restricted-guards.ts'
import { mayLackAmount, needsAmount } from './signed-amount-queries.ts'

/** Values of custom fields beside those that every lead has. */
interface CustomChanges {
  readonly fields?: FieldChanges | undefined
}

/**
 * Adds a lead in `status`, the first stage of the board. Partners add their own; administrators name the partner. A partner's is
 * sent at once where stage and fields are told, so that what is read next travels with it.
 */
export async function addLead(
  context: TransactionContext,
  { partnerId, fields: custom, ...given }: OpenLeadInput & CustomChanges & { partnerId?: string | undefined },
  {
    id = newId(),
    ...told
  }: { readonly id?: string; readonly status?: LeadStatus; readonly definitions?: readonly FieldRow[] } = {},
) {
  const { tx, now, actor } = context
  const status = told.status ?? (await firstStage(tx))
  const definitions = told.definitions ?? (await readFields(tx))
  const owner = actor.kind === 'admin' ? partnerId : partnerOf(context).id
  refuseFieldUnless(owner, 'partnerId', m.requiredFields(), 'partner_required')
  refuseUnless(actor.kind === 'admin' || !partnerId || partnerId === owner, 'not_found', m.unknownPartner())
  if (actor.kind === 'admin') await requirePartner(context, owner)
  const { shown, hidden } = newValues(definitions, actor, { custom, fields: given, stage: status })
  const fields = await withOffer(tx, given)
  context.post(
    tx.insertInto('leads').values({
      id,
      partner_id: owner,
      ...toLeadRow(fields),
      ...(isEmpty(shown) ? {} : { fields: JSON.stringify(shown) }),
      status,
      possible_duplicate_of: claimingContact(fields),
      created_at: now,
      updated_at: now,
    }),
  )
  await context.recordEvent({
    name: 'lead.created',
    subjectId: id,
    audience: ofPartner(owner),
    after: { ...fields, ...givenFields(shown), status },
  })
  await addHiddenValues(context, { id, partnerId: owner, hidden })
  // A partner exists, or has been deleted meanwhile: the lead has locked the profile, which is read again in the same exchange.
  if (actor.kind !== 'admin') await requirePartner(context, owner)
  return { id }
}

/** What a new lead is stored with: no amount is 0, and where nobody is asked for the offer it is the one that is open. */
async function withOffer(tx: TransactionContext['tx'], given: OpenLeadInput): Promise<LeadInput> {
  const offerType = given.offerType || (await onlyOpenOffer(tx))
  refuseFieldUnless(offerType, 'offerType', m.offerMissing())
  return { ...given, offerType, estimatedAmountCents: given.estimatedAmountCents ?? 0 }
}

/**
 * Locks a lead that is changed next until the transaction ends. Refuses `lead_restricted`, and `not_found` if it does not exist
 * or is not visible to the caller.
 */
export async function lockLead({ tx }: TransactionContext, id: string) {
  const lead = await tx.selectFrom('leads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!lead) throw new Refusal('not_found', m.noSuchLead())
  checkNotRestricted(lead)
  return lead
}

/**
 * Changes the given fields. The commission of a signed lead is not recalculated: its amounts were fixed at the signature. Refuses
 * `changed_meanwhile` where a field is not as `expected`.
 */
export async function editLead(
  context: TransactionContext,
  id: string,
  given: Partial<OpenLeadInput> & CustomChanges,
  expected: z.output<typeof leadChanges>['expected'] = {},
): Promise<void> {
  if (isContact(given)) await lockLeadContact(context.tx, id, given)
  const lead = await lockLead(context, id)
  refuseUnless(lead.erased_at === null || !saysOfClient(given), 'client_erased', m.clientErased())
  const before = fromLeadRow(lead)
  const { fields: customExpected, ...builtInExpected } = expected
  refuseOverwriting(before, builtInExpected)
  if (customExpected) refuseOverwriting(await allCustomValues(context, lead), customExpected)
  const custom = await changeValues(context, lead, given)
  const changes = await storedChanges(context.tx, given)
  const changed = leadFieldNames.filter((field) => changes[field] !== undefined && changes[field] !== before[field])
  if (changed.length === 0 && isEmpty(custom)) return
  const resubmits = changed.some((field) => contactFields.includes(field)) && context.actor.kind === 'partner'
  const registered = resubmits ? await registrationState(context, id) : null
  const pick = (fields: Partial<LeadInput>) => Object.fromEntries(changed.map((field) => [field, fields[field]]))
  const after: LeadInput = { ...before, ...pick(changes) }
  await context.tx
    .updateTable('leads')
    .set({
      ...toLeadRow(after),
      ...(isEmpty(custom) ? {} : { fields: JSON.stringify(afterChanges(lead.fields, custom)) }),
      possible_duplicate_of: await duplicateAfterEdit(context.tx, lead, after),
      updated_at: context.now,
    })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({
    name: 'lead.changed',
    subjectId: id,
    audience: ofPartner(lead.partner_id),
    before: { ...pick(before), ...givenFields(valuesBefore(lead.fields, custom)) },
    after: { ...pick(changes), ...givenFields(custom) },
  })
  // Another client is another registration (app.resubmit).
  if (registered === 'accepted' && (await registrationState(context, id)) === 'submitted') {
    await context.recordEvent({
      name: 'registration.resubmitted',
      subjectId: id,
      audience: ofPartner(lead.partner_id),
      before: { state: registered },
    })
  }
}

/** What tells one client from another. */
const contactFields: readonly LeadField[] = ['company', 'email', 'phone']
const isContact = (changes: Partial<OpenLeadInput>) => contactFields.some((field) => changes[field] !== undefined)

/** Whether changes say something of a client, and not of what they are to buy. */
const saysOfClient = ({ estimatedAmountCents: _, offerType: __, ...said }: Partial<OpenLeadInput> & CustomChanges) =>
  Object.values(said).some((value) => value !== undefined)

/** Changes as they are stored: see `withOffer`. */
async function storedChanges(tx: TransactionContext['tx'], given: Partial<OpenLeadInput>): Promise<Partial<LeadInput>> {
  const { estimatedAmountCents: cents, offerType, ...changes } = given
  const offer = offerType === '' ? await onlyOpenOffer(tx) : offerType
  refuseFieldUnless(offerType === undefined || offer, 'offerType', m.offerMissing())
  return {
    ...changes,
    ...(cents === undefined ? {} : { estimatedAmountCents: cents ?? 0 }),
    ...(offer ? { offerType: offer } : {}),
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
  /** Why, where the stage asks for it. */
  readonly reason?: string | undefined
  /** The amount of the lead, which moves with it where the stage asks for one. */
  readonly estimatedAmountCents?: number | undefined
  /** An uploaded file, which is added to the lead where the stage asks for one. */
  readonly uploadId?: string | undefined
}

/** Whether a move lacks the amount that its stage, or the commission that it brings, asks for. */
async function lacksAmount({ tx, now }: TransactionContext, id: string, move: Move, stage: AmountStage): Promise<boolean> {
  if (!stage.asks && !stage.signs) return false
  const columns = ['estimated_amount_cents', 'partner_id', 'offer_type'] as const
  const lead = await tx.selectFrom('leads').select(columns).where('id', '=', id).executeTakeFirst()
  if (!lead || (move.estimatedAmountCents ?? lead.estimated_amount_cents) !== 0) return false
  return stage.asks || needsAmount(tx, { partnerId: lead.partner_id, offer: lead.offer_type }, now)
}

/** Refuses an amount beside the one that both sides have read: a lead gets it with its signature only where it has none. */
async function checkSignedAmount({ tx }: TransactionContext, id: string, definitions: readonly FieldRow[]): Promise<void> {
  const lead = mayLackAmount(definitions)
    ? await tx.selectFrom('leads').select('estimated_amount_cents').where('id', '=', id).executeTakeFirst()
    : null
  if (lead?.estimated_amount_cents !== 0) throw fieldRefusal('estimatedAmountCents', m.amountOfSignature())
}

interface AmountStage {
  readonly asks: boolean
  /** A lead is signed there, whose amount nobody may have been asked for. */
  readonly signs: boolean
}

/**
 * Refuses `stage_closed` where the caller's side may not make the move, and `stage_asks` where the stage asks for a reason, an
 * amount, a file or a field that is not there. The database refuses what happens meanwhile.
 */
export async function checkPassage(context: TransactionContext, id: string, move: Move): Promise<void> {
  const { tx, actor } = context
  const { from, to, reason } = move
  if (from === to) return
  const [stages, definitions] = await Promise.all([readStages(tx), readFields(tx)])
  const [left, entered] = [from, to].map((key) => stages.find((each) => each.key === key))
  if (!left || !entered || entered.archived_at) throw fieldRefusal('to', m.noSuchStage())
  const isOpen = mayPass(draftOf(left), draftOf(entered), actor.kind === 'admin')
  refuseUnless(isOpen, 'stage_closed', m.stageClosed({ from: nameIn(left), to: nameIn(entered) }))
  if (entered.asks === 'reason' && !reason)
    throw fieldRefusal('reason', m.stageAsksReason({ stage: nameIn(entered) }), 'stage_asks')
  if (entered.asks === 'file' && !move.uploadId && (await readLeadFiles(tx, id)).length === 0) {
    throw fieldRefusal('uploadId', m.stageAsksFile({ stage: nameIn(entered) }), 'stage_asks')
  }
  if (to === wonStage && move.estimatedAmountCents !== undefined) await checkSignedAmount(context, id, definitions)
  const stage = { asks: entered.asks === 'amount', signs: to === wonStage && mayLackAmount(definitions) }
  if (await lacksAmount(context, id, move, stage))
    throw fieldRefusal('estimatedAmountCents', m.stageAsksAmount({ stage: nameIn(entered) }), 'stage_asks')
  const passage = { definitions, stage: to, stages: onBoard(stages).map(({ key }) => key) }
  // Nothing is waited for where nothing is needed: the move goes with what is read next.
  if (needsFields(actor, passage)) await checkNeeded(context, id, passage)
}

/**
 * Moves a lead to another board column. Refuses `lead_moved_meanwhile` (with the current `status`) if it is no longer in `from`,
 * `lead_has_settled_commission` if its commission is validated or paid, and `lead_is_shared` for a partner's signature of one.
 * Entering `signe` creates a pending commission, leaving it removes it.
 */
export async function moveLead(context: TransactionContext, id: string, move: Move): Promise<void> {
  const { tx, now } = context
  // Taken before any row lock, as the trigger does that allows one signed lead per company.
  if (move.to === wonStage) context.post(holdLeadContact(tx, id))
  const lead = await lockLead(context, id)
  if (lead.status !== move.from) throw await movedMeanwhile(context, lead)
  if (move.from === move.to) return
  const effect = moveEffect(move.from, move.to)
  if (effect !== 'none') await checkDecides(context, id)
  const audience = ofPartner(lead.partner_id)
  if (move.uploadId) await attachFile(context, lead, move.uploadId)
  await context.recordEvent({
    name: 'lead.moved',
    subjectId: id,
    audience,
    before: { status: move.from, ...givenLoss(lossOf(lead)), ...givenAmount(move, lead) },
    after: { status: move.to, ...givenLoss(move.loss), ...givenReason(move.reason), ...givenAmount(move) },
  })
  // Commission before lead, as in every command: the triggers lock their stats in this order, and the reverse order could
  // deadlock two moves of one partner's leads.
  if (effect === 'create_commission') {
    // The terms of a signature are checked against the amount that the lead has.
    if (move.estimatedAmountCents !== undefined) {
      await tx.updateTable('leads').set(amountColumn(move)).where('id', '=', id).execute()
    }
    const { partner_id: partnerId, offer_type: offer, estimated_amount_cents: revenueCents } = { ...lead, ...amountColumn(move) }
    await signLead(context, { id, partnerId, offer, revenueCents })
  }
  if (effect === 'remove_commission') await removePendingCommission(context, lead, 'moved')
  context.post(
    tx
      .updateTable('leads')
      .set({ status: move.to, ...toLossColumns(move.loss), ...amountColumn(move), updated_at: now })
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
export function moveOpenLead(context: TransactionContext, id: string, move: Move): Promise<void> | null {
  const { from, to, loss, reason } = move
  // What an amount was before is read with the lead, and a file is added to a lead that is locked.
  if (move.estimatedAmountCents !== undefined || move.uploadId !== undefined) return null
  if (from === to || isLost(from) || moveEffect(from, to) !== 'none') return null
  const { tx, post, actor } = context
  const values = { status: to, ...toLossColumns(loss), updated_at: context.now }
  const update = tx
    .updateTable('leads')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', from)
    .where('restricted_at', 'is', null)
    .returning('partner_id')
  const moved = new Promise<string | null>((resolve) => {
    post(update, (done) => resolve((done?.rows[0]?.partner_id as string | undefined) ?? null))
  }).then(async (partnerId) => {
    if (partnerId === null) throw await movedMeanwhile(context, await lockLead(context, id))
    return partnerId
  })
  const record = (partnerId: string) =>
    context.recordEvent({
      name: 'lead.moved',
      subjectId: id,
      audience: ofPartner(partnerId),
      before: { status: from },
      after: { status: to, ...givenLoss(loss), ...givenReason(reason) },
    })
  if (actor.kind !== 'partner') return moved.then(record)
  return Promise.all([moved, record(actor.partner.id)]).then(() => undefined)
}

/** Refuses who may not decide about a lead's money: `partner_role_missing` and `lead_is_shared`. */
async function checkDecides(context: TransactionContext, id: string): Promise<void> {
  refuseUnless(partnerMay(context.actor, 'money'), 'partner_role_missing', m.ownersSign())
  await checkDecidesAlone(context, id)
}

async function movedMeanwhile({ tx }: TransactionContext, { status }: { readonly status: LeadStatus }): Promise<Refusal> {
  const where = (await readStageNames(tx)).get(status) ?? status
  return new Refusal('lead_moved_meanwhile', m.movedMeanwhile({ where }), {
    facts: { status },
  })
}

const amountColumn = ({ estimatedAmountCents: cents }: Move) => (cents === undefined ? {} : { estimated_amount_cents: cents })
/** The amount that moves with a lead, or what it was before, of `lead`. */
function givenAmount({ estimatedAmountCents: cents }: Move, lead?: { readonly estimated_amount_cents: number }) {
  return cents === undefined ? {} : { estimatedAmountCents: lead?.estimated_amount_cents ?? cents }
}
const givenReason = (reason: string | undefined) => (reason ? { reason } : {})
const givenLoss = (loss: Loss | null | undefined) => (loss ? { loss } : {})

/** Sets or changes the reason why a lead is in Perdu. Refuses `lead_not_lost` for any other lead. */
export async function explainLoss(
  context: TransactionContext,
  id: string,
  { expected, ...newLoss }: z.output<typeof lossChange>,
): Promise<void> {
  const lead = await lockLead(context, id)
  refuseUnless(isLost(lead.status), 'lead_not_lost', m.onlyLostHasReason())
  const before = lossOf(lead)
  const loss = { reason: newLoss.reason, note: newLoss.note ?? before?.note ?? '' }
  if (before?.reason === loss.reason && before.note === loss.note) return
  refuseOverwriting({ loss: before }, { loss: expected })
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

/** Deletes a lead, its pending commission and its shares. Refuses `lead_is_shared` and `partner_role_missing` to partners. */
export async function deleteLead(context: TransactionContext, id: string): Promise<void> {
  await lockLeadContact(context.tx, id)
  const lead = await lockLead(context, id)
  if (lead.status === wonStage) {
    await checkDecides(context, id)
    await removePendingCommission(context, lead, 'deleted')
  } else await checkDecidesAlone(context, id)
  await recordEnds(context, lead)
  await context.tx.deleteFrom('leads').where('id', '=', id).execute()
  await context.recordEvent({
    name: 'lead.deleted',
    subjectId: id,
    audience: ofPartner(lead.partner_id),
    before: { name: lead.name, company: lead.company, status: lead.status },
  })
}
