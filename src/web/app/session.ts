import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Me } from '#contract/auth.ts'
import { authRoutes } from '#contract/auth.ts'
import { settingsRoutes } from '#contract/settings.ts'
import { call } from './api.ts'
import { queryClient } from './query-client.ts'

/** The signed-in person, or null. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => (await call(authRoutes.currentSession, {})).me,
})

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => call(settingsRoutes.getSettings, {}),
})

/** The provider's identity; before it is read, a neutral one. */
export function useSettings() {
  const { data } = useQuery(settingsQuery)
  return data ?? { providerName: '', tagline: '', accentColour: '#1f4d3f', address: '', contactEmail: '', logoUrl: null }
}

/** The signed-in person, inside the shell, which is only there with one. */
export function useMe(): Me {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('useMe is for pages inside the dashboard shell')
  return data
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  await call(authRoutes.signOut, {})
  queryClient.clear()
  queryClient.setQueryData(['me'], null)
}

/** Takes over a session that has just begun. */
export function enter(me: Me): void {
  queryClient.clear()
  queryClient.setQueryData(['me'], me)
}
