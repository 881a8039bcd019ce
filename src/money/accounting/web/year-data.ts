import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type Das2Export, type dataRequestForm, yearRoutes, type yearSettingsForm } from '../api/year.ts'

/** What was paid in a year, and how it is declared. */
export const yearQuery = (year: number) =>
  queryOptions({
    queryKey: ['year', year],
    queryFn: ({ signal }) => call(yearRoutes.getYear, { params: { year: String(year) }, signal }),
    placeholderData: keepPreviousData,
  })

export async function exportDas2(year: number): Promise<Das2Export> {
  const declaration = await call(yearRoutes.exportDas2, { params: { year: String(year) } })
  await queryClient.invalidateQueries({ queryKey: ['year', year] })
  return declaration
}

/** The mail that would ask a partner now, as they would read it. */
export const dataRequestMailQuery = (year: number, partnerId: string) =>
  queryOptions({
    queryKey: ['year', year, 'data-request', partnerId],
    queryFn: ({ signal }) => call(yearRoutes.dataRequestMail, { params: { year: String(year), partnerId }, signal }),
  })

/** Asks partners for what the declaration lacks about them; who was asked meanwhile is left out. */
export function requestDeclarationData(year: number, body: z.output<typeof dataRequestForm>) {
  return call(yearRoutes.requestDeclarationData, { params: { year: String(year) }, body }).finally(() =>
    queryClient.invalidateQueries({ queryKey: ['year', year] }),
  )
}

/** Past years in which the partner who is signed in was paid. */
export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ signal }) => call(yearRoutes.listCertificates, { signal }),
})

/** Address of a certificate's PDF. */
export const certificateUrl = (partnerId: string, year: number) => `/api/partners/${partnerId}/certificates/${year}`

export const yearSettingsQuery = queryOptions({
  queryKey: ['year-settings'],
  queryFn: ({ signal }) => call(yearRoutes.getYearSettings, { signal }),
})

export async function saveYearSettings(body: z.output<typeof yearSettingsForm>): Promise<void> {
  queryClient.setQueryData(yearSettingsQuery.queryKey, await call(yearRoutes.saveYearSettings, { body }))
  await queryClient.invalidateQueries({ queryKey: ['year'] })
}
