import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { PartnerRole } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { addInvitation, withdrawOpenInvitation } from '#accounts/auth/server/commands.ts'
import type { Confirmation } from '#accounts/auth/server/guards.ts'
import { addInvitedPerson, deletePartner, lockPerson } from '#partners/partners/server/commands.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import type { colleagueChange, colleagueForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { checkAppointment, checkLeaving, tellOwners } from './appointment-commands.ts'
import { addColleague, heldEvent, staysHeld } from './held-invitations.ts'
import { passAllLeads } from './pass-commands.ts'
import { allowedColleagues } from './queries.ts'
import { type LockedPartner, lockTeam } from './team-guards.ts'

/**
 * Invites somebody to a partner. An owner is bound by the number that staff allow, staff are not. Refuses `team_full` and
 * `email_taken`, and as `checkAppointment` does; owners learn of no account outside their company.
 */
export async function inviteColleague(
  context: CallerContext,
  partnerId: string,
  { fullName, email, role, seesAmounts }: z.output<typeof colleagueForm>,
  confirmation: Confirmation,
): Promise<void> {
  const { tx, now, caller } = context
  const partner = await lockTeam(context, partnerId)
  if (caller.kind === 'partner') await checkRoom(context, partnerId)
  const { userId, isHeld } =
    caller.kind === 'partner'
      ? await addColleague(context, partner, { fullName, email })
      : { userId: await addInvitedPerson(context, { fullName, email, company: partner.company }), isHeld: false }
  const appointed = await checkAppointment({ tx, now, by: caller, confirmation }, partnerId, role)
  await tx.insertInto('user_roles').values({ user_id: userId, role: 'partner', staff_role: null }).execute()
  await tx
    .insertInto('partner_members')
    .values({ partner_id: partnerId, person_id: userId, role, sees_amounts: seesAmounts, since: now, appointed_at: appointed })
    .execute()
  const invitationId = await addInvitation({ ...context, actor: caller }, userId, { isHeld })
  await context.recordEvents([
    {
      name: 'person.invited',
      subjectId: userId,
      audience: ofPartner(partnerId),
      after: { role: 'partner', staffRole: null, invitationId, partnerRole: role },
    },
    ...(isHeld ? [heldEvent(partnerId, userId)] : []),
  ])
  if (appointed) await tellOwners(context, { partnerId, personId: userId, act: 'invited', by: caller })
}

/**
 * Adds somebody to a partner for staff, who waits to be invited: no mail to them leaves before staff send the link. Refuses
 * `email_taken`, and as `checkAppointment` does; owners who were there are told.
 */
export async function addToTeam(
  context: CallerContext,
  partnerId: string,
  { fullName, email, role }: Pick<z.output<typeof colleagueForm>, 'fullName' | 'email' | 'role'>,
  confirmation: Confirmation,
): Promise<{ userId: string }> {
  const { tx, now, caller: by } = context
  const { company } = await lockTeam(context, partnerId)
  const userId = await addInvitedPerson(context, { fullName, email, company })
  const appointed = await checkAppointment({ tx, now, by, confirmation }, partnerId, role)
  await tx.insertInto('user_roles').values({ user_id: userId, role: 'partner', staff_role: null }).execute()
  await tx
    .insertInto('partner_members')
    .values({
      partner_id: partnerId,
      person_id: userId,
      role,
      sees_amounts: role !== 'member',
      since: now,
      appointed_at: appointed,
    })
    .execute()
  await context.recordEvent({
    name: 'person.added',
    subjectId: userId,
    audience: ofPartner(partnerId),
    after: { role: 'partner', partnerRole: role },
  })
  if (appointed) await tellOwners(context, { partnerId, personId: userId, act: 'invited', by })
  return { userId }
}

async function checkRoom({ tx }: CallerContext, partnerId: string): Promise<void> {
  const { colleagues: max } = await allowedColleagues(tx, partnerId)
  const { count } = await tx
    .selectFrom('partner_members')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('partner_id', '=', partnerId)
    .where('until', 'is', null)
    .executeTakeFirstOrThrow()
  if (count - 1 < max) return
  const { providerName, contactEmail } = await currentSettings(tx)
  throw new Refusal('team_full', m.teamFull({ max, providerName, contact: contactEmail || 'none' }), { facts: { max } })
}

/**
 * Sends somebody who has not come in yet a new link, and ends the one before; a held invitation becomes one as soon as nobody
 * else has the address. Refuses `invitation_not_pending`, `own_role`, `main_person_stays` and `not_found`.
 */
export async function resendToColleague(context: CallerContext, partnerId: string, personId: string): Promise<void> {
  const { full_name, address_taken: wasHeld } = await lockColleague(context, partnerId, personId)
  const isHeld = await staysHeld(context, personId)
  // An invitation that is accepted meanwhile is none that could be withdrawn.
  const wasPending = await withdrawOpenInvitation(context, personId)
  refuseUnless(wasPending || wasHeld, 'invitation_not_pending', m.joinedAlready({ name: full_name }))
  const invitationId = await addInvitation({ ...context, actor: context.caller }, personId, { isHeld })
  await context.recordEvents([
    { name: 'invitation.resent', subjectId: personId, audience: ofPartner(partnerId), after: { invitationId } },
    ...(isHeld ? [heldEvent(partnerId, personId)] : []),
  ])
}

/**
 * Changes what somebody is to a partner. Refuses `own_role`, `main_person_stays`, `not_found`, `role_objected` while an owner's
 * objection waits for its answer, and as `checkAppointment` does.
 */
export async function changeColleague(
  context: CallerContext,
  partnerId: string,
  personId: string,
  { role, seesAmounts }: z.output<typeof colleagueChange>,
  confirmation: Confirmation,
): Promise<void> {
  const { tx, now, caller: by } = context
  const before = await lockColleague(context, partnerId, personId)
  const after = { role, seesAmounts: role !== 'member' || seesAmounts }
  if (before.role === role && before.seesAmounts === after.seesAmounts) return
  await checkLeaving(context, partnerId, [personId])
  // Owners take such a role for a proof, too; staff end one at once.
  const roles = by.kind === 'partner' ? [before.role, role] : [role]
  const appointed = await checkAppointment({ tx, now, by, confirmation }, partnerId, ...roles)
  await members(context, partnerId, personId).set({ role, sees_amounts: after.seesAmounts, appointed_at: appointed }).execute()
  await context.recordEvent({
    name: 'team.role_changed',
    subjectId: personId,
    audience: ofPartner(partnerId),
    before: { role: before.role, seesAmounts: before.seesAmounts },
    after,
  })
  if (appointed) await tellOwners(context, { partnerId, personId, act: 'role', by, before })
}

/**
 * Ends somebody's access at once: sessions, links and streams with it. Their leads stay with the company, and go to a colleague
 * where one is named; their address can be invited again. Refuses `own_role`, `main_person_stays`, `not_found`,
 * `administrator_not_deletable`, `invalid_input` for a colleague who gets no leads, and as `checkLeaving` does.
 */
export async function endColleague(context: CallerContext, partnerId: string, personId: string, leadsTo?: string): Promise<void> {
  if (leadsTo !== undefined) await passAllLeads(context, { partnerId, from: personId, to: leadsTo })
  await checkLeaving(context, partnerId, [personId])
  await removeColleague(context, partnerId, personId)
}

/** The same where an objection is answered, or somebody else has come by that address. */
export async function removeColleague(context: CallerContext, partnerId: string, personId: string): Promise<void> {
  await removeMember(context, partnerId, personId, await lockColleague(context, partnerId, personId))
}

interface Removed {
  readonly role: PartnerRole
  readonly seesAmounts: boolean
}

async function removeMember(
  context: TransactionContext,
  partnerId: string,
  personId: string,
  { role, seesAmounts }: Removed,
): Promise<void> {
  const { tx, now } = context
  await endMembership(context, partnerId, personId)
  await tx.selectNoFrom((select) => select.fn('app.remove_access', [select.val(personId)]).as('removed')).execute()
  await endLinks(context, personId)
  await tx.deleteFrom('user_roles').where('user_id', '=', personId).execute()
  await tx.updateTable('profiles').set({ deleted_at: now }).where('user_id', '=', personId).execute()
  await context.recordEvent({
    name: 'team.person_left',
    subjectId: personId,
    audience: ofPartner(partnerId),
    before: { role, seesAmounts },
  })
}

/**
 * Ends the access of somebody whose access had ended, and whom a restored backup has as they were before: of a colleague, of
 * staff, or of a partner without colleagues, whose commissions go on as they are. Refuses `main_person_stays`, `not_found`, and
 * the last administrator as the database does.
 */
export async function endReturned(context: TransactionContext, personId: string): Promise<void> {
  const { tx } = context
  const { role, full_name: name } = await lockPerson(context, personId)
  const member = await tx
    .selectFrom('partner_members as m')
    .innerJoin('partners as c', 'c.id', 'm.partner_id')
    .select(['m.partner_id', 'm.role', 'm.sees_amounts as seesAmounts', 'c.main_person_id'])
    .where('m.person_id', '=', personId)
    .where('m.until', 'is', null)
    .executeTakeFirst()
  if (member && member.main_person_id !== personId) return removeMember(context, member.partner_id, personId, member)
  const isAlone = !member || !(await hasColleagues(context, member.partner_id))
  refuseUnless(isAlone, 'main_person_stays', m.mainPersonStays({ name }))
  // Staff lose their role first, as they do by hand.
  if (role === 'admin') await tx.deleteFrom('user_roles').where('user_id', '=', personId).execute()
  await deletePartner(context, personId, 'keep')
}

async function hasColleagues({ tx }: TransactionContext, partnerId: string): Promise<boolean> {
  const members = await tx
    .selectFrom('partner_members')
    .select('person_id')
    .where('partner_id', '=', partnerId)
    .where('until', 'is', null)
    .execute()
  return members.length > 1
}

/** Ends the held invitation of somebody who belongs to the partner by now. */
export async function endHeldInvitation(context: CallerContext, partnerId: string, personId: string): Promise<void> {
  const held = await context.tx
    .selectFrom('partner_members as m')
    .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
    .innerJoin('profiles as o', 'o.email', 'p.email')
    .select('p.user_id')
    .where('m.partner_id', '=', partnerId)
    .where('m.until', 'is', null)
    .where('p.address_taken', '=', true)
    .where('o.user_id', '=', personId)
    .where('p.user_id', '<>', personId)
    .executeTakeFirst()
  if (held) await removeColleague(context, partnerId, held.user_id)
}

/** Ends what somebody is to a partner, and what they kept of its records: marks of unread leads, views of lists, visits. */
export async function endMembership(context: TransactionContext, partnerId: string, personId: string): Promise<void> {
  const { tx, now } = context
  await members(context, partnerId, personId).set({ until: now }).execute()
  for (const table of ['unread_leads', 'saved_views', 'last_visits'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', personId).execute()
  }
}

/** No link that was sent to somebody opens anything any more. */
async function endLinks(context: TransactionContext, personId: string): Promise<void> {
  const { tx, now } = context
  await withdrawOpenInvitation(context, personId)
  for (const table of ['password_resets', 'sign_in_links'] as const) {
    await tx.updateTable(table).set({ used_at: now }).where('user_id', '=', personId).where('used_at', 'is', null).execute()
  }
  await tx.deleteFrom('email_changes').where('user_id', '=', personId).execute()
}

const members = ({ tx }: TransactionContext, partnerId: string, personId: string) =>
  tx
    .updateTable('partner_members')
    .where('partner_id', '=', partnerId)
    .where('person_id', '=', personId)
    .where('until', 'is', null)

/** Locks the partner and finds somebody of it whom the caller decides about. */
async function lockColleague(context: CallerContext, partnerId: string, personId: string) {
  const { tx, caller } = context
  const partner = await lockTeam(context, partnerId)
  const member = await tx
    .selectFrom('partner_members as m')
    .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
    .select(['m.role', 'm.sees_amounts as seesAmounts', 'm.held_role', 'p.full_name', 'p.address_taken'])
    .where('m.partner_id', '=', partnerId)
    .where('m.person_id', '=', personId)
    .where('m.until', 'is', null)
    .executeTakeFirst()
  if (!member) throw new Refusal('not_found', m.noSuchColleague())
  refuseUnless(personId !== caller.userId, 'own_role', m.ownRole())
  checkNotMain(partner, personId, member.full_name)
  return member
}

/** The main person is whom the provider's contracts and mails name. */
function checkNotMain({ mainPersonId }: LockedPartner, personId: string, name: string): void {
  refuseUnless(personId !== mainPersonId, 'main_person_stays', m.mainPersonStays({ name }))
}
