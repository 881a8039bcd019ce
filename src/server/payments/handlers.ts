import type { FastifyInstance } from 'fastify'
import type { PaymentInfo } from '#api/payments.ts'
import { paymentRoutes } from '#api/payments.ts'
import { Refusal } from '#domain/refusal.ts'
import { confirmIdentity } from '../auth/guards.ts'
import type { Call, Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import type { Portal } from '../portal.ts'
import { withTransaction, personOf } from '../transaction.ts'
import { savePaymentInfo } from './commands.ts'
import { readIban } from './iban-encryption.ts'

/** The caller's bank details; null before the first save. */
async function ownPaymentInfo(call: Call): Promise<PaymentInfo | null> {
  const { userId } = personOf(call)
  const row = await call.tx.selectFrom('payment_infos').selectAll().where('partner_id', '=', userId).executeTakeFirst()
  if (!row) return null
  return {
    company: row.company,
    iban: readIban(call.portal.config, userId, row.iban_encrypted),
    address: row.address,
    country: row.country,
    ibanChecksOut: row.iban_checks_out,
    ibanChangedAt: row.iban_changed_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export const paymentHandlers: Handlers<typeof paymentRoutes> = {
  getPaymentInfo: async (call) => ({ paymentInfo: await ownPaymentInfo(call) }),
  /**
   * Confirms the person only if the save requires it. Outside the transaction, because the auth library opens its own; not
   * repeated for a retried request.
   */
  savePaymentInfo: async (call) => {
    const { portal, actor, request, session, keepAnswer } = call
    const { password, code, ...form } = call.body
    const by = session?.twoFactor ? 'code' : 'password'
    const save = (given: boolean) =>
      withTransaction(
        portal,
        actor,
        async (context) => keepAnswer(context, await savePaymentInfo(context, portal.config, form, { by, given })),
        { requestId: request.id },
      )
    try {
      return await save(false)
    } catch (error) {
      const isAsked = error instanceof Refusal && error.code === 'confirmation_required'
      if (!isAsked || (by === 'code' ? code : password) === undefined) throw error
    }
    await confirmIdentity(call, { password, code })
    return save(true)
  },
}

export function registerPayments(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, paymentRoutes, paymentHandlers)
}
