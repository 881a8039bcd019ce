import type { FastifyInstance } from 'fastify'
import type { PaymentInfo } from '#contract/payments.ts'
import { paymentRoutes } from '#contract/payments.ts'
import type { Call, Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import type { Portal } from '../portal.ts'
import { personOf } from '../work.ts'
import { savePaymentInfo } from './commands.ts'
import { decryptIban } from './iban-encryption.ts'

/** The caller's own bank details, or null before the first save. */
async function ownPaymentInfo(call: Call): Promise<PaymentInfo | null> {
  const { userId } = personOf(call)
  const row = await call.tx.selectFrom('payment_infos').selectAll().where('partner_id', '=', userId).executeTakeFirst()
  if (!row) return null
  return {
    company: row.company,
    iban: decryptIban(call.portal.config, userId, row.iban_encrypted),
    address: row.address,
    country: row.country,
    ibanChecksOut: row.iban_checks_out,
    updatedAt: row.updated_at.toISOString(),
  }
}

export const paymentHandlers: Handlers<typeof paymentRoutes> = {
  getPaymentInfo: async (call) => ({ paymentInfo: await ownPaymentInfo(call) }),
  savePaymentInfo: async (call) => {
    await savePaymentInfo(call, call.portal.config, call.body)
    const paymentInfo = await ownPaymentInfo(call)
    if (!paymentInfo) throw new Error('bank details were saved and are not there')
    return { paymentInfo }
  },
}

export function registerPayments(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, paymentRoutes, paymentHandlers)
}
