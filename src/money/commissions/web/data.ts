import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listQuery, summaryQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import type { bankPayment, commissionForm, correctionForm, holdForm, reversalForm } from '../api/commission-forms.ts'
import { type Commission, commissionRoutes } from '../api/commissions.ts'

export const commissionsQuery = listQuery((query) => ['commissions', 'list', query], commissionRoutes.listCommissions)
/** Count and sums by status of commissions matching the filter. */
export const commissionSummaryQuery = summaryQuery(
  (query) => ['commissions', 'summary', query],
  commissionRoutes.commissionSummary,
)

/** The current row from the list's cache, which may change while its dialog is open. */
export function currentRow(list: { readonly pages: readonly { readonly items: Commission[] }[] } | undefined, row: Commission) {
  return list?.pages.flatMap(({ items }) => items).find(({ id }) => id === row.id) ?? row
}

export const commissionHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['commissions', 'history', id],
    queryFn: ({ signal }) => call(commissionRoutes.commissionHistory, { params: { id }, signal }),
  })

/** What validating commissions would do; never cached. */
export const validationEffectQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['commission-effect', ids],
    queryFn: ({ signal }) => call(commissionRoutes.validationEffect, { body: { ids: [...ids] }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Reads what a validation would do by now, while its dialog stays open. */
const effectAgain = () => queryClient.invalidateQueries({ queryKey: ['commission-effect'] })

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['commissions'] })

/** Validates a commission with the other lines of its lead; the sum detects concurrent changes. */
export async function validateCommission(id: string, body: { readonly amountCents: number }): Promise<void> {
  try {
    await call(commissionRoutes.validateCommission, { params: { id }, body })
  } catch (error) {
    await effectAgain()
    throw error
  } finally {
    await readAgain()
  }
}

/** Day and reference of a payment. */
export type Payment = z.input<typeof bankPayment>

export async function payCommission(id: string, body: Payment): Promise<void> {
  await call(commissionRoutes.payCommission, { params: { id }, body }).finally(readAgain)
}

export async function reverseCommission(id: string, body: z.output<typeof reversalForm>): Promise<Commission> {
  return call(commissionRoutes.reverseCommission, { params: { id }, body }).finally(readAgain)
}

export async function holdCommission(id: string, body: z.output<typeof holdForm>): Promise<void> {
  await call(commissionRoutes.holdCommission, { params: { id }, body }).finally(readAgain)
}

export async function releaseCommission(id: string): Promise<void> {
  await call(commissionRoutes.releaseCommission, { params: { id } }).finally(readAgain)
}

/** Validates several commissions, all or none; the sum of all that becomes valid detects concurrent changes. */
export async function validateCommissions(ids: readonly string[], amountCents: number): Promise<void> {
  try {
    await call(commissionRoutes.validateCommissions, { body: { ids: [...ids], amountCents } })
  } catch (error) {
    await effectAgain()
    throw error
  } finally {
    await readAgain()
  }
}

export async function payCommissions(rows: readonly Commission[], payment: Payment): Promise<void> {
  await call(commissionRoutes.payCommissions, { body: { ...bulkOf(rows), payment } }).finally(readAgain)
}

function bulkOf(rows: readonly Commission[]) {
  return { ids: rows.map((row) => row.id), amountCents: rows.reduce((sum, row) => sum + row.amountCents, 0) }
}

export async function addCommission(body: z.output<typeof commissionForm>): Promise<void> {
  await call(commissionRoutes.addCommission, { body })
  await readAgain()
}

export async function correctCommission(id: string, body: z.output<typeof correctionForm>): Promise<void> {
  await call(commissionRoutes.correctCommission, { params: { id }, body }).finally(readAgain)
}

export async function removeCommission(id: string): Promise<void> {
  await call(commissionRoutes.removeCommission, { params: { id } }).finally(readAgain)
}
