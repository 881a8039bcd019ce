import { redirect } from 'react-router'
import type { Me } from '#api/auth.ts'
import { queryClient } from './query-client.ts'
import { meQuery, settingsQuery } from './session.ts'
import { saveReturnTo } from './return-to.ts'

export type PageFor = 'everybody' | 'partners' | 'admins'

/** Where somebody is sent who opens a page that is not for them; null lets them in. */
export function redirectFor(me: Me | null, page: PageFor): '/auth' | '/dashboard' | null {
  if (!me) return '/auth'
  if (page === 'admins' && me.role !== 'admin') return '/dashboard'
  if (page === 'partners' && me.role === 'admin') return '/dashboard'
  return null
}

/** The loader of a page inside the dashboard. Who has to sign in first comes back to it afterwards. */
export function guarded(page: PageFor) {
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
