import { redirect } from 'react-router'
import { type DashboardAudience, mayOpen } from '#access/api/pages.ts'
import type { Me } from '#access/api/session.ts'
import { homePath } from '#access/domain/home-path.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { queryClient } from '../queries/query-client.ts'
import { saveReturnTo } from './return-to.ts'
import { meQuery } from './session.ts'

/** Redirect target for people who may not open a page; null if they may. */
export function redirectFor(me: Me | null, page: DashboardAudience): typeof visitorPaths.signIn | typeof homePath | null {
  if (!me) return visitorPaths.signIn
  return mayOpen(me.role, page) ? null : homePath
}

/**
 * Who is signed in. Somebody who is known is asked for anew meanwhile: where the portal does not answer, pages open and dialogs
 * close all the same.
 */
async function current(): Promise<Me | null> {
  const known = queryClient.getQueryData(meQuery.queryKey)
  if (!known) return queryClient.fetchQuery(meQuery)
  void queryClient.prefetchQuery(meQuery)
  return known
}

/** Loader of dashboard pages. Guests sign in first and return to the page. */
export function guarded(page: DashboardAudience) {
  return async ({ request }: { request: Request }) => {
    const me = await current()
    const elsewhere = redirectFor(me, page)
    if (elsewhere === visitorPaths.signIn) {
      const { pathname, search } = new URL(request.url)
      saveReturnTo(pathname + search)
    }
    if (elsewhere) throw redirect(elsewhere)
    return null
  }
}
