import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type introductionForm, introductionRoutes } from '../api.ts'

/** The form that a link opens. What is typed outlasts reading it again. */
export const introductionQuery = (token: string) =>
  queryOptions({
    queryKey: ['introduction', token],
    queryFn: () => call(introductionRoutes.openIntroduction, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const leaveDetails = (body: z.input<typeof introductionForm>) => call(introductionRoutes.leaveDetails, { body })

/** The key lies below the partner's other queries, so that each of their events makes it stale. */
const keyOf = (userId: string, whose: 'own' | 'theirs') => ['partners', 'one', userId, 'link', whose] as const
const readAgain = () => queryClient.invalidateQueries({ queryKey: ['partners', 'one'] })

export const ownLinkQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf(userId, 'own'),
    queryFn: ({ signal }) => call(introductionRoutes.getIntroductionLink, { signal }),
  })

export const makeLink = () => call(introductionRoutes.makeIntroductionLink, {}).finally(readAgain)
export const pauseLink = (paused: boolean) =>
  call(introductionRoutes.pauseIntroductionLink, { body: { paused } }).finally(readAgain)

export const partnerLinkQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'theirs'),
    queryFn: ({ signal }) => call(introductionRoutes.getPartnerLink, { params: { id }, signal }),
  })

export const disableLink = (id: string, disabled: boolean) =>
  call(introductionRoutes.disablePartnerLink, { params: { id }, body: { disabled } }).finally(readAgain)
