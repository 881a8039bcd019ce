import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noSettings, settingsRoutes } from '#access/api/identity.ts'
import { type EndedAccess, type Me, sessionRoutes } from '#access/api/session.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { forgetDrafts, forgetOfflineForm } from '../forms/draft-storage.ts'
import { noticeSignedOut, queryClient, resetQueries } from '../queries/query-client.ts'
import { isOnItsWay, standFor, startAnew } from '../queries/start-anew.ts'
import { call } from '../requests/api.ts'
import { awaitPendingChanges } from '../requests/send-request.ts'
import { isReadHere, readAnew } from './page-reading.ts'

/** That the visitor's access has ended, which comes with the answer of who is signed in. */
export const endedQuery = queryOptions<EndedAccess>({ queryKey: ['ended'], queryFn: skipToken })

/** The signed-in person, or null. The page is loaded anew if it is not in their language. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    await awaitPendingChanges()
    const { me, ended } = await call(sessionRoutes.currentSession, {})
    if (ended) queryClient.setQueryData(endedQuery.queryKey, ended)
    if (!me) noticeSignedOut()
    // Nothing is drawn in the wrong language, or for a visitor, while the page is loaded anew.
    if ((!me && isOnItsWay()) || (!isReadHere(me) && readAnew())) await new Promise(() => undefined)
    return me
  },
})

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => call(settingsRoutes.getSettings, {}),
})

/** The provider's identity; a neutral one until loaded. */
export function useSettings() {
  const { data } = useQuery(settingsQuery)
  return data ?? noSettings
}

/** The signed-in person; only for use inside the shell. */
export function useMe(): Me {
  const { data } = useQuery(meQuery)
  // What ends the session may render a part of the page before the shell hears of it and leaves.
  const [known, setKnown] = useState(data)
  if (data && data !== known) setKnown(data)
  const me = data ?? known
  if (!me) throw new Error('useMe is for pages inside the dashboard shell')
  return me
}

/**
 * Ends the session and loads the page to sign in: nothing of what was on the page stays, and visitors may read another language.
 */
export function signOut(): Promise<void> {
  const end = async () => {
    await call(sessionRoutes.signOut, {})
    forgetDrafts()
    forgetOfflineForm()
  }
  return standFor(end, visitorPaths.signIn)
}

/** Opens a page of the portal for a new session; false if it is loaded anew, in the person's language. */
export function enter(me: Me, path: string): boolean {
  if (isReadHere(me)) {
    resetQueries(me)
    return true
  }
  startAnew(path)
  return false
}
