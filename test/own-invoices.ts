import type { Upload } from '#access/api/uploads.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { type Payout, payoutRoutes } from '#money/payouts/api/payouts.ts'
import { uploadedInvoiceRoutes } from '#money/payouts/api/uploaded-invoices.ts'
import type { Problem } from '#platform/api/shapes.ts'
import { pdf } from '../demo/pdf.ts'
import { companyBilling } from './billing-samples.ts'
import type { PayoutApp } from './payout-app.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

/** Uploads a file as a partner. */
export async function ownUpload(client: Client, content: Buffer = pdf('Facture'), purpose = 'partner_invoice') {
  const url = `/api/own-uploads?purpose=${purpose}&name=facture.pdf`
  const response = await client.send('POST', url, content, { 'content-type': 'application/octet-stream' })
  return { status: response.statusCode, body: response.json() as Upload & Problem }
}

/** Partners who invoice themselves, at 20 % of VAT, with payouts. */
export class OwnInvoices {
  readonly #world: () => PayoutApp
  #numbers = 0

  constructor(world: () => PayoutApp) {
    this.#world = world
  }

  async partner(name = 'Marie Dupont') {
    const client = await this.#world().partner(name)
    await client.call(billingRoutes.saveBilling, { body: companyBilling })
    return client
  }

  async issued(client: Client, netCents = 10_000): Promise<Payout> {
    await this.#world().payable(client, netCents)
    const payout = (await this.#world().issued()).find(({ partner: { id } }) => id === client.userId)
    if (!payout) throw new Error('nothing was issued')
    return payout
  }

  /** What the partner sends for a payout, with a new number. */
  async form(client: Client, { netCents, vatCents }: Payout) {
    this.#numbers += 1
    const { body, status } = await ownUpload(client, pdf(`Facture ${this.#numbers}`))
    if (status !== 201) throw new Error(`not uploaded: ${JSON.stringify(body)}`)
    return { uploadId: body.id, number: `F-${this.#numbers}`, issuedOn: '2026-03-01', netCents, vatCents }
  }

  async submit(client: Client, payout: Payout, change: Partial<{ number: string; netCents: number; vatCents: number }> = {}) {
    const body = { ...(await this.form(client, payout)), ...change }
    return client.try(uploadedInvoiceRoutes.submitInvoice, { params: { id: payout.id }, body })
  }

  async submitted(client: Client) {
    const payout = await this.issued(client)
    const { body, status } = await this.submit(client, payout)
    if (status !== 201) throw new Error(`not submitted: ${JSON.stringify(body)}`)
    return { payout, invoice: body }
  }

  /** A request for each route that changes partners' own invoices, by its name. */
  changes() {
    const submitted = async () => (await this.submitted(await this.partner())).invoice
    return {
      submitInvoice: async (): Promise<SentRequest> => {
        const client = await this.partner()
        const payout = await this.issued(client)
        return [client, { params: { id: payout.id }, body: await this.form(client, payout) }]
      },
      acceptInvoice: async (): Promise<SentRequest> => [this.#world().staff, { params: { id: (await submitted()).id } }],
      refuseInvoice: async (): Promise<SentRequest> => [
        this.#world().staff,
        { params: { id: (await submitted()).id }, body: { reason: 'Le SIRET manque' } },
      ],
      reopenInvoice: async (): Promise<SentRequest> => {
        const { id } = await submitted()
        await this.#world().staff.call(uploadedInvoiceRoutes.acceptInvoice, { params: { id } })
        return [this.#world().staff, { params: { id } }]
      },
    }
  }

  accept(payout: Payout, client: Client) {
    return client.call(payoutRoutes.acceptPayout, { params: { id: payout.id } })
  }
}
