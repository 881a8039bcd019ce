import { personOf } from '#access/server/acting.ts'
import { ownsAddress, toldToPerson } from '#accounts/people/server/queries.ts'
import { bankRoles } from '#partners/team/domain.ts'
import { fieldRefusal } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { deadLink } from '#platform/server/secrets/links.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'

const days = 7

/** Asks to confirm a new address, in lower case; an earlier one is withdrawn. Returns the change's id. Refuses `email_taken`. */
export async function requestEmailChange(
  context: TransactionContext,
  person: { readonly user_id: string; readonly email: string },
  email: string,
): Promise<string> {
  const { tx, now } = context
  await checkFree(context, email)
  await withdrawEmailChange(context, person.user_id)
  const id = newId()
  await tx
    .insertInto('email_changes')
    .values({
      id,
      user_id: person.user_id,
      old_email: person.email,
      new_email: email,
      requested_by: personOf(context).userId,
      created_at: now,
      expires_at: new Date(now.getTime() + days * 86_400_000),
      confirmed_at: null,
      withdrawn_at: null,
    })
    .execute()
  await context.recordEvent({
    name: 'email_change.requested',
    ...(await toldToPerson(context.tx, person.user_id)),
    after: { changeId: id },
  })
  return id
}

/** Refuses `email_taken` for the address of somebody with access or an invitation. */
export async function checkFree({ tx }: Pick<TransactionContext, 'tx'>, email: string): Promise<void> {
  const owner = await tx
    .selectFrom('profiles as p')
    .select('p.user_id')
    .where('p.email', '=', email)
    .where('p.deleted_at', 'is', null)
    .where(ownsAddress)
    .executeTakeFirst()
  if (!owner) return
  const message = m.emailTaken({ email })
  throw fieldRefusal('email', message, 'email_taken')
}

/** Withdraws the new address that waits for its confirmation; false without one. */
export async function withdrawEmailChange({ tx, now }: Pick<TransactionContext, 'tx' | 'now'>, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('email_changes')
    .set({ withdrawn_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Loads and locks the change of a link. Refuses `link_invalid` once used, withdrawn or expired, and while an objection waits. */
export async function openEmailChange({ tx, now }: Pick<TransactionContext, 'tx' | 'now'>, changeId: string) {
  const change = await tx
    .selectFrom('email_changes as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.user_id')
    .select(['c.user_id', 'c.new_email', 'p.email', 'p.full_name'])
    .where('c.id', '=', changeId)
    .where('c.confirmed_at', 'is', null)
    .where('c.withdrawn_at', 'is', null)
    .where('c.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointments as a')
            .whereRef('a.change_id', '=', 'c.id')
            .where('a.objected_at', 'is not', null)
            .where('a.answered_at', 'is', null),
        ),
      ),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!change) throw deadLink()
  return change
}

/**
 * Makes the new address the one that counts, for signing in too. Sessions stay; reset links that were sent to the old address
 * stop working. Refuses `email_taken` if somebody else has got the address meanwhile: one of two is first.
 */
export async function confirmEmailChange(context: TransactionContext, changeId: string): Promise<{ email: string }> {
  const { tx, now } = context
  const { user_id: userId, email: before, new_email: email } = await openEmailChange(context, changeId)
  await tx.updateTable('email_changes').set({ confirmed_at: now }).where('id', '=', changeId).execute()
  await tx
    .updateTable('partner_members')
    .set({ appointed_at: now })
    .where('person_id', '=', userId)
    .where('until', 'is', null)
    .where('role', 'in', bankRoles)
    .execute()
  await replaceEmail(context, { userId, before, email })
  return { email }
}

interface Replacement {
  readonly userId: string
  readonly before: string
  readonly email: string
}

/** Replaces an address: what was sent to the former one opens nothing any more, and no company account is linked by it. */
export async function replaceEmail(context: TransactionContext, { userId, before, email }: Replacement): Promise<void> {
  const { tx, now } = context
  await tx.updateTable('profiles').set({ email }).where('user_id', '=', userId).execute()
  await tx.updateTable('auth.users').set({ email, updated_at: now }).where('id', '=', userId).execute()
  // A link to sign in neither, which a mailbox that is not theirs any more may hold.
  for (const table of ['password_resets', 'sign_in_links'] as const) {
    await tx.updateTable(table).set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null).execute()
  }
  await tx.deleteFrom('provider_accounts').where('user_id', '=', userId).execute()
  await context.recordEvent({
    name: 'profile.email_changed',
    ...(await toldToPerson(tx, userId)),
    before: { email: before },
    after: { email },
  })
}

/** The address of somebody who was invited and has not joined: nobody confirms it, since the invitation does. */
export async function changeInvitedEmail(
  context: TransactionContext,
  person: { readonly user_id: string; readonly email: string },
  email: string,
): Promise<void> {
  await checkFree(context, email)
  await context.tx.updateTable('profiles').set({ email }).where('user_id', '=', person.user_id).execute()
  await context.recordEvent({
    name: 'profile.email_changed',
    ...(await toldToPerson(context.tx, person.user_id)),
    before: { email: person.email },
    after: { email },
  })
}
