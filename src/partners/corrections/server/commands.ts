import type * as z from 'zod/mini'
import { personOf } from '#access/server/acting.ts'
import { changeProfile } from '#accounts/auth/server/commands.ts'
import type { Confirmation } from '#accounts/auth/server/guards.ts'
import { toldToPerson } from '#accounts/people/server/queries.ts'
import { lockPerson, resendInvitation } from '#partners/partners/server/commands.ts'
import { personOfId } from '#partners/partners/server/queries.ts'
import { checkAppointment, joinedOwners, tellOwners } from '#partners/team/server/appointment-commands.ts'
import { refuseOverwriting } from '#platform/domain/changes.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { contactForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import * as addresses from './email-change-commands.ts'
import { pendingChange } from './queries.ts'

/**
 * Corrects what the portal has of a partner. What was sealed and what happened before keeps what it said: documents are not made
 * anew. Refuses `partner_not_active` for staff, who change their own profile, `changed_meanwhile`, `email_taken`, and as
 * `checkAppointment` does.
 */
export async function correctPartner(
  context: TransactionContext,
  partnerId: string,
  { fullName, company, email: newEmail, expected }: z.output<typeof contactForm>,
  confirmation: Confirmation,
): Promise<void> {
  const { tx, now, actor: by } = context
  const userId = await personOfId(tx, partnerId)
  const person = await lockPerson(context, userId)
  refuseUnless(person.role === 'partner', 'partner_not_active', m.isOfStaff({ name: person.full_name }))
  refuseOverwriting({ fullName: person.full_name, company: person.company, email: person.email }, expected)
  if (fullName !== person.full_name || company !== person.company) await changeProfile(context, userId, { fullName, company })
  const email = newEmail.toLowerCase()
  if (email === person.email) return
  // Whoever reads the mailbox of an owner chooses a password.
  const hasOwner = (await joinedOwners(tx, partnerId)).length > 0
  const appointed = hasOwner ? await checkAppointment({ tx, now, by, confirmation }, partnerId, 'owner') : null
  const tell = (changeId: string | null) =>
    appointed && tellOwners(context, { partnerId, personId: userId, act: 'address', by: personOf(context), changeId })
  if (!person.joined_at) {
    await addresses.changeInvitedEmail(context, person, email)
    await resendInvitation(context, userId)
    await tell(null)
    return
  }
  const pending = await pendingChange(context.tx, userId)
  // The form was saved again while the address waits: its link goes on working.
  if (pending?.email === email && pending.expiresAt > context.now) return
  await tell(await addresses.requestEmailChange(context, person, email))
}

/** Withdraws a new address before it was confirmed. Refuses `not_found` without one. */
export async function withdrawEmailChange(context: TransactionContext, userId: string): Promise<void> {
  await lockPerson(context, userId)
  const isWithdrawn = await addresses.withdrawEmailChange(context, userId)
  if (!isWithdrawn) throw new Refusal('not_found', m.noEmailChange())
  await context.recordEvent({
    name: 'email_change.withdrawn',
    ...(await toldToPerson(context.tx, userId)),
  })
}
