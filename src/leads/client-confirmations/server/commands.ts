import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import type { ClientAnswer } from '#leads/leads/domain/leads.ts'
import { lockLead } from '#leads/leads/server/commands.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { clientLinkDays, isDenial } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { claimClientMail, endClientMail, keepDenial } from './client-address-commands.ts'
import { askingState, openQuestion } from './queries.ts'
import { shownMail } from './shown-mail-queries.ts'

/** When a mail was sent, and when its button stops working. */
export function mailedNow(now: Date) {
  return { mailed_at: now, expires_at: new Date(now.getTime() + clientLinkDays * 86_400_000) }
}

/**
 * Asks the client of a lead whether its partner has introduced them, by the mail that was shown (`digest`). Refuses
 * `client_not_askable` with the reason, `client_mail_changed` if the mail is another one by now, and `client_not_reachable`,
 * whether the address wants no mail, got enough lately, or is the partner's own.
 */
export async function askClient(
  context: TransactionContext,
  config: Pick<Config, 'secret' | 'publicUrl'>,
  leadId: string,
  digest: string,
): Promise<void> {
  const { tx, now } = context
  const { userId } = personOf(context)
  // Two requests at once: the second one sees what the first one did.
  const lead = await lockLead(context, leadId)
  const { state } = await tx
    .selectFrom('lead_registrations')
    .select('state')
    .where('lead_id', '=', leadId)
    .executeTakeFirstOrThrow()
  const { current, obstacle } = await askingState(tx, config, { ...lead, registration: state }, now)
  refuseUnless(obstacle === null, 'client_not_askable', obstacle ?? '')
  const mail = await shownMail(tx, config, lead, Boolean(current?.left_at))
  const changed = m.mailChanged()
  refuseUnless(mail.digest === digest, 'client_mail_changed', changed)
  const claimed = await claimClientMail(tx, config, { partnerId: lead.partner_id, email: lead.email }, now)
  refuseUnless(claimed, 'client_not_reachable', m.noMailPossible())
  const id = current?.id ?? newId()
  if (current) {
    await tx
      .updateTable('client_confirmations')
      .set({ asked_by: userId, mails: current.mails + 1, ...mailedNow(now) })
      .where('id', '=', id)
      .execute()
  } else {
    const { partner_id, email, company } = lead
    await tx
      .insertInto('client_confirmations')
      .values({
        id,
        lead_id: leadId,
        partner_id,
        email,
        company,
        asked_by: userId,
        created_at: now,
        mails: 1,
        ...mailedNow(now),
      })
      .execute()
  }
  await context.recordEvent({
    name: 'lead.client_asked',
    subjectId: leadId,
    audience: ofPartner(lead.partner_id),
    after: { confirmationId: id },
  })
}

/**
 * Records a client's answer, as the system. The first one counts; `never` also ends all such mail to the address, whatever was
 * answered and whether or not the question is still open. Refuses `link_invalid` for another answer to one that is not.
 */
export async function answerClient(
  context: TransactionContext,
  link: { readonly id: string; readonly addressHash: string },
  { answer, name }: { readonly answer: ClientAnswer; readonly name: string },
): Promise<void> {
  const { tx, now } = context
  if (answer === 'never') await endClientMail(tx, link.addressHash, now)
  const question = await openQuestion(tx, link.id, now, 'answer')
  if (!question && answer === 'never') return
  if (!question) throw new Refusal('link_invalid', m.linkExpired())
  if (question.answer) return
  await tx
    .updateTable('client_confirmations')
    .set({ answer, answer_name: answer === 'other' ? name : '', answered_at: now })
    .where('id', '=', question.id)
    .execute()
  if (isDenial(answer)) await keepDenial(tx, link.addressHash, { partnerId: question.partner_id, answer, at: now })
  await context.recordEvent({
    name: 'lead.client_answered',
    subjectId: question.lead_id,
    audience: ofPartner(question.partner_id),
    after: { confirmationId: question.id, answer },
  })
}
