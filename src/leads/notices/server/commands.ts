import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { checkNotRestricted } from '#leads/leads/server/restricted-guards.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { isoDay, noonOf, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { SettleForm } from '../api.ts'
import { m } from '../messages/messages.ts'

/**
 * Notes how the person of a lead was told without a mail, why nobody tells them, or that they are to be told after all. Refuses
 * `told_by_mail`: what has left stays, and `client_erased`.
 */
export async function settleNotice(context: TransactionContext, leadId: string, form: SettleForm): Promise<void> {
  const { tx, now } = context
  const before = await tx
    .selectFrom('lead_notices as n')
    .innerJoin('leads as l', 'l.id', 'n.lead_id')
    .select(['n.state', 'n.how', 'l.partner_id', 'l.created_at', 'l.erased_at', 'l.restricted_at'])
    .where('n.lead_id', '=', leadId)
    .forUpdate('n')
    .executeTakeFirst()
  if (!before) throw new Refusal('not_found', m.noSuchLead())
  refuseUnless(before.erased_at === null, 'client_erased', m.nobodyToTell())
  checkNotRestricted(before)
  refuseUnless(before.state !== 'told', 'told_by_mail', m.toldByMailAlready())
  const zone = await providerZone(tx)
  const isOtherwise = form.state === 'otherwise'
  refuseFieldUnless(!isOtherwise || form.on <= isoDay(now, zone), 'on', m.dayAhead())
  // Another tool may have told them before the lead was here.
  const isHere = !isOtherwise || form.how === 'former_tool' || form.on >= isoDay(before.created_at, zone)
  refuseFieldUnless(isHere, 'on', m.dayBeforeLead())
  const how = isOtherwise ? form.how : form.state === 'not_needed' ? 'no_person' : null
  const settled = isOtherwise ? noonOf(form.on, zone) : now
  const isDue = form.state === 'due'
  await tx
    .updateTable('lead_notices')
    .set({
      state: form.state,
      how,
      reason: form.state === 'impossible' ? form.reason : '',
      settled_at: isDue ? null : settled,
      settled_by: isDue ? null : personOf(context).userId,
      queued_at: null,
      queued_by: null,
    })
    .where('lead_id', '=', leadId)
    .execute()
  await context.recordEvent({
    name: 'lead.notice_settled',
    subjectId: leadId,
    audience: ofPartner(before.partner_id),
    before: { state: before.state, how: before.how },
    after: { state: form.state, how },
  })
}
