import { announcementRoutes } from '#communication/announcements/api.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

/** What staff tell and give partners. */
export function announcementChanges(staff: () => Client): Readonly<Record<string, () => Promise<SentRequest>>> {
  const body = { title: 'Salon', text: 'Venez nous voir.', audience: 'all' as const }
  return {
    publishAnnouncement: async () => [staff(), { body }],
    withdrawAnnouncement: async () => {
      const { id } = await staff().call(announcementRoutes.publishAnnouncement, { body })
      return [staff(), { params: { id } }]
    },
    editResource: async () => {
      const fields = { title: 'Guide', description: '', category: 'documents' as const }
      const document = { kind: 'link' as const, url: 'https://acme.example/guide' }
      const { id } = await staff().call(resourceRoutes.addResource, { body: { ...fields, document } })
      return [staff(), { params: { id }, body: { ...fields, replacement: { document, note: 'Relu', version: 1 } } }]
    },
  }
}
