import { sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import { checkRight } from '#access/server/route-rules.ts'
import { addReset, resetSecondFactor } from '#accounts/auth/server/commands.ts'
import { type Confirmation, checkConfirmed } from '#accounts/auth/server/guards.ts'
import { checkFree, replaceEmail } from '#partners/corrections/server/email-change-commands.ts'
import { reachesBank } from '#partners/team/domain.ts'
import { joinedOwners } from '#partners/team/server/appointment-commands.ts'
import { removeColleague } from '#partners/team/server/commands.ts'
import { lockPartner, roleOf } from '#partners/team/server/team-guards.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { deadLink } from '#platform/server/secrets/links.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { type AppointmentRow, appointments } from './queries.ts'

/** How long an owner may object. */
const days = 30

/** The appointment of a link. Refuses `link_invalid` once it was answered, after 30 days, and where the person has left. */
export async function openObjection({ tx, now }: TransactionContext, noticeId: string): Promise<AppointmentRow> {
  const row = await appointments(tx)
    .where('a.id', '=', (notice) => notice.selectFrom('appointment_notices').select('appointment_id').where('id', '=', noticeId))
    .where('a.made_at', '>', new Date(now.getTime() - days * 86_400_000))
    .where('a.answered_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw deadLink()
  return row
}

/**
 * Suspends what somebody has become: they are a member who reads no amounts, the main person of before is it again, and a new
 * address waits. Objecting again changes nothing. Refuses as `openObjection` does.
 */
export async function object(context: TransactionContext, noticeId: string): Promise<AppointmentRow> {
  const { tx, now } = context
  const { partner_id: partnerId } = await openObjection(context, noticeId)
  const { mainPersonId } = await lockPartner(context, partnerId)
  const appointment = await openObjection(context, noticeId)
  if (appointment.objected_at) return appointment
  const { id, act, person_id: personId, main_before: mainBefore, role, confirmed_at: confirmedAt } = appointment
  if (act === 'main' && mainBefore && (await roleOf(context, partnerId, mainBefore)) === 'owner') {
    if (mainPersonId === personId) await chooseMain(context, partnerId, mainBefore)
  } else if (reachesBank(role) && (act !== 'address' || confirmedAt)) {
    await membership(context, appointment).set({ role: 'member', sees_amounts: false, held_role: role }).execute()
  }
  const { user_id: objectedBy } = await tx
    .selectFrom('appointment_notices')
    .select('user_id')
    .where('id', '=', noticeId)
    .executeTakeFirstOrThrow()
  await tx.updateTable('appointments').set({ objected_by: objectedBy, objected_at: now }).where('id', '=', id).execute()
  await context.recordEvent({
    name: 'appointment.objected',
    subjectId: personId,
    audience: ofPartner(partnerId),
    after: { appointmentId: id },
  })
  return { ...appointment, objected_at: now }
}

/**
 * Ends the suspension: what somebody has become stays, or is taken back. Refuses `not_found`, `right_missing`, `own_appointment`
 * to whoever gave it and would let it stay, `confirmation_required`, and `email_taken` where the address of before is somebody
 * else's by now.
 */
export async function answerObjection(
  context: CallerContext,
  { partnerId, appointmentId, stays }: { readonly partnerId: string; readonly appointmentId: string; readonly stays: boolean },
  confirmation: Confirmation,
): Promise<void> {
  const { tx, now, caller } = context
  await lockPartner(context, partnerId)
  const appointment = await appointments(tx)
    .where('a.id', '=', appointmentId)
    .where('a.partner_id', '=', partnerId)
    .where('a.objected_at', 'is not', null)
    .where('a.answered_at', 'is', null)
    .executeTakeFirst()
  if (!appointment) throw new Refusal('not_found', m.linkDead())
  checkRight({ right: 'money' }, caller)
  if (stays) await checkIndependent(context, appointment)
  checkConfirmed(confirmation, m.toAnswer())
  await (stays ? letStay(context, appointment) : takeBack(context, appointment))
  await tx
    .updateTable('appointments')
    .set({ answered_by: caller.userId, answered_at: now, kept: stays })
    .where('id', '=', appointmentId)
    .execute()
  await context.recordEvent({
    name: 'appointment.answered',
    subjectId: appointment.person_id,
    audience: ofPartner(partnerId),
    after: { appointmentId, stays },
  })
}

/** Refuses whoever made it, and whom they may have brought in for it: somebody who came to the staff afterwards. */
async function checkIndependent({ tx, caller }: CallerContext, { made_by, made_at }: AppointmentRow): Promise<void> {
  refuseUnless(caller.userId !== made_by, 'own_appointment', m.madeIt())
  const { joined_at } = await tx
    .selectFrom('profiles')
    .select('joined_at')
    .where('user_id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  refuseUnless(joined_at !== null && joined_at < made_at, 'own_appointment', m.cameLater())
}

async function letStay(context: CallerContext, appointment: AppointmentRow): Promise<void> {
  await restoreRole(context, appointment)
  if (appointment.act === 'main') await chooseMain(context, appointment.partner_id, appointment.person_id)
}

/** An invitation ends, a role and an address are those of before; who came from another partner stays as a member. */
async function takeBack(context: CallerContext, appointment: AppointmentRow): Promise<void> {
  const { tx, now } = context
  const { act, person_id: personId, partner_id: partnerId, role_before: role, saw_amounts: sawAmounts } = appointment
  if (act === 'invited') {
    await giveWay(context, appointment)
    await removeColleague(context, partnerId, personId)
  } else if (act === 'role' && role) {
    await membership(context, appointment)
      .set({ role, sees_amounts: sawAmounts === true, held_role: null })
      .execute()
  } else if (act === 'moved') await membership(context, appointment).set({ held_role: null }).execute()
  else if (act === 'address') {
    await restoreRole(context, appointment)
    if (appointment.confirmed_at && appointment.old_email) {
      await checkFree(context, appointment.old_email)
      await replaceEmail(context, { userId: personId, before: appointment.email, email: appointment.old_email })
      await shutOut(context, personId)
    } else if (appointment.change_id) {
      await tx.updateTable('email_changes').set({ withdrawn_at: now }).where('id', '=', appointment.change_id).execute()
    }
  }
}

/** Somebody else becomes the main person, where that is who leaves. */
async function giveWay(context: CallerContext, { partner_id: partnerId, person_id: personId }: AppointmentRow): Promise<void> {
  const { mainPersonId } = await lockPartner(context, partnerId)
  const [other] = (await joinedOwners(context.tx, partnerId)).filter((id) => id !== personId)
  if (mainPersonId === personId && other) await chooseMain(context, partnerId, other)
}

/**
 * Whoever read the other mailbox may have chosen a password, signed in, or added a factor: none of it opens the account any more,
 * and a link to choose a password goes to the address of before.
 */
async function shutOut(context: CallerContext, personId: string): Promise<void> {
  const { tx } = context
  const { rows } = await sql<{ on: boolean }>`select app.has_second_factor(${personId}) as on`.execute(tx)
  if (rows[0]?.on) await resetSecondFactor(context, personId, { reason: m.addressPutBack() })
  await tx.selectNoFrom((select) => select.fn('app.end_sessions', [select.val(personId)]).as('ended')).execute()
  await tx.updateTable('auth.accounts').set({ password: null }).where('user_id', '=', personId).execute()
  await addReset(context, personId, { mailed: true })
}

const membership = ({ tx }: TransactionContext, { partner_id, person_id }: AppointmentRow) =>
  tx
    .updateTable('partner_members')
    .where('partner_id', '=', partner_id)
    .where('person_id', '=', person_id)
    .where('until', 'is', null)

/** Unless there is another objection to what the same person has become. */
async function restoreRole(context: CallerContext, appointment: AppointmentRow): Promise<void> {
  const { id, held_role: role, partner_id: partnerId, person_id: personId } = appointment
  const other = await context.tx
    .selectFrom('appointments')
    .select('id')
    .where('id', '<>', id)
    .where('partner_id', '=', partnerId)
    .where('person_id', '=', personId)
    .where('act', '<>', 'main')
    .where('objected_at', 'is not', null)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (role && !other) await membership(context, appointment).set({ role, sees_amounts: true, held_role: null }).execute()
}

const chooseMain = ({ tx }: TransactionContext, partnerId: string, personId: string) =>
  tx.updateTable('partners').set({ main_person_id: personId }).where('id', '=', partnerId).execute()
