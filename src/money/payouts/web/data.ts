import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Payment } from '#money/commissions/web/data.ts'
import { listQuery, summaryQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import type { exclusionForm, RunPreview } from '../api/payout-runs.ts'
import { maxPayoutsAtOnce, type Payout, type PayoutDetail, payoutRoutes } from '../api/payouts.ts'

export const payoutsQuery = listQuery((query) => ['payouts', 'list', query], payoutRoutes.listPayouts)
/** Count and total by state of the payouts matching the filter. */
export const payoutSummaryQuery = summaryQuery((query) => ['payouts', 'summary', query], payoutRoutes.payoutSummary)

/** All payouts of a run that can be approved or paid, as many as are at once. */
export const openPayoutsOfRunQuery = (runId: string) =>
  queryOptions({
    queryKey: ['payouts', 'list', 'open', runId],
    queryFn: async ({ signal }) => {
      const open: Payout[] = []
      let cursor: string | undefined
      do {
        const page = await call(payoutRoutes.listPayouts, { query: { runId, limit: 200, cursor }, signal })
        open.push(...page.items.filter(({ can }) => can.approve || can.pay))
        cursor = page.nextCursor ?? undefined
      } while (cursor && open.length < maxPayoutsAtOnce)
      return open.slice(0, maxPayoutsAtOnce)
    },
  })

export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => call(payoutRoutes.getPayout, { params: { id }, signal }),
  })

/** The newest runs, to choose one from. */
export const runsQuery = queryOptions({
  queryKey: ['payouts', 'runs'],
  queryFn: ({ signal }) => call(payoutRoutes.listRuns, { query: { limit: 100 }, signal }),
})

/** What the next run will bring the partner who is signed in. */
export const nextPayoutQuery = queryOptions({
  queryKey: ['payouts', 'next'],
  queryFn: ({ signal }) => call(payoutRoutes.nextPayout, { signal }),
})

export type ExclusionInput = z.output<typeof exclusionForm>

/** What a run would do; never cached, since anything may have changed. */
export const previewQuery = (payableUntil: string, exclusions: readonly ExclusionInput[], partnerIds?: readonly string[]) =>
  queryOptions({
    queryKey: ['payout-preview', payableUntil, exclusions, partnerIds],
    queryFn: ({ signal }) =>
      call(payoutRoutes.previewRun, {
        body: { payableUntil, exclusions: [...exclusions], ...(partnerIds ? { partnerIds: [...partnerIds] } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

const readAgain = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['payouts'] }),
    queryClient.invalidateQueries({ queryKey: ['commissions'] }),
  ])

export function issueRun(payableUntil: string, exclusions: readonly ExclusionInput[], preview: RunPreview) {
  const { totals, fingerprint } = preview
  const confirmation = { payouts: totals.payouts, totalCents: totals.totalCents, fingerprint }
  return call(payoutRoutes.issueRun, { body: { payableUntil, exclusions: [...exclusions], seen: confirmation } }).finally(
    readAgain,
  )
}

/** Approves several payouts, all or none; the sum detects concurrent changes. */
export async function approvePayouts(payouts: readonly Pick<Payout, 'id' | 'totalCents'>[]): Promise<void> {
  const totalCents = payouts.reduce((sum, each) => sum + each.totalCents, 0)
  await call(payoutRoutes.approvePayouts, { body: { ids: payouts.map(({ id }) => id), totalCents } }).finally(readAgain)
}

/** Marks several payouts as paid by one transfer, all or none. */
export async function payPayouts(payouts: readonly Pick<Payout, 'id' | 'totalCents'>[], payment: Payment): Promise<void> {
  const totalCents = payouts.reduce((sum, each) => sum + each.totalCents, 0)
  await call(payoutRoutes.payPayouts, { body: { ids: payouts.map(({ id }) => id), totalCents, payment } }).finally(readAgain)
}

export async function rejectPayout(id: string, reason: string): Promise<void> {
  await call(payoutRoutes.rejectPayout, { params: { id }, body: { reason } }).finally(readAgain)
}

export async function retryPayout(id: string): Promise<void> {
  await call(payoutRoutes.retryPayout, { params: { id } }).finally(readAgain)
}

export function acceptPayout(id: string): Promise<PayoutDetail> {
  return call(payoutRoutes.acceptPayout, { params: { id } }).finally(readAgain)
}

export async function cancelPayout(id: string, reason: string): Promise<void> {
  await call(payoutRoutes.cancelPayout, { params: { id }, body: { reason } }).finally(readAgain)
}
