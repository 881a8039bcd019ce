import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { RequestOf } from '#platform/api/route.ts'
import type { Language } from '#platform/domain/languages.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { accountRoutes, type passwordChangeForm, type profileForm } from '../api/account.ts'

export async function changeProfile(body: z.input<typeof profileForm>): Promise<void> {
  queryClient.setQueryData(['me'], await call(accountRoutes.changeProfile, { body }))
}
export const chooseLanguage = (language: Language | null) => call(accountRoutes.chooseLanguage, { body: { language } })

export async function changePassword(body: z.input<typeof passwordChangeForm>): Promise<void> {
  await call(accountRoutes.changePassword, { body })
  await readLinksAgain()
}

/** This browser has another session now, and links to contracts' files end with the one that they were made in. */
const readLinksAgain = () => queryClient.invalidateQueries({ queryKey: ['contracts'] })

export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => call(accountRoutes.listSessions, {}) })
export async function endSession(id: string): Promise<void> {
  await call(accountRoutes.endSession, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: ['sessions'] })
}

export const startTwoFactor = (password: string) => call(accountRoutes.startTwoFactor, { body: { password } })
export async function confirmTwoFactor(code: string): Promise<void> {
  await call(accountRoutes.confirmTwoFactor, { body: { code } })
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['me'] }), readLinksAgain()])
}
export async function stopTwoFactor(body: RequestOf<typeof accountRoutes.stopTwoFactor>['body']): Promise<void> {
  await call(accountRoutes.stopTwoFactor, { body })
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['me'] }), readLinksAgain()])
}
export const renewRecoveryCodes = (body: RequestOf<typeof accountRoutes.renewRecoveryCodes>['body']) =>
  call(accountRoutes.renewRecoveryCodes, { body })
