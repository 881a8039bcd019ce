import { redirect } from 'react-router'
import type { Me } from '#api/auth.ts'
import type { DashboardAudience } from '#api/pages.ts'
import { mayOpen } from '#api/pages.ts'
import { queryClient } from './query-client.ts'
import { meQuery, settingsQuery } from './session.ts'
import { saveReturnTo } from './return-to.ts'

/** Where somebody is sent who opens a page that is not for them; null lets them in. */
export function redirectFor(me: Me | null, page: DashboardAudience): '/auth' | '/dashboard' | null {
  if (!me) return '/auth'
  return mayOpen(me.role, page) ? null : '/dashboard'
}

/** The loader of a page inside the dashboard. Who has to sign in first comes back to it afterwards. */
export function guarded(page: DashboardAudience) {
  return async ({ request }: { request: Request }) => {
    const me = await queryClient.fetchQuery(meQuery)
    const elsewhere = redirectFor(me, page)
    if (elsewhere === '/auth') {
      const { pathname, search } = new URL(request.url)
      saveReturnTo(pathname + search)
    }
    if (elsewhere) throw redirect(elsewhere)
    return null
  }
}

/** The loader of pages for who is not signed in: others go to their dashboard. */
export async function signedOutOnly(): Promise<null> {
  const [me] = await Promise.all([queryClient.fetchQuery(meQuery), queryClient.fetchQuery(settingsQuery)])
  if (me) throw redirect('/dashboard')
  return null
}
