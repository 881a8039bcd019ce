import { type VigilanceDocument, vigilanceRoutes } from '#money/vigilance/api.ts'
import type { VigilanceKind } from '#money/vigilance/domain.ts'
import { pdf } from '../demo/pdf.ts'
import { ownUpload } from './own-invoices.ts'
import type { PayoutApp } from './payout-app.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

/** What a partner sends, with a new upload. */
export async function documentForm(client: Client, kind: VigilanceKind = 'urssaf', days: Partial<Record<string, string>> = {}) {
  const { body } = await ownUpload(client, pdf(`Attestation ${kind}`), 'partner_document')
  const { issuedOn = '2026-03-01', expiresOn = null } = days
  return { kind, label: '', uploadId: body.id, issuedOn, expiresOn, securityCode: '' }
}

export async function sentDocument(
  client: Client,
  kind?: VigilanceKind,
  days?: Partial<Record<string, string>>,
): Promise<VigilanceDocument> {
  return client.call(vigilanceRoutes.submitDocument, { body: await documentForm(client, kind, days) })
}

/** A request for each route that changes partners' documents, by its name. */
export function vigilanceChanges(world: () => PayoutApp) {
  const submitted = async () => (await sentDocument(await world().partner())).id
  const request = async (client: Client) => {
    const body = { partnerIds: [client.userId], kind: 'urssaf' as const, label: '' }
    await world().staff.call(vigilanceRoutes.requestDocuments, { body })
    const { documents } = await client.call(vigilanceRoutes.ownDocuments, {})
    return documents[0]?.id ?? ''
  }
  return {
    submitDocument: async (): Promise<SentRequest> => {
      const client = await world().partner()
      return [client, { body: await documentForm(client) }]
    },
    requestDocuments: async (): Promise<SentRequest> => {
      const { userId } = await world().partner()
      return [world().staff, { body: { partnerIds: [userId], kind: 'other', label: 'Permis de conduire' } }]
    },
    verifyDocument: async (): Promise<SentRequest> => [world().staff, { params: { id: await submitted() } }],
    refuseDocument: async (): Promise<SentRequest> => [
      world().staff,
      { params: { id: await submitted() }, body: { reason: 'Illisible' } },
    ],
    withdrawRequest: async (): Promise<SentRequest> => [
      world().staff,
      { params: { id: await request(await world().partner()) } },
    ],
  }
}
