import { clientInvoiceRoutes } from '#money/client-payments/api/client-invoices.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

let invoices = 0
const invoice = () => {
  invoices += 1
  return { number: `F-2026-${invoices}`, issuedOn: '2026-03-05', netCents: 10_000, vatCents: 2000 }
}

/** A request for each route that changes invoices to clients; `signed` makes a signed lead and gives its id. */
export function invoiceRequests(staff: () => Client, signed: () => Promise<string>) {
  return {
    recordClientInvoice: async (): Promise<SentRequest> => [staff(), { params: { id: await signed() }, body: invoice() }],
    removeClientInvoice: async (): Promise<SentRequest> => {
      const request = { params: { id: await signed() }, body: invoice() }
      const recorded = await staff().call(clientInvoiceRoutes.recordClientInvoice, request)
      return [staff(), { params: { id: recorded.invoices[0]?.id } }]
    },
  }
}
