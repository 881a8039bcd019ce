import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#platform/web/app/requests/api.ts'
import { preloadPortal } from '#portal/web/load-portal.ts'
import {
  type acceptForm,
  authRoutes,
  type loginForm,
  type resetForm,
  type secondFactorForm,
  type setupForm,
} from '../api/auth.ts'

/** The portal loads while the server checks who enters it. */
function entering<T>(entry: Promise<T>): Promise<T> {
  preloadPortal()
  return entry
}

export const signIn = (body: z.input<typeof loginForm>) => entering(call(authRoutes.signIn, { body }))
export const signInSecondFactor = (body: z.input<typeof secondFactorForm>) =>
  entering(call(authRoutes.signInSecondFactor, { body }))
export const setUp = (body: z.input<typeof setupForm>) => entering(call(authRoutes.setUp, { body }))
export const acceptInvitation = (body: z.input<typeof acceptForm>) => entering(call(authRoutes.acceptInvitation, { body }))
export const requestReset = (email: string) => call(authRoutes.requestPasswordReset, { body: { email } })
export const resetPassword = (body: z.input<typeof resetForm>) => call(authRoutes.resetPassword, { body })

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => call(authRoutes.openInvitation, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const secondFactorHelpQuery = queryOptions({
  queryKey: ['second-factor-help'],
  queryFn: () => call(authRoutes.secondFactorHelp, {}),
  retry: false,
})

export const resetQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset', token],
    queryFn: () => call(authRoutes.openReset, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const setupQuery = queryOptions({ queryKey: ['setup'], queryFn: () => call(authRoutes.setupState, {}) })
