import { queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '#platform/api/route.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { partnerCorrectionRoutes } from '../api.ts'

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['partners'] })

export async function correctPartner(id: string, body: RequestOf<typeof partnerCorrectionRoutes.correctPartner>['body']) {
  const person = await call(partnerCorrectionRoutes.correctPartner, { params: { id }, body })
  await readAgain()
  return person
}

export const withdrawEmailChange = (id: string) =>
  call(partnerCorrectionRoutes.withdrawEmailChange, { params: { id } }).finally(readAgain)

/** What a deletion would leave and take away, as things are now. */
export const deletionEffectsQuery = (id: string) =>
  queryOptions({
    queryKey: ['partners', 'one', id, 'deletion'],
    queryFn: ({ signal }) => call(partnerCorrectionRoutes.deletionEffects, { params: { id }, signal }),
    staleTime: 0,
  })

export const emailChangeQuery = (token: string) =>
  queryOptions({
    queryKey: ['email-change', token],
    queryFn: () => call(partnerCorrectionRoutes.openEmailChange, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const confirmEmailChange = (token: string) => call(partnerCorrectionRoutes.confirmEmailChange, { body: { token } })
