import { sql } from 'kysely'
import type { Actor, PartnerRole, Person } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { checkRight } from '#access/server/route-rules.ts'
import { type Confirmation, checkConfirmed, refuseSoonAfterAppointment } from '#accounts/auth/server/guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { type AppointmentAct, bankRoles, reachesBank } from '../domain.ts'
import { m } from '../messages/messages.ts'

interface Appointing {
  readonly tx: Tx
  readonly now: Date
  /** Who does it. */
  readonly by: Actor
  readonly confirmation: Confirmation
}

/**
 * Lets only those give, change or take roles that reach a partner's bank details who have proven who they are; once an owner has
 * come in, staff need the right to money, too. Nobody does within a day after they came to such a role themselves. Returns since
 * when somebody with the last of these roles has it, null where nothing follows from that. Refuses `right_missing`,
 * `bank_details_wait`, `confirmation_required`, and `role_objected` while an owner's objection waits.
 */
export async function checkAppointment(
  { tx, now, by, confirmation }: Appointing,
  partnerId: string,
  ...roles: readonly PartnerRole[]
): Promise<Date | null> {
  if (!roles.some(reachesBank)) return null
  const hasOwner = (await joinedOwners(tx, partnerId)).length > 0
  await checkNoObjection(tx, partnerId)
  if (by.kind === 'partner') await refuseSoonAfterAppointment({ tx, now }, by.userId)
  else if (hasOwner) checkRight({ right: 'money' }, by)
  checkConfirmed(confirmation, m.toGiveBankAccess())
  return hasOwner && roles.slice(-1).some(reachesBank) ? now : null
}

/** While an owner's objection waits for its answer, nothing else is decided about who reaches the bank details. */
async function checkNoObjection(tx: Tx, partnerId: string): Promise<void> {
  const open = await tx
    .selectFrom('appointments as a')
    .innerJoin('profiles as p', 'p.user_id', 'a.person_id')
    .select('p.full_name')
    .where('a.partner_id', '=', partnerId)
    .where('a.objected_at', 'is not', null)
    .where('a.answered_at', 'is', null)
    .executeTakeFirst()
  if (open) throw new Refusal('role_objected', m.roleWaits({ name: open.full_name }))
}

/** How long an owner who is told stays one, so that they can object. */
const stayDays = 7

/**
 * Lets owners and accountants leave, or become less, unless an objection waits; and an owner only a week after they were told of
 * somebody else, whoever did that, became it, or is of the staff. Staff need the right to money for an owner who has come in.
 * Refuses `role_objected` and `right_missing`.
 */
export async function checkLeaving({ tx, now, caller }: CallerContext, partnerId: string, personIds: readonly string[]) {
  const leaving = await tx
    .selectFrom('partner_members as m')
    .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
    .select(['m.person_id', 'm.role', 'm.held_role', 'p.joined_at'])
    .where('m.partner_id', '=', partnerId)
    .where('m.person_id', 'in', personIds)
    .where('m.until', 'is', null)
    .execute()
  if (!leaving.some(({ role, held_role: held }) => held !== null || reachesBank(role))) return
  await checkNoObjection(tx, partnerId)
  const owners = leaving.flatMap(({ role, joined_at, person_id }) => (role === 'owner' && joined_at ? [person_id] : []))
  if (owners.length === 0) return
  if (caller.kind === 'admin') checkRight({ right: 'money' }, caller)
  const told = await tx
    .selectFrom('appointment_notices as n')
    .innerJoin('appointments as a', 'a.id', 'n.appointment_id')
    .innerJoin('profiles as p', 'p.user_id', 'n.user_id')
    .select(['p.full_name', 'a.made_at', 'a.made_by', 'a.person_id'])
    .where('a.partner_id', '=', partnerId)
    .where('n.user_id', 'in', owners)
    .where('a.made_at', '>', new Date(now.getTime() - stayDays * 86_400_000))
    .where('a.answered_at', 'is', null)
    .orderBy('a.made_at', 'desc')
    .execute()
  const mayObject = told.find(({ made_by, person_id }) => caller.kind === 'admin' || [made_by, person_id].includes(caller.userId))
  if (mayObject) throw new Refusal('role_objected', m.mayStillObject({ name: mayObject.full_name, days: stayDays }))
}

interface Appointment {
  readonly partnerId: string
  readonly personId: string
  readonly act: AppointmentAct
  readonly by: Pick<Person, 'userId'>
  /** Who came with them: they were no owners before. */
  readonly together?: readonly string[]
  /** What they were before, where their role was changed. */
  readonly before?: { readonly role: PartnerRole; readonly seesAmounts: boolean }
  /** Whom the provider dealt with before. */
  readonly mainBefore?: string
  /** The new address that waits for its confirmation. */
  readonly changeId?: string | null
}

/**
 * Tells those who were owners of the partner before, each with a link of their own to object; whose address changes is told at
 * the one of before. Nobody is told where there is no owner but who does it.
 */
export async function tellOwners(context: TransactionContext, appointment: Appointment): Promise<void> {
  const { tx, now } = context
  const { partnerId, personId, act, by, together = [], before, mainBefore = null, changeId = null } = appointment
  const owners = await joinedOwners(tx, partnerId)
  const others = owners.filter((id) => id !== by.userId && !together.includes(id) && (act === 'address' || id !== personId))
  if (others.length === 0) return
  const id = newId()
  await tx
    .insertInto('appointments')
    .values({
      id,
      partner_id: partnerId,
      person_id: personId,
      act,
      made_by: by.userId,
      made_at: now,
      role_before: before?.role ?? null,
      saw_amounts: before?.seesAmounts ?? null,
      main_before: mainBefore,
      change_id: changeId,
    })
    .execute()
  await tx
    .insertInto('appointment_notices')
    .values(others.map((userId) => ({ id: newId(), appointment_id: id, user_id: userId })))
    .execute()
  await context.recordEvent({
    name: 'appointment.made',
    subjectId: personId,
    audience: ofPartner(partnerId),
    after: { appointmentId: id, act },
  })
}

/** The owners of a partner who have come in, those of longest first; also those whose role an objection suspends. */
export async function joinedOwners(tx: Tx, partnerId: string): Promise<string[]> {
  const owners = await tx
    .selectFrom('partner_members as m')
    .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
    .select('m.person_id')
    .where('m.partner_id', '=', partnerId)
    .where(sql<boolean>`coalesce(m.held_role, m.role) = 'owner'`)
    .where('m.until', 'is', null)
    .where('p.joined_at', 'is not', null)
    .orderBy('m.since')
    .execute()
  return owners.map(({ person_id }) => person_id)
}

/**
 * Somebody has accepted an invitation to a partner. Of owners and accountants whom staff invited before the main person had come
 * in, that person is told once both have, and they wait for a day from then on.
 */
export async function noteArrival(context: TransactionContext, personId: string): Promise<void> {
  const { tx, now } = context
  const arrived = await tx
    .selectFrom('partner_members as m')
    .innerJoin('partners as c', 'c.id', 'm.partner_id')
    .innerJoin('profiles as p', 'p.user_id', 'c.main_person_id')
    .select(['m.partner_id', 'm.role', 'c.main_person_id', 'p.joined_at'])
    .where('m.person_id', '=', personId)
    .where('m.until', 'is', null)
    .executeTakeFirst()
  if (!arrived || !reachesBank(arrived.role) || !arrived.joined_at) return
  const { partner_id: partnerId } = arrived
  const isMain = arrived.main_person_id === personId
  const untold = await tx
    .selectFrom('partner_members as m')
    .innerJoin('invitations as i', 'i.user_id', 'm.person_id')
    .select(['m.person_id', 'i.invited_by'])
    .distinctOn('m.person_id')
    .where('m.partner_id', '=', partnerId)
    .where('m.person_id', isMain ? '<>' : '=', personId)
    .where('m.until', 'is', null)
    .where('m.role', 'in', bankRoles)
    .where('m.appointed_at', 'is', null)
    .orderBy('m.person_id')
    .orderBy('i.created_at', 'desc')
    .execute()
  for (const { person_id: id, invited_by: by } of untold) {
    if (by === null) continue
    await tx
      .updateTable('partner_members')
      .set({ appointed_at: now })
      .where('partner_id', '=', partnerId)
      .where('person_id', '=', id)
      .where('until', 'is', null)
      .execute()
    await tellOwners(context, { partnerId, personId: id, act: 'invited', by: { userId: by } })
  }
}
