import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type {
  acceptForm,
  loginForm,
  passwordChangeForm,
  profileForm,
  resetForm,
  secondFactorForm,
  setupForm,
} from '#contract/auth.ts'
import { authRoutes } from '#contract/auth.ts'
import { call } from '../app/api.ts'
import { queryClient } from '../app/query-client.ts'

export const signIn = (body: z.input<typeof loginForm>) => call(authRoutes.signIn, { body })
export const signInSecondFactor = (body: z.input<typeof secondFactorForm>) => call(authRoutes.signInSecondFactor, { body })
export const setUp = (body: z.input<typeof setupForm>) => call(authRoutes.setUp, { body })
export const acceptInvitation = (body: z.input<typeof acceptForm>) => call(authRoutes.acceptInvitation, { body })
export const requestReset = (email: string) => call(authRoutes.requestPasswordReset, { body: { email } })
export const resetPassword = (body: z.input<typeof resetForm>) => call(authRoutes.resetPassword, { body })

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => call(authRoutes.openInvitation, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const setupQuery = queryOptions({ queryKey: ['setup'], queryFn: () => call(authRoutes.setupState, {}) })

export async function changeProfile(body: z.input<typeof profileForm>): Promise<void> {
  queryClient.setQueryData(['me'], await call(authRoutes.changeProfile, { body }))
}
export const changePassword = (body: z.input<typeof passwordChangeForm>) => call(authRoutes.changePassword, { body })

export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => call(authRoutes.listSessions, {}) })
export async function endSession(id: string): Promise<void> {
  await call(authRoutes.endSession, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: ['sessions'] })
}

export const startTwoFactor = (password: string) => call(authRoutes.startTwoFactor, { body: { password } })
export async function confirmTwoFactor(code: string): Promise<void> {
  await call(authRoutes.confirmTwoFactor, { body: { code } })
  await queryClient.invalidateQueries({ queryKey: ['me'] })
}
export async function stopTwoFactor(password: string): Promise<void> {
  await call(authRoutes.stopTwoFactor, { body: { password } })
  await queryClient.invalidateQueries({ queryKey: ['me'] })
}
export const renewRecoveryCodes = (password: string) => call(authRoutes.renewRecoveryCodes, { body: { password } })
