import { announcementRoutes } from '#api/announcements.ts'
import type { Client } from './test-app.ts'

type Sent = readonly [client: Client, request: { params?: object; body?: object }]

/** What staff tell partners. */
export function announcementChanges(staff: () => Client): Readonly<Record<string, () => Promise<Sent>>> {
  const body = { title: 'Salon', text: 'Venez nous voir.', audience: 'all' as const }
  return {
    publishAnnouncement: async () => [staff(), { body }],
    withdrawAnnouncement: async () => {
      const { id } = await staff().call(announcementRoutes.publishAnnouncement, { body })
      return [staff(), { params: { id } }]
    },
  }
}
