import { sql, type Updateable } from 'kysely'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { clientName } from '#leads/domain/client-names.ts'
import { isUnanswered, type RefusalReason } from '#leads/leads/domain/registration-states.ts'
import { checkNotRestricted } from '#leads/leads/server/restricted-guards.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { Refusal, type RefusalCode, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { LeadRegistrations } from '#platform/server/db/schema.generated.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { firstByRule } from '../domain/registration-priority.ts'
import { isInForce } from '../domain/registrations.ts'
import { m } from '../messages/messages.ts'
import { checkNamesNobody } from './names-nobody.ts'
import { lockRegistration, type RegistrationRow, readClaims, registrationRules } from './queries.ts'

/** To be called before any row is locked: the answer depends on the company's other leads, also on one being added now. */
export async function lockCompanies(tx: Tx, leadIds: readonly string[]): Promise<void> {
  const [first, ...more] = leadIds
  if (more.length > 0) await sql`select app.hold_all_contacts()`.execute(tx)
  else if (first) await sql`select app.hold_lead_contact(${first})`.execute(tx)
}

/**
 * Locks a lead with its registration. Refuses `not_found`, `lead_restricted` and, for staff about a lead of their own,
 * `own_registration`.
 */
export async function lockForAnswer({ tx, actor }: TransactionContext, leadId: string): Promise<RegistrationRow> {
  const row = await lockRegistration(tx, leadId)
  if (!row) throw new Refusal('not_found', m.noSuchLead())
  checkNotRestricted(row)
  refuseUnless(!isOwnPartner(actor, row.partner_id), 'own_registration', m.ownLead())
  return row
}

/**
 * Accepts a registration whose company is locked: it is protected from now on. Refuses `registration_answered`;
 * `registration_conflict` while another partner's lead holds the company; and, without a message, `registration_not_first`.
 */
export async function acceptLocked(context: TransactionContext, row: RegistrationRow, message: string): Promise<void> {
  const { tx, now, actor } = context
  refuseUnless(isUnanswered(row.state), 'registration_answered', m.answeredAlready())
  const claims = await readClaims(tx, [row.lead_id])
  const rivals = claims.filter(({ leadId, lost }) => leadId !== row.lead_id && !lost)
  refuseUnless(
    !rivals.some(({ state, partnerId }) => isInForce(state) && partnerId !== row.partner_id),
    'registration_conflict',
    m.companyHeld(),
  )
  const first = firstByRule(claims)
  refuseUnless(!first || first.leadId === row.lead_id || message !== '', 'registration_not_first', m.notFirst())
  const { protection_months: months } = await registrationRules(tx)
  const { protected_until } = await tx
    .updateTable('lead_registrations')
    .set({
      state: row.status === wonStage ? 'converted' : 'accepted',
      decided_at: now,
      decided_by: 'userId' in actor ? actor.userId : null,
      reason: null,
      message,
      decided_for: null,
      protected_until: sql<Date>`app.months_after(${now}, ${months})`,
    })
    .where('lead_id', '=', row.lead_id)
    .returning('protected_until')
    .executeTakeFirstOrThrow()
  await context.recordEvent({
    name: 'registration.accepted',
    subjectId: row.lead_id,
    audience: ofPartner(row.partner_id),
    before: { state: row.state },
    after: { message, protectedUntil: protected_until?.toISOString() ?? null, isAutomatic: actor.kind === 'system' },
  })
}

/** Writes what a command has decided of a registration that is locked. */
export async function changeRegistration(
  { tx }: TransactionContext,
  leadId: string,
  values: Updateable<LeadRegistrations>,
): Promise<void> {
  await tx.updateTable('lead_registrations').set(values).where('lead_id', '=', leadId).execute()
}

/** Refuses a registration that is locked, for another lead or for none. Refuses `lead_is_signed`: that has its commission. */
export async function refuseLocked(
  context: TransactionContext,
  row: RegistrationRow,
  { reason, message, decidedFor = null }: { reason: RefusalReason; message: string; decidedFor?: string | null },
): Promise<void> {
  checkNotSigned(row)
  const decision = { decided_at: context.now, decided_by: personOf(context).userId, decided_for: decidedFor, message }
  await changeRegistration(context, row.lead_id, { ...decision, state: 'refused', reason, protected_until: null })
  await takeMark(context, row)
  await context.recordEvent({
    name: 'registration.refused',
    subjectId: row.lead_id,
    audience: ofPartner(row.partner_id),
    before: { state: row.state },
    after: { reason, message },
  })
}

/** Merges a registration that is locked into another one, which staff may have decided for. Refuses `lead_is_signed`. */
export async function mergeLocked(
  context: TransactionContext,
  row: RegistrationRow,
  { into, message, decidedFor = null }: { into: string; message: string; decidedFor?: string | null },
): Promise<void> {
  checkNotSigned(row)
  const decision = { decided_at: context.now, decided_by: personOf(context).userId, decided_for: decidedFor, message }
  const merged = { state: 'merged', merged_into: into, reason: null, protected_until: null } as const
  await changeRegistration(context, row.lead_id, { ...decision, ...merged })
  await takeMark(context, row)
  await context.recordEvent({
    name: 'registration.merged',
    subjectId: row.lead_id,
    audience: ofPartner(row.partner_id),
    before: { state: row.state },
    after: { into, message },
  })
}

/** Clears the duplicate mark of a refused or merged lead, which staff need not check any more. */
async function takeMark({ tx }: TransactionContext, { lead_id }: RegistrationRow): Promise<void> {
  await tx
    .updateTable('leads')
    .set({ possible_duplicate_of: null })
    .where('id', '=', lead_id)
    .where('possible_duplicate_of', 'is not', null)
    .execute()
}

function checkNotSigned({ status }: RegistrationRow): void {
  refuseUnless(status !== wonStage, 'lead_is_signed', m.leadIsSigned())
}

interface Answered {
  readonly done: number
  readonly left: { leadId: string; number: string; why: string }[]
}

/** Refusals that skip one of several registrations, instead of failing the whole request. */
const leaves: readonly RefusalCode[] = [
  'not_found',
  'lead_restricted',
  'own_registration',
  'registration_answered',
  'registration_conflict',
  'registration_not_first',
  'lead_is_signed',
]

/** Answers several registrations; those that cannot be answered are skipped and listed with the reason. */
async function answerEach(
  context: TransactionContext,
  ids: readonly string[],
  answer: (row: RegistrationRow) => Promise<void>,
): Promise<Answered> {
  const sortedIds = [...new Set(ids)].sort()
  await lockCompanies(context.tx, sortedIds)
  const left: Answered['left'] = []
  for (const leadId of sortedIds) {
    let number = ''
    try {
      const row = await lockForAnswer(context, leadId)
      number = row.number
      await answer(row)
    } catch (error) {
      if (!(error instanceof Refusal) || !leaves.includes(error.code)) throw error
      left.push({ leadId, number, why: error.message })
    }
  }
  return { done: sortedIds.length - left.length, left }
}

export function acceptRegistrations(context: TransactionContext, { ids, message }: { ids: readonly string[]; message: string }) {
  return answerEach(context, ids, (row) => acceptLocked(context, row, message))
}

export function refuseRegistrations(
  context: TransactionContext,
  { ids, ...answer }: { ids: readonly string[]; reason: RefusalReason; message: string },
) {
  return answerEach(context, ids, async (row) => {
    refuseUnless(isUnanswered(row.state), 'registration_answered', m.answeredAlready())
    await refuseLocked(context, row, answer)
  })
}

/**
 * Merges a submitted registration into that of another lead, which waits or is in force. Refuses `registration_answered`,
 * and `invalid_input` for a message that names the other partner.
 */
export async function mergeRegistration(
  context: TransactionContext,
  leadId: string,
  { into, message }: { into: string; message: string },
): Promise<void> {
  await lockCompanies(context.tx, [leadId])
  const row = await lockForAnswer(context, leadId)
  refuseUnless(row.state === 'submitted', 'registration_answered', m.answeredAlready())
  const other = into === leadId ? undefined : await lockRegistration(context.tx, into)
  if (other) checkNotRestricted(other)
  const counts = other && (isInForce(other.state) || isUnanswered(other.state))
  refuseFieldUnless(other && counts, 'into', m.chooseAnotherLead())
  const naming = m.leaveOtherNameOut()
  if (other.partner_id !== row.partner_id) await checkNamesNobody(context.tx, message, [other.partner_id], naming)
  await mergeLocked(context, row, { into, message })
}

/** Registrations that the money of their leads accepts, by number, and leads that somebody has to answer first. */
interface AcceptedWithMoney {
  readonly accepted: readonly string[]
  readonly undecided: readonly { readonly leadId: string; readonly why: string }[]
}

/**
 * Validating the money of leads accepts their registrations, where the caller and the rule let it. To be called before any row is
 * locked.
 */
export async function acceptWithMoney(context: TransactionContext, leadIds: readonly string[]): Promise<AcceptedWithMoney> {
  const accepted: string[] = []
  const undecided: { leadId: string; why: string }[] = []
  const waiting = leadIds.length === 0 ? [] : await unansweredOf(context.tx, leadIds)
  if (waiting.length > 0) await lockCompanies(context.tx, waiting)
  const { actor } = context
  for (const leadId of waiting) {
    const row = await lockRegistration(context.tx, leadId)
    if (!row || !isUnanswered(row.state)) continue
    try {
      refuseUnless(actor.kind !== 'admin' || actor.rights.includes('leads'), 'registration_undecided', m.answeredByLeadsRight())
      await acceptLocked(context, row, '')
      accepted.push(row.number)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      undecided.push({ leadId, why: m.toAnswerFirst({ number: row.number, company: clientName(row), message: error.message }) })
    }
  }
  return { accepted, undecided }
}

async function unansweredOf(tx: Tx, leadIds: readonly string[]): Promise<string[]> {
  const waiting = tx
    .selectFrom('lead_registrations')
    .select('lead_id')
    .where('lead_id', 'in', leadIds)
    .where('state', 'in', ['submitted', 'appealed'])
    .orderBy('lead_id')
  return (await waiting.execute()).map(({ lead_id }) => lead_id)
}

/** The same, all or none. Refuses `registration_undecided`, with the first lead that somebody has to answer. */
export async function acceptBeforeMoney(context: TransactionContext, leadIds: readonly string[]): Promise<void> {
  const [first] = (await acceptWithMoney(context, leadIds)).undecided
  if (first) throw new Refusal('registration_undecided', first.why)
}
