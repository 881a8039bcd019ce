import { sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { registrationAbilities } from '../domain/registrations.ts'
import { m } from '../messages/messages.ts'
import { changeRegistration, lockForAnswer } from './answer-commands.ts'
import { findRegistration, type RegistrationRow, registrationRules } from './queries.ts'

async function ownRegistration({ tx }: TransactionContext, leadId: string): Promise<RegistrationRow> {
  const row = await findRegistration(tx, leadId)
  if (!row) throw new Refusal('not_found', m.noSuchLead())
  return row
}

const abilitiesOf = (row: RegistrationRow, caller: { isStaff: boolean; isOwn: boolean }) =>
  registrationAbilities(
    {
      state: row.state,
      appealed: row.appealed_at !== null,
      isSigned: row.status === wonStage,
      protectedUntil: row.protected_until,
      extension: row.extension_state,
      // Rivals do not matter for what a partner may do.
      hasRival: false,
    },
    caller,
  )

const partner = { isStaff: false, isOwn: true }
const staff = { isStaff: true, isOwn: false }

/** A partner asks for another look at a refusal, once. Refuses `registration_step_impossible`. */
export async function appealRefusal(context: TransactionContext, leadId: string, message: string): Promise<void> {
  const row = await ownRegistration(context, leadId)
  refuseUnless(abilitiesOf(row, partner).appeal, 'registration_step_impossible', m.appealOnce())
  await changeRegistration(context, leadId, { state: 'appealed', appealed_at: context.now, appeal: message })
  await context.recordEvent({
    name: 'registration.appealed',
    subjectId: leadId,
    audience: ofPartner(row.partner_id),
    after: { text: message },
  })
}

/** A partner asks for the one extension of a protection. Refuses `registration_step_impossible`. */
export async function askForExtension(context: TransactionContext, leadId: string, reason: string): Promise<void> {
  const row = await ownRegistration(context, leadId)
  refuseUnless(abilitiesOf(row, partner).askExtension, 'registration_step_impossible', m.extensionOnce())
  await changeRegistration(context, leadId, {
    extension_state: 'asked',
    extension_asked_at: context.now,
    extension_reason: reason,
  })
  await context.recordEvent({
    name: 'registration.extension_asked',
    subjectId: leadId,
    audience: ofPartner(row.partner_id),
    after: { reason },
  })
}

/** Staff grant an extension, which follows the present end, or refuse it. Refuses `registration_step_impossible`. */
export async function answerExtension(
  context: TransactionContext,
  leadId: string,
  { grant, message }: { grant: boolean; message: string },
): Promise<void> {
  const { tx, now } = context
  const row = await lockForAnswer(context, leadId)
  const can = abilitiesOf(row, staff).answerExtension && row.protected_until !== null
  refuseUnless(can, 'registration_step_impossible', m.noExtensionWaits())
  const audience = ofPartner(row.partner_id)
  const answer = { extension_answered_at: now, extension_answer: message }
  const update = tx.updateTable('lead_registrations').where('lead_id', '=', leadId)
  if (!grant) {
    await update.set({ ...answer, extension_state: 'refused' }).execute()
    await context.recordEvent({ name: 'registration.extension_refused', subjectId: leadId, audience, after: { message } })
    return
  }
  const { extension_months: months } = await registrationRules(tx)
  const { protected_until } = await update
    .set({
      ...answer,
      ...({ state: 'extended', extension_state: 'granted', reminded_days: null } as const),
      protected_until: sql<Date>`app.months_after(${row.protected_until}, ${months})`,
    })
    .returning('protected_until')
    .executeTakeFirstOrThrow()
  await context.recordEvent({
    name: 'registration.extension_granted',
    subjectId: leadId,
    audience,
    before: { protectedUntil: row.protected_until?.toISOString() ?? null },
    after: { protectedUntil: protected_until?.toISOString() ?? null, message },
  })
}
