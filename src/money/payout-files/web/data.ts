import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Payment } from '#money/commissions/web/data.ts'
import type { Proof } from '#platform/web/app/forms/identity-proof.tsx'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type FileContent, type PayoutFileDetail, type payoutFileForm, type payoutFileOptions, payoutFileRoutes } from '../api.ts'

export type FileOptions = z.input<typeof payoutFileOptions>

/** The newest files, to choose one from. */
export const payoutFilesQuery = queryOptions({
  queryKey: ['payout-files', 'list', 'newest'],
  queryFn: ({ signal }) => call(payoutFileRoutes.listPayoutFiles, { query: { limit: 100 }, signal }),
})

export const payoutFileQuery = (id: string) =>
  queryOptions({
    queryKey: ['payout-files', 'one', id],
    queryFn: ({ signal }) => call(payoutFileRoutes.getPayoutFile, { params: { id }, signal }),
  })

/** What a file would hold; never cached, since anything may have changed. */
export const filePreviewQuery = (options: FileOptions) =>
  queryOptions({
    queryKey: ['payout-file-preview', options],
    queryFn: ({ signal }) => call(payoutFileRoutes.previewPayoutFile, { body: options, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

const readAgain = () =>
  Promise.all(
    (['payout-files', 'payouts', 'commissions', 'programme'] as const).map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )

export function makePayoutFile(body: z.input<typeof payoutFileForm>) {
  return call(payoutFileRoutes.makePayoutFile, { body }).finally(readAgain)
}

export function downloadPayoutFile(id: string, as: 'xml' | 'csv', proof: Proof): Promise<FileContent> {
  return call(payoutFileRoutes.downloadPayoutFile, { params: { id }, body: { as, ...proof } })
}

/** Marks what is under way with the file as paid; count and sum detect concurrent changes. */
export async function payPayoutFile(file: PayoutFileDetail, payment: Payment): Promise<void> {
  const body = { count: file.liveCount, totalCents: file.liveCents, payment }
  await call(payoutFileRoutes.payPayoutFile, { params: { id: file.id }, body }).finally(readAgain)
}

export async function withdrawPayoutFile(id: string, reason: string): Promise<void> {
  await call(payoutFileRoutes.withdrawPayoutFile, { params: { id }, body: { reason } }).finally(readAgain)
}

/** Has the browser save the file, byte for byte. */
export function saveFile({ name, mediaType, text }: FileContent): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
