import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import { isUnanswered } from '#leads/leads/domain/registration-states.ts'
import { refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { conflictDecision } from '../api/registrations.ts'
import { isReasonEnough } from '../domain/registration-priority.ts'
import { isInForce } from '../domain/registrations.ts'
import { m } from '../messages/messages.ts'
import { acceptLocked, changeRegistration, lockCompanies, lockForAnswer, mergeLocked, refuseLocked } from './answer-commands.ts'
import { checkNamesNobody } from './names-nobody.ts'
import { readClaims } from './queries.ts'

/**
 * Decides between two leads: the loser's registration is refused or merged, whatever it was, then the winner's is accepted, or
 * confirmed where it was in force. Both partners read the message, and nothing of each other. Refuses `lead_is_signed`,
 * `registration_answered`, `own_registration`, and `invalid_input` for a message that names one of them, or for none
 * where the rule is for another lead.
 */
export async function decideConflict(
  context: TransactionContext,
  { winnerId, loserId, outcome, message }: z.output<typeof conflictDecision>,
): Promise<void> {
  const { tx } = context
  refuseUnless(winnerId !== loserId, 'invalid_input', m.chooseTwoLeads())
  await lockCompanies(tx, [winnerId, loserId])
  const [winner, loser] = [await lockForAnswer(context, winnerId), await lockForAnswer(context, loserId)]
  const counts = ({ state }: typeof winner) => isInForce(state) || isUnanswered(state)
  refuseUnless(counts(winner) && counts(loser), 'registration_answered', m.doesNotCount())
  const claims = await readClaims(tx, [winnerId, loserId])
  refuseFieldUnless(isReasonEnough(claims, winnerId, message), 'message', m.ruleIsForOther())
  await checkNamesNobody(tx, message, [winner.partner_id, loser.partner_id])
  // What was appealed is refused: it was refused before, and merged into nothing.
  const decision = { message, decidedFor: winnerId }
  if (outcome === 'merge' && loser.state !== 'appealed') await mergeLocked(context, loser, { into: winnerId, ...decision })
  else await refuseLocked(context, loser, { reason: 'deja_apporte', ...decision })
  // The mark between the two leads is resolved by the decision.
  await tx
    .updateTable('leads')
    .set({ possible_duplicate_of: null })
    .where(({ or, and, eb }) =>
      or([
        and([eb('id', '=', loserId), eb('possible_duplicate_of', '=', winnerId)]),
        and([eb('id', '=', winnerId), eb('possible_duplicate_of', '=', loserId)]),
      ]),
    )
    .execute()
  if (isUnanswered(winner.state)) {
    await acceptLocked(context, winner, message)
    return
  }
  await changeRegistration(context, winnerId, { message })
  await context.recordEvent({
    name: 'registration.confirmed',
    subjectId: winnerId,
    audience: ofPartner(winner.partner_id),
    after: { message },
  })
}
