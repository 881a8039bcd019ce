import { ofPartner } from '#access/domain/audience.ts'
import type { Confirmation } from '#accounts/auth/server/guards.ts'
import { resetSecondFactorOf } from '#partners/partners/server/commands.ts'
import { Refusal, refuseFieldUnless } from '#platform/domain/refusal.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { checkAppointment, tellOwners } from './appointment-commands.ts'
import { allowedColleagues } from './queries.ts'
import { joinedColleague, lockTeam, roleOf } from './team-guards.ts'

/**
 * Makes another owner the main person of a partner, whom lists and mails name from now on. Refuses `not_found`, and
 * `invalid_input` for somebody who is no owner or has not come in.
 */
export async function chooseMainPerson(
  context: CallerContext,
  partnerId: string,
  personId: string,
  confirmation: Confirmation,
): Promise<void> {
  const { tx, now, caller: by } = context
  const { mainPersonId } = await lockTeam(context, partnerId)
  if (personId === mainPersonId) return
  const chosen = await joinedColleague(context, partnerId, personId)
  refuseFieldUnless(chosen.role === 'owner', 'personId', m.mainPersonOwns({ name: chosen.name }))
  const appointed = await checkAppointment({ tx, now, by, confirmation }, partnerId, chosen.role)
  await tx.updateTable('partners').set({ main_person_id: personId }).where('id', '=', partnerId).execute()
  await context.recordEvent({
    name: 'team.main_person_changed',
    subjectId: personId,
    audience: ofPartner(partnerId),
    before: { personId: mainPersonId },
    after: { personId },
  })
  if (appointed) await tellOwners(context, { partnerId, personId, act: 'main', by, mainBefore: mainPersonId })
}

/**
 * Switches off the second factor that somebody of a partner has lost. Refuses `not_found` for whoever does not belong to it, and
 * `two_factor_off`.
 */
export async function resetSecondFactorOfPerson(
  context: TransactionContext,
  partnerId: string,
  personId: string,
  reason: string,
): Promise<void> {
  if (!(await roleOf(context, partnerId, personId))) throw new Refusal('not_found', m.noSuchColleague())
  await resetSecondFactorOf(context, personId, reason)
}

/** Allows a partner a number of colleagues of its own; null: as many as the programme says. Refuses `not_found`. */
export async function allowColleagues(context: CallerContext, partnerId: string, colleagues: number | null): Promise<void> {
  const { tx } = context
  await lockTeam(context, partnerId)
  const { ownColleagues: before } = await allowedColleagues(tx, partnerId)
  if (before === colleagues) return
  await tx.updateTable('partners').set({ colleagues }).where('id', '=', partnerId).execute()
  await context.recordEvent({
    name: 'team.colleagues_allowed',
    subjectId: partnerId,
    audience: ofPartner(partnerId),
    before: { colleagues: before },
    after: { colleagues },
  })
}
