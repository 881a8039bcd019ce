import { system } from '#access/domain/actor.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import type { CommissionBasis } from '#money/commissions/domain.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { DatabaseKind } from './databases.ts'
import { PartnerMail } from './partner-mail.ts'
import type { Client } from './test-app.ts'

/** A portal whose programme pays by the client's payments, with one partner at a time, and the calls that tests make of it. */
export class ReceiptsApp {
  readonly mail: PartnerMail

  private constructor(mail: PartnerMail) {
    this.mail = mail
  }

  static async open(databaseKind: DatabaseKind): Promise<ReceiptsApp> {
    const app = new ReceiptsApp(await PartnerMail.open(databaseKind))
    await app.setProgramme('cash')
    return app
  }

  get app() {
    return this.mail.app
  }
  get staff() {
    return this.app.admin
  }
  get partner() {
    return this.mail.partner
  }
  get today() {
    return isoDay(this.app.now, defaultTimeZone)
  }

  setProgramme(basis: CommissionBasis): Promise<unknown> {
    return this.app.portal.database.asActor(system, (tx) =>
      tx.updateTable('programme_settings').set({ commission_basis: basis }).execute(),
    )
  }

  /** Signs a new lead of the partner. Its id. */
  async sign(estimatedAmountCents: number, company?: string): Promise<string> {
    const commissionId = await this.mail.sign(estimatedAmountCents, company)
    const { items } = await this.partner.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    return items.find(({ id }) => id === commissionId)?.lead?.id ?? ''
  }

  /** Records a payment, and confirms what it makes where it is above the expected sum or of a day before the signature. */
  async record(leadId: string, netCents: number, reference: string, { client = this.staff, receivedOn = this.today } = {}) {
    const body = { leadId, reference, receivedOn, netCents }
    const answer = await client.try(clientPaymentRoutes.recordClientPayment, { body })
    const { code } = answer.body
    if (code !== 'client_payment_above_expected' && code !== 'client_payment_before_signature') return answer
    const seenCommissionCents = Number(answer.body.facts.commissionCents)
    return client.try(clientPaymentRoutes.recordClientPayment, { body: { ...body, seenCommissionCents } })
  }

  refund(
    paymentId: string,
    netCents: number,
    reference: string,
    { isExpectedAgain = false, client = this.staff, receivedOn = this.today } = {},
  ) {
    const body = { reference, receivedOn, netCents, isExpectedAgain }
    return client.try(clientPaymentRoutes.refundClientPayment, { params: { id: paymentId }, body })
  }

  receipts(leadId: string, client: Client = this.partner) {
    return client.call(clientPaymentRoutes.leadReceipts, { params: { id: leadId } })
  }

  close(leadId: string, remainderCents: number, client = this.staff) {
    const body = { reason: 'Projet réduit', remainderCents }
    return client.try(clientPaymentRoutes.closeRemainder, { params: { id: leadId }, body })
  }

  changeBasis(leadId: string, basis: CommissionBasis | null, client = this.staff) {
    return client.try(clientPaymentRoutes.changeBasis, { params: { id: leadId }, body: { basis } })
  }

  /** The partner's commissions, oldest first. */
  async commissions() {
    const { items } = await this.partner.call(commissionRoutes.listCommissions, { query: { limit: 200, sort: 'date' } })
    return items
  }

  async commissionsOf(leadId: string) {
    return (await this.commissions()).filter(({ lead }) => lead?.id === leadId)
  }
}
