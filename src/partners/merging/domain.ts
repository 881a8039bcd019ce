import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/** Why people cannot be moved or split off: the main person is whom the provider deals with. */
export const moveObstacles = ['main_person'] as const

/**
 * Why a partner cannot be merged yet: somebody of it has to answer a dispute, to send an invoice or a document, or it still earns
 * with leads that are somebody else's, or the other partner with its leads.
 */
export const mergeObstacles = ['disputes', 'shares', 'own_invoices', 'documents'] as const
export type MergeObstacle = (typeof mergeObstacles)[number]

/** What stands in the way, and what to do first. */
export const mergeObstacleTexts: Readonly<Record<MergeObstacle, string>> = texts({
  disputes: m.obstacleDisputes,
  shares: m.obstacleShares,
  own_invoices: m.obstacleOwnInvoices,
  documents: m.obstacleDocuments,
})

interface Standing {
  readonly openDisputes: number
  /** Parts of leads that are not signed yet. */
  readonly openShares: number
  /** Whether the partner writes its invoices itself. */
  readonly sendsInvoices: boolean
  /** Whether payouts wait for a document of the partner. */
  readonly lacksDocuments: boolean
  /** Commissions that are not paid yet, in payouts or not. */
  readonly unpaid: number
}

/** Everything that somebody of a partner still has to do, since nobody belongs to it after the merge. */
export function mergeObstaclesOf({ openDisputes, openShares, sendsInvoices, lacksDocuments, unpaid }: Standing): MergeObstacle[] {
  return mergeObstacles.filter(
    (obstacle) =>
      ({
        disputes: openDisputes > 0,
        shares: openShares > 0,
        own_invoices: sendsInvoices && unpaid > 0,
        documents: lacksDocuments && unpaid > 0,
      })[obstacle],
  )
}
