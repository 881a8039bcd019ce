import { type RawBuilder, sql } from 'kysely'
import type { Actor, Role } from '#access/domain/actor.ts'
import { missingRightMessage, type StaffRole } from '#access/domain/staff-rights.ts'
import { addInvitation, resetSecondFactor, withdrawOpenInvitation } from '#accounts/auth/server/commands.ts'
import { beginPartner } from '#accounts/people/server/commands.ts'
import { aboutPartner, aboutPerson, ownsAddress, partnersOfPeople, toldToPerson } from '#accounts/people/server/queries.ts'
import { deleteUnsignedContracts } from '#contracts/contracts/server/commands.ts'
import type { RecurringChoice } from '#money/rules/api/rules.ts'
import { decideRecurring } from '#money/rules/server/ending-commands.ts'
import { fieldRefusal, Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { personOfId } from './queries.ts'

/** Loads and locks the person. Refuses `not_found`, also for deleted people. */
export async function lockPerson({ tx }: TransactionContext, userId: string) {
  const person = await tx
    .selectFrom('profiles as p')
    .select(['p.user_id', 'p.full_name', 'p.company', 'p.email', 'p.joined_at'])
    .where('p.user_id', '=', userId)
    .where('p.deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const record = await tx.selectFrom('user_roles').select(['role', 'staff_role']).where('user_id', '=', userId).executeTakeFirst()
  const role = record?.role ?? 'partner'
  if (!person || role === 'api_key') throw new Refusal('not_found', m.noSuchPerson())
  return { ...person, role, staffRole: record?.staff_role ?? null }
}

/** Loads and locks the person with this address. Refuses `not_found`. */
export async function lockPersonAt(context: TransactionContext, email: string) {
  const person = await context.tx
    .selectFrom('profiles as p')
    .select('p.user_id')
    .where('p.email', '=', email.toLowerCase())
    .where('p.deleted_at', 'is', null)
    .where(ownsAddress)
    .executeTakeFirst()
  if (!person) throw new Refusal('not_found', m.noSuchAddress({ email }))
  return lockPerson(context, person.user_id)
}

/** Whether the caller is this person. The system, as which an operator's commands run, is nobody. */
const isOwn = ({ actor }: TransactionContext, userId: string) => 'userId' in actor && actor.userId === userId

/** Deciding about partners needs the right to partners, deciding about staff the right to the team. */
function checkMayDecideAbout(actor: Actor, role: Role): void {
  if (role === 'partner' || actor.kind !== 'admin' || actor.rights.includes('team')) return
  throw new Refusal('right_missing', missingRightMessage('team'), { facts: { right: 'team' } })
}

interface GivenRole {
  readonly role: Role
  /** Staff are `administrator` when it is not said. */
  readonly staffRole?: StaffRole | undefined
}

function staffRoleOf({ role, staffRole }: GivenRole, present: StaffRole | null = null): StaffRole | null {
  refuseFieldUnless(role === 'admin' || !staffRole, 'staffRole', m.staffRoleOfStaff())
  return role === 'admin' ? (staffRole ?? present ?? 'administrator') : null
}

interface NewPerson {
  readonly email: string
  readonly fullName: string
  readonly company?: string
}

/**
 * Adds somebody who has not come in yet; undefined where the address is somebody else's, unless `isTaken` says so: then they are
 * added without owning it.
 */
export function addPerson(
  { tx, now }: Pick<TransactionContext, 'tx' | 'now'>,
  form: NewPerson,
  isTaken: RawBuilder<boolean> = sql.lit(false),
): Promise<{ userId: string; isTaken: boolean } | undefined> {
  return tx
    .insertInto('profiles')
    .values({
      user_id: newId(),
      full_name: form.fullName,
      company: form.company ?? '',
      email: form.email.toLowerCase(),
      created_at: now,
      joined_at: null,
      deleted_at: null,
      address_taken: isTaken,
    })
    .onConflict((conflict) =>
      conflict.column('email').where('deleted_at', 'is', null).where(sql<boolean>`not address_taken`).doNothing(),
    )
    .returning(['user_id as userId', 'address_taken as isTaken'])
    .executeTakeFirst()
}

/** Adds somebody who has not come in yet. Refuses `email_taken` if the address has access or an open invitation. */
export async function addInvitedPerson(context: TransactionContext, form: NewPerson): Promise<string> {
  const added = await addPerson(context, form)
  if (added) return added.userId
  const email = form.email.toLowerCase()
  const existing = await context.tx
    .selectFrom('profiles as p')
    .select('p.joined_at')
    .where('p.email', '=', email)
    .where('p.deleted_at', 'is', null)
    .where(ownsAddress)
    .executeTakeFirst()
  const reason = existing?.joined_at ? m.hasAccount({ email }) : m.invitedAlready({ email })
  throw fieldRefusal('email', reason, 'email_taken')
}

/** Invites a person by e-mail. Refuses `email_taken` if the address has access or an open invitation. */
export async function invite(
  context: TransactionContext,
  form: { email: string; fullName: string; company?: string } & GivenRole,
): Promise<{ userId: string; invitationId: string }> {
  const { tx } = context
  checkMayDecideAbout(context.actor, form.role)
  const staffRole = staffRoleOf(form)
  const userId = await addInvitedPerson(context, form)
  await tx.insertInto('user_roles').values({ user_id: userId, role: form.role, staff_role: staffRole }).execute()
  if (form.role === 'partner') await beginPartner(context, userId)
  const invitationId = await addInvitation(context, userId)
  await context.recordEvent({
    name: 'person.invited',
    ...(await aboutPerson(context.tx, userId)),
    after: { role: form.role, staffRole, invitationId },
  })
  return { userId, invitationId }
}

/**
 * Adds a partner of one person who waits to be invited: no mail leaves before staff send the link. Refuses `email_taken` if the
 * address has access or an open invitation.
 */
export async function addPartner(context: TransactionContext, form: NewPerson): Promise<{ userId: string }> {
  const userId = await addInvitedPerson(context, form)
  await context.tx.insertInto('user_roles').values({ user_id: userId, role: 'partner', staff_role: null }).execute()
  await beginPartner(context, userId)
  await context.recordEvent({ name: 'person.added', ...(await aboutPerson(context.tx, userId)), after: { role: 'partner' } })
  return { userId }
}

/** Sends a new link and invalidates the previous one. Returns the invitation. */
export async function resendInvitation(context: TransactionContext, userId: string): Promise<{ invitationId: string }> {
  const person = await lockPerson(context, userId)
  checkMayDecideAbout(context.actor, person.role)
  refuseUnless(!person.joined_at, 'invitation_not_pending', m.joinedAlready({ name: person.full_name }))
  const invitationId = await addInvitation(context, userId)
  await context.recordEvent({
    name: 'invitation.resent',
    ...(await aboutPerson(context.tx, userId)),
    after: { invitationId },
  })
  return { invitationId }
}

/**
 * The open invitation of a person, or of a partner's main person, whose link is handed over. Refuses `invitation_not_pending`.
 */
export async function readInvitation(context: TransactionContext, id: string): Promise<string> {
  const { tx, now } = context
  const open = await tx
    .selectFrom('invitations')
    .select(['id', 'user_id'])
    .where('user_id', 'in', [id, await personOfId(tx, id)])
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy(sql`user_id = ${id}`, 'desc')
    .executeTakeFirst()
  if (!open) throw new Refusal('invitation_not_pending', m.noOpenInvitation())
  await context.recordEvent({
    name: 'invitation.link_read',
    ...(await aboutPerson(tx, open.user_id)),
    after: { invitationId: open.id },
  })
  return open.id
}

/** Refuses somebody who belongs to the company of a main person: what is done to that company is not asked for by their id. */
async function checkNoColleague({ tx }: TransactionContext, userId: string): Promise<void> {
  const company = await tx
    .selectFrom('partner_members as m')
    .innerJoin('partners as c', 'c.id', 'm.partner_id')
    .select('c.main_person_id')
    .where('m.person_id', '=', userId)
    .where('m.until', 'is', null)
    .executeTakeFirst()
  refuseUnless(!company || company.main_person_id === userId, 'not_found', m.noSuchPerson())
}

/** Soft-deletes a locked person and the unsigned contracts of their partner; records with money or evidence stay. */
async function takeAway(context: TransactionContext, userId: string): Promise<void> {
  const { tx, now } = context
  await withdrawOpenInvitation(context, userId)
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await tx.updateTable('profiles').set({ deleted_at: now }).where('user_id', '=', userId).execute()
  const partnerId = (await partnersOfPeople(tx, [userId])).get(userId)
  if (partnerId) await deleteUnsignedContracts(context, partnerId)
  await tx.selectNoFrom((select) => select.fn('app.remove_staff_records', [select.val(userId)]).as('removed')).execute()
}

/** Withdraws an open invitation; the person disappears from the lists. Refuses what `decideRecurring` does. */
export async function withdrawInvitation(
  context: TransactionContext,
  userId: string,
  recurring?: RecurringChoice,
): Promise<void> {
  const person = await lockPerson(context, userId)
  checkMayDecideAbout(context.actor, person.role)
  refuseUnless(!person.joined_at, 'invitation_not_pending', m.joinedAlready({ name: person.full_name }))
  await checkNoColleague(context, userId)
  const partnerId = (await partnersOfPeople(context.tx, [userId])).get(userId)
  if (partnerId) await decideRecurring(context, partnerId, recurring)
  await takeAway(context, userId)
  await context.recordEvent({ name: 'invitation.withdrawn', ...(await aboutPerson(context.tx, userId)) })
}

/** Key of the advisory lock; must be the same on all servers. */
const staffChanges = 7_277_470

/**
 * Two administrators who change each other's role at once do so one after the other, and the second one acts with the rights that
 * are left. Refuses `right_missing`.
 */
async function oneChangeOfStaffAtATime(context: TransactionContext): Promise<void> {
  const { tx, actor } = context
  await sql`select pg_advisory_xact_lock(${staffChanges})`.execute(tx)
  if (actor.kind !== 'admin') return
  const { rows } = await sql<{ may: boolean }>`select app.has_right('team') as may`.execute(tx)
  if (rows[0]?.may) return
  throw new Refusal('right_missing', missingRightMessage('team'), { facts: { right: 'team' } })
}

/** Changes somebody's role. Refuses one's own and the last administrator's. */
export async function changeRole(context: TransactionContext, userId: string, form: GivenRole): Promise<void> {
  const { tx } = context
  const { role } = form
  refuseUnless(!isOwn(context, userId), 'own_role', m.ownRole())
  await oneChangeOfStaffAtATime(context)
  const person = await lockPerson(context, userId)
  const staffRole = staffRoleOf(form, person.staffRole)
  if (person.role === role && person.staffRole === staffRole) return
  // A role by hand is not the provider's any more.
  const given = { role, staff_role: staffRole, by_provider: false }
  await tx
    .insertInto('user_roles')
    .values({ user_id: userId, ...given })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(given))
    .execute()
  if (role === 'partner') await beginPartner(context, userId)
  await context.recordEvent({
    name: 'role.changed',
    ...(await toldToPerson(context.tx, userId)),
    before: { role: person.role, staffRole: person.staffRole },
    after: { role, staffRole },
  })
}

/**
 * Ends all sessions of a person, with `removePasskeys` their passkeys as well, and notifies them by mail; does nothing without
 * either. Returns how many sessions there were, and how many passkeys still open the account.
 */
export async function endSessions(
  context: TransactionContext,
  userId: string,
  { removePasskeys }: { readonly removePasskeys: boolean },
): Promise<{ readonly count: number; readonly passkeys: number }> {
  const { tx, now } = context
  refuseUnless(!isOwn(context, userId), 'not_allowed', m.ownSessions())
  const person = await lockPerson(context, userId)
  checkMayDecideAbout(context.actor, person.role)
  refuseUnless(person.joined_at, 'partner_not_active', m.notJoined({ name: person.full_name }))
  const there = removePasskeys ? sql<number>`app.remove_passkeys(${userId}, ${now})` : sql<number>`app.passkey_count(${userId})`
  const { count, passkeys } = await tx
    .selectNoFrom((select) => [select.fn<number>('app.end_sessions', [select.val(userId)]).as('count'), there.as('passkeys')])
    .executeTakeFirstOrThrow()
  const removed = removePasskeys ? passkeys : 0
  if (count + removed > 0) {
    const after = { count, ...(removed > 0 && { passkeys: removed }) }
    await context.recordEvent({ name: 'sessions.ended', ...(await aboutPerson(tx, userId)), after })
  }
  return { count, passkeys: passkeys - removed }
}

/** Switches off the second factor that somebody has lost. Refuses one's own, and `two_factor_off`. */
export async function resetSecondFactorOf(context: TransactionContext, userId: string, reason: string): Promise<void> {
  refuseUnless(!isOwn(context, userId), 'not_allowed', m.ownSecondFactor())
  const person = await lockPerson(context, userId)
  checkMayDecideAbout(context.actor, person.role)
  refuseUnless(person.joined_at, 'partner_not_active', m.notJoined({ name: person.full_name }))
  await resetSecondFactor(context, userId, { reason })
}

/**
 * Ends the access of a partner's main person and of all their colleagues at once. Leads, commissions and signed contracts stay
 * and keep the name. Refuses what `decideRecurring` does.
 */
export async function deletePartner(context: TransactionContext, userId: string, recurring?: RecurringChoice): Promise<void> {
  const { tx } = context
  const person = await lockPerson(context, userId)
  refuseUnless(person.role !== 'admin', 'administrator_not_deletable', m.administratorsStay())
  await checkNoColleague(context, userId)
  const partnerId = (await partnersOfPeople(tx, [userId])).get(userId)
  if (partnerId) await decideRecurring(context, partnerId, recurring)
  const colleagues = partnerId ? await lockColleagues(context, { partnerId, userId }) : []
  for (const each of [userId, ...colleagues]) {
    await tx.selectNoFrom((select) => select.fn('app.remove_access', [select.val(each)]).as('removed')).execute()
    await takeAway(context, each)
  }
  await context.recordEvent({
    name: 'partner.deleted',
    ...(partnerId ? aboutPartner(partnerId) : await aboutPerson(tx, userId)),
  })
}

/** Locks the others who belong to a partner now. */
async function lockColleagues({ tx }: TransactionContext, { partnerId, userId }: { partnerId: string; userId: string }) {
  const rows = await tx
    .selectFrom('profiles as p')
    .innerJoin('partner_members as m', 'm.person_id', 'p.user_id')
    .select('p.user_id')
    .where('m.partner_id', '=', partnerId)
    .where('m.until', 'is', null)
    .where('p.user_id', '<>', userId)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.user_id')
    .forUpdate('p')
    .execute()
  return rows.map((row) => row.user_id)
}
