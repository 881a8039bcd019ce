import { leadShareRoutes } from '#leads/shares/api.ts'
import type { Client } from './test-app.ts'

interface Callers {
  readonly staff: () => Client
  /** A new partner. */
  readonly other: () => Promise<Client>
  readonly lead: () => Promise<{ readonly id: string }>
}

/** Changes of who earns on a lead, each on one of its own. */
export function shareRequests({ staff, other, lead }: Callers) {
  const shared = async () => [(await lead()).id, (await other()).userId] as const
  return {
    shareLead: async () => {
      const [id, partnerId] = await shared()
      return [staff(), { params: { id }, body: { partnerId, percent: 30 } }] as const
    },
    endLeadShare: async () => {
      const [id, partnerId] = await shared()
      await staff().call(leadShareRoutes.shareLead, { params: { id }, body: { partnerId, percent: 30 } })
      return [staff(), { params: { id, partnerId } }] as const
    },
  }
}
