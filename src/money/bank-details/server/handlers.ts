import { sql } from 'kysely'
import { isView } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { partnerOf, personOf } from '#access/server/acting.ts'
import { refuseSoonAfterAppointment, requireIdentity, withConfirmation } from '#accounts/auth/server/guards.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { type AttemptLimit, countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { type PaymentInfo, paymentRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { savePaymentInfo } from './commands.ts'
import { paymentEventHandlers } from './event-handlers.ts'
import { readIban } from './iban-encryption.ts'
import { bankDetailsData } from './personal-data.ts'
import { maskedIbanOf, presentAccountAnswer, presentHold, presentHolder, presentStaffBankDetails } from './present.ts'
import { findBankDetails, ibanReveals, ownAccountAnswer, partnersWithSameIban } from './queries.ts'

/** The caller's bank details; null before the first save. */
async function ownPaymentInfo(call: Call): Promise<PaymentInfo | null> {
  const partnerId = partnerOf(call).id
  const [row, answer, reveals] = await Promise.all([
    call.tx.selectFrom('payment_infos').selectAll().where('partner_id', '=', partnerId).executeTakeFirst(),
    ownAccountAnswer(call.tx, partnerId),
    ibanReveals(call.tx, partnerId, 3),
  ])
  if (!row || !answer) return null
  return {
    company: row.company,
    iban: isView(call.actor)
      ? maskedIbanOf(call.portal.config, partnerId, row.iban_mask_encrypted)
      : readIban(call.portal.config, partnerId, row.iban_encrypted),
    address: row.address,
    country: row.country,
    ibanChecksOut: row.iban_checks_out,
    ...presentHold(row.iban_changed_at, call.now),
    ...presentHolder(row),
    ...presentAccountAnswer(answer),
    reveals: reveals.map(({ at }) => at.toISOString()),
    updatedAt: row.updated_at.toISOString(),
  }
}

const paymentHandlers: Handlers<typeof paymentRoutes> = {
  getPaymentInfo: async (call) => {
    await refuseSoonAfterAppointment(call, personOf(call).userId)
    return { paymentInfo: await ownPaymentInfo(call) }
  },
  savePaymentInfo: (call) => {
    const { password, code, passkey, ...form } = call.body
    return withConfirmation(call, { password, code, passkey }, (context, confirmation) =>
      savePaymentInfo(context, call.portal.config, form, confirmation),
    )
  },
  getBankDetails: async (call) => {
    const { tx, now, params } = call
    const [row, others, reveals] = await Promise.all([
      findBankDetails(tx, params.id, now),
      partnersWithSameIban(tx, params.id),
      ibanReveals(tx, params.id, 5),
    ])
    if (!row) throw new Refusal('not_found', m.noBankDetails())
    return presentStaffBankDetails(row, others, reveals, call)
  },
  /** The answer is never stored: if it gets lost, the client asks again, and that is recorded as another reveal. */
  revealIban: async (call) => {
    const { portal, actor, request, params, body } = call
    await requireIdentity(call, body, m.toSeeIban())
    await countAttempt(portal, revealLimits(personOf(call).userId))
    return withTransaction(portal, actor, (context) => revealIban(context, portal.config, params.id), { requestId: request.id })
  },
}

export const paymentSlice = slice({
  routes: paymentRoutes,
  handlers: paymentHandlers,
  mails: paymentEventHandlers,
  personalData: bankDetailsData,
})

/** More than paying by hand takes, and too few to copy everybody's IBAN unnoticed. */
function revealLimits(userId: string): AttemptLimit[] {
  const words = m.tooManyReveals()
  return [{ key: `IBANs revealed to ${userId}`, max: 20, windowSeconds: 3600, words }]
}

/**
 * Reveals a partner's IBAN to staff and records who did. The database gives the encrypted IBAN only to a transaction that has
 * recorded the event. Refuses `not_found` if there is none, and `iban_unreadable` if it can no longer be decrypted.
 */
async function revealIban(
  context: TransactionContext,
  config: Pick<Config, 'secret'>,
  partnerId: string,
): Promise<{ iban: string }> {
  const details = await context.tx
    .selectFrom('payment_infos as b')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'b.partner_id')
    .select('b.partner_id')
    .where('b.partner_id', '=', partnerId)
    .where('p.partner_deleted_at', 'is', null)
    .executeTakeFirst()
  if (!details) throw new Refusal('not_found', m.noBankDetails())
  await context.recordEvent({
    name: 'payment_info.iban_revealed',
    subjectId: partnerId,
    audience: ofPartner(partnerId),
  })
  const { encrypted } = await context.tx
    .selectNoFrom(sql<string | null>`app.revealed_iban(${partnerId}::uuid)`.as('encrypted'))
    .executeTakeFirstOrThrow()
  if (encrypted === null) throw new Error('the database has not found the event of this reveal')
  const iban = readIban(config, partnerId, encrypted)
  if (iban === null) throw new Refusal('iban_unreadable', m.ibanUnreadable())
  return { iban }
}
