import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { partnerMay } from '#access/domain/abilities.ts'
import type { Role } from '#access/domain/actor.ts'
import { ofPartner, staff } from '#access/domain/audience.ts'
import { partnerOf } from '#access/server/acting.ts'
import { aboutPerson } from '#accounts/people/server/queries.ts'
import { showToNewcomer } from '#communication/announcements/server/commands.ts'
import { noteArrival } from '#partners/team/server/appointment-commands.ts'
import { refuseOverwriting } from '#platform/domain/changes.ts'
import type { Language } from '#platform/domain/languages.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { newId } from '#platform/server/ids.ts'
import { deadLink } from '#platform/server/secrets/links.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { profileForm } from '../api/account.ts'
import type { ResetReason } from '../domain/second-factor.ts'
import { m } from '../messages/messages.ts'

const invitationDays = 7
const resetMinutes = 60
/** Key of the advisory lock; must be the same on all servers. */
const oneAtATime = 7_277_465

interface NewAccount {
  readonly userId: string
  readonly email: string
  readonly fullName: string
  readonly passwordHash: string
}

/** Sets a person's initial password. */
export async function openAccount({ tx, now }: TransactionContext, account: NewAccount): Promise<void> {
  const times = { created_at: now, updated_at: now }
  await tx
    .insertInto('auth.users')
    .values({ id: account.userId, name: account.fullName, email: account.email, email_verified: true, ...times })
    .execute()
  await tx
    .insertInto('auth.accounts')
    .values({
      id: newId(),
      user_id: account.userId,
      account_id: account.userId,
      provider_id: 'credential',
      password: account.passwordHash,
      ...times,
    })
    .execute()
}

/** Whether there is no administrator yet. */
export async function setupOpen({ tx }: Pick<TransactionContext, 'tx'>): Promise<boolean> {
  const admin = await tx.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').executeTakeFirst()
  return !admin
}

/** Creates a setup link; every server that starts without an administrator prints one. */
export async function addSetupLink({ tx, now }: TransactionContext): Promise<string> {
  const id = newId()
  await tx.insertInto('setup_links').values({ id, created_at: now }).execute()
  return id
}

/** Creates the first administrator and invalidates all setup links. Concurrent calls create only one. */
export async function createFirstAdministrator(
  context: TransactionContext,
  input: { setupLinkId: string | null; email: string; fullName: string; passwordHash: string; language?: Language | undefined },
): Promise<{ userId: string }> {
  const { tx, now } = context
  await sql`select pg_advisory_xact_lock(${oneAtATime})`.execute(tx)
  const links = await tx.selectFrom('setup_links').select('id').forUpdate().execute()
  refuseUnless(await setupOpen(context), 'setup_closed', m.setupClosed())
  if (input.setupLinkId && !links.some((link) => link.id === input.setupLinkId)) throw deadLink()
  const userId = newId()
  const email = input.email.toLowerCase()
  await tx
    .insertInto('profiles')
    .values({ user_id: userId, full_name: input.fullName, email, created_at: now, joined_at: now, deleted_at: null })
    .execute()
  await tx.insertInto('user_roles').values({ user_id: userId, role: 'admin', staff_role: 'administrator' }).execute()
  await openAccount(context, { ...input, email, userId })
  await tx.deleteFrom('setup_links').execute()
  if (input.language) await tx.updateTable('settings').set({ language: input.language }).execute()
  await context.recordEvent({ name: 'administrator.created', subjectId: userId, audience: staff })
  return { userId }
}

/**
 * Creates an invitation link, valid for 7 days, and invalidates earlier ones. One that is held, since its address is somebody
 * else's, is withdrawn from the beginning.
 */
export async function addInvitation(
  { tx, now, actor }: TransactionContext,
  userId: string,
  { isHeld = false }: { readonly isHeld?: boolean } = {},
): Promise<string> {
  const id = newId()
  await withdrawOpenInvitation({ tx, now }, userId)
  await tx
    .insertInto('invitations')
    .values({
      id,
      user_id: userId,
      invited_by: 'userId' in actor ? actor.userId : null,
      created_at: now,
      expires_at: new Date(now.getTime() + invitationDays * 86_400_000),
      accepted_at: null,
      withdrawn_at: isHeld ? now : null,
    })
    .execute()
  return id
}

export async function withdrawOpenInvitation(
  { tx, now }: Pick<TransactionContext, 'tx' | 'now'>,
  userId: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('invitations')
    .set({ withdrawn_at: now })
    .where('user_id', '=', userId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export interface OpenInvitation {
  readonly userId: string
  /** Who invites; null where they have no access any more. */
  readonly inviter: string | null
  readonly email: string
  readonly fullName: string
  readonly role: Role
}

/** Loads and locks the invited person. Refuses `link_invalid` once used, withdrawn or expired. */
export async function openInvitation({ tx, now }: TransactionContext, invitationId: string): Promise<OpenInvitation> {
  const row = await tx
    .selectFrom('invitations as i')
    .innerJoin('profiles as p', 'p.user_id', 'i.user_id')
    .leftJoin('user_roles as r', 'r.user_id', 'i.user_id')
    .leftJoin('profiles as b', (join) => join.onRef('b.user_id', '=', 'i.invited_by').on('b.deleted_at', 'is', null))
    .select(['i.user_id', 'p.email', 'p.full_name', 'r.role', 'b.full_name as inviter'])
    .where('i.id', '=', invitationId)
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .forUpdate('i')
    .executeTakeFirst()
  if (!row) throw deadLink()
  const { user_id: userId, email, full_name: fullName, role, inviter } = row
  return { userId, email, fullName, inviter, role: role === 'admin' ? 'admin' : 'partner' }
}

/** Holds the company of somebody who comes in against deletion. Refuses `link_invalid` where it was deleted. */
async function holdCompany({ tx }: TransactionContext, userId: string): Promise<void> {
  const { rows } = await sql<{ deleted_at: Date | null }>`
    select h.deleted_at from partner_members m, app.hold_partner(m.partner_id) h
    where m.person_id = ${userId} and m.until is null`.execute(tx)
  if (rows.some(({ deleted_at }) => deleted_at)) throw deadLink()
}

/** Accepts an invitation with name and password; the person can sign in afterwards. */
export async function acceptInvitation(
  context: TransactionContext,
  input: { invitationId: string; fullName: string; passwordHash: string },
): Promise<OpenInvitation> {
  const { tx, now } = context
  const invitation = await openInvitation(context, input.invitationId)
  await holdCompany(context, invitation.userId)
  const { userId, email } = invitation
  await openAccount(context, { userId, email, fullName: input.fullName, passwordHash: input.passwordHash })
  await tx.updateTable('invitations').set({ accepted_at: now }).where('id', '=', input.invitationId).execute()
  await tx.updateTable('profiles').set({ full_name: input.fullName, joined_at: now }).where('user_id', '=', userId).execute()
  if (invitation.role === 'partner') {
    await showToNewcomer(context, userId)
    await noteArrival(context, userId)
  }
  await context.recordEvent({
    name: 'invitation.accepted',
    ...(await aboutPerson(context.tx, userId)),
    after: { fullName: input.fullName },
  })
  return invitation
}

/** Creates a reset link for an hour. If it is not `mailed`, the operator hands it over, and a mail tells the account's owner. */
export async function addReset(
  { tx, now, recordEvent }: TransactionContext,
  userId: string,
  { mailed }: { readonly mailed: boolean },
): Promise<string> {
  const id = newId()
  const expires = new Date(now.getTime() + resetMinutes * 60_000)
  await tx
    .insertInto('password_resets')
    .values({ id, user_id: userId, created_at: now, expires_at: expires, used_at: null })
    .execute()
  await recordEvent({
    name: 'password.reset_requested',
    subjectId: userId,
    audience: staff,
    after: { resetId: id, ...(mailed ? {} : { mailed }) },
  })
  return id
}

/** Loads and locks the account of a reset link. Refuses `link_invalid` once used or expired. */
export async function openReset({ tx, now }: TransactionContext, resetId: string): Promise<string> {
  const reset = await tx
    .selectFrom('password_resets')
    .select('user_id')
    .where('id', '=', resetId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (!reset) throw deadLink()
  return reset.user_id
}

/** Resets the password, and removes passkeys; ends all sessions and other reset links of the account. */
export async function resetPassword(
  context: TransactionContext,
  input: { resetId: string; passwordHash: string; removePasskeys: readonly string[]; address: string },
): Promise<string> {
  const { tx, now } = context
  const { address } = input
  const userId = await openReset(context, input.resetId)
  const updated = await tx
    .updateTable('auth.accounts')
    .set({ password: input.passwordHash, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw deadLink()
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  await tx.deleteFrom('auth.sessions').where('user_id', '=', userId).execute()
  // Whoever reads the mailbox may link another account of the provider from now on.
  await tx.deleteFrom('provider_accounts').where('user_id', '=', userId).execute()
  await context.recordEvent({
    name: 'password.changed',
    subjectId: userId,
    audience: staff,
    after: { way: 'reset', address },
  })
  const { rows: removed } = await sql<{ name: string | null }>`
    delete from auth.passkeys where user_id = ${userId} and id = any(${input.removePasskeys}::uuid[]) returning name`.execute(tx)
  for (const { name } of removed) {
    await context.recordEvent({
      name: 'passkey.removed',
      subjectId: userId,
      audience: staff,
      after: { address, name: name ?? '' },
    })
  }
  return userId
}

/** Keeps the language that somebody reads the portal and gets mails in; null: the portal's. */
export async function chooseLanguage(tx: Tx, userId: string, language: Language | null): Promise<void> {
  await tx.updateTable('profiles').set({ language }).where('user_id', '=', userId).execute()
}

/** Updates the caller's name and company. Refuses `partner_role_missing` if the company is not theirs to change. */
export async function changeProfile(
  context: TransactionContext,
  userId: string,
  profile: { fullName: string; company: string },
  expected?: z.output<typeof profileForm>['expected'],
): Promise<void> {
  const read = () =>
    context.tx
      .selectFrom('profiles')
      .select(['full_name as fullName', 'company'])
      .where('user_id', '=', userId)
      .executeTakeFirst()
  let before = await read()
  if (before && profile.company !== before.company) {
    await requireCompany(context)
    before = await read()
  }
  if (!before) throw new Refusal('not_found', m.noSuchProfile())
  refuseOverwriting(before, expected)
  await context.tx
    .updateTable('profiles')
    .set({ full_name: profile.fullName, company: profile.company })
    .where('user_id', '=', userId)
    .execute()
  await context.recordEvent({
    name: 'profile.changed',
    subjectId: userId,
    audience: context.actor.kind === 'partner' ? ofPartner(partnerOf(context).id) : staff,
    before,
    after: profile,
  })
}

/** The company of a partner is all its people's: two who change it at once do so one after the other. */
async function requireCompany({ tx, actor }: TransactionContext): Promise<void> {
  if (!partnerMay(actor, 'company')) throw new Refusal('partner_role_missing', m.companyIsOthers())
  if (actor.kind !== 'partner') return
  const ids = sql`array[${actor.partner.id}]::uuid[]`
  await sql`select app.lock_partners(${ids})`.execute(tx)
}

interface Reset extends ResetReason {
  /** Set if the operator did it, who is no user of the portal. */
  readonly by?: 'operator'
}

/**
 * Switches off the second factor that a person has lost, ends their sessions and tells them by mail. Refuses `two_factor_off`.
 */
export async function resetSecondFactor(
  context: TransactionContext,
  userId: string,
  { reason, cause, by }: Reset,
): Promise<void> {
  const { wasOn } = await context.tx
    .selectNoFrom((select) =>
      select.fn<boolean>('app.reset_second_factor', [select.val(userId), select.val(context.now)]).as('wasOn'),
    )
    .executeTakeFirstOrThrow()
  refuseUnless(wasOn, 'two_factor_off', m.noSecondFactor())
  await context.recordEvent({
    name: 'two_factor.reset',
    ...(await aboutPerson(context.tx, userId)),
    after: { reason, ...(cause ? { cause } : {}), ...(by ? { by } : {}) },
  })
}
