import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type programmeForm, programmeRoutes } from '../api.ts'

export const programmeQuery = queryOptions({
  queryKey: ['programme'],
  queryFn: ({ signal }) => call(programmeRoutes.getProgramme, { signal }),
})

export const timeZonesQuery = queryOptions({
  queryKey: ['programme', 'time-zones'],
  queryFn: ({ signal }) => call(programmeRoutes.timeZones, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export async function saveProgramme(body: z.output<typeof programmeForm>): Promise<void> {
  queryClient.setQueryData(programmeQuery.queryKey, await call(programmeRoutes.saveProgramme, { body }))
}
