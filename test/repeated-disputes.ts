import { disputeRoutes } from '#money/disputes/api.ts'
import type { Client } from './test-app.ts'

interface Callers {
  readonly partner: () => Client
  readonly staff: () => Client
  /** A validated commission of the partner's. */
  readonly validated: () => Promise<{ readonly id: string }>
}

/** A request for each change of a dispute, on a dispute of its own. */
export function disputeRequests({ partner, staff, validated }: Callers) {
  const message = 'Le montant est trop bas.'
  const contested = async () => {
    const body = { commissionId: (await validated()).id, message }
    const { id } = await partner().call(disputeRoutes.openDispute, { body })
    return { id }
  }
  return {
    openDispute: async () => [partner(), { body: { commissionId: (await validated()).id, message } }] as const,
    replyToDispute: async () => [staff(), { params: await contested(), body: { message: 'Nous regardons.' } }] as const,
    withdrawDispute: async () => [partner(), { params: await contested() }] as const,
    decideDispute: async () => [staff(), { params: await contested(), body: { outcome: 'upheld', message } }] as const,
  }
}
