import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Settings, settingsRoutes } from '#platform/api/identity.ts'
import { type Me, sessionRoutes } from '#platform/api/session.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { forgetDrafts } from '../forms/draft-storage.ts'
import { noticeSignedOut, resetQueries } from '../queries/query-client.ts'
import { call } from '../requests/api.ts'
import { awaitPendingChanges } from '../requests/send-request.ts'

/** True during an explicit sign-out, which saves no page to return to. */
let leaving = false

/** The signed-in person, or null. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    await awaitPendingChanges()
    const { me } = await call(sessionRoutes.currentSession, {})
    if (!me && !leaving) noticeSignedOut()
    return me
  },
})

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => call(settingsRoutes.getSettings, {}),
})

const noSettings: Settings = {
  providerName: '',
  tagline: '',
  accentColour: '#1f4d3f',
  address: '',
  contactEmail: '',
  legalIdentity: '',
  logoUrl: null,
  timeZone: defaultTimeZone,
  commission: { tiers: 5, lowestRate: 15, highestRate: 35 },
}

/** The provider's identity; a neutral one until loaded. */
export function useSettings() {
  const { data } = useQuery(settingsQuery)
  return data ?? noSettings
}

/** The signed-in person; only for use inside the shell. */
export function useMe(): Me {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('useMe is for pages inside the dashboard shell')
  return data
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  leaving = true
  try {
    await call(sessionRoutes.signOut, {})
    forgetDrafts()
    resetQueries(null)
  } finally {
    leaving = false
  }
}

/** Initialises the cache for a new session. */
export function enter(me: Me): void {
  resetQueries(me)
}
