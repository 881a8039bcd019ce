import type { ReactNode } from 'react'
import type { Me } from '#api/auth.ts'
import type { PageFor } from './guards.ts'
import { redirectFor } from './guards.ts'
import { queryClient } from './query-client.ts'
import { meQuery } from './session.ts'

/** A page's module. `prefetch` starts the queries that the page renders first. */
export type PageModule = () => Promise<{ Component: () => ReactNode; prefetch?: Prefetch }>
type Prefetch = (me: Me) => Promise<unknown>[]

/** Longest wait for prefetched data in ms. A page whose data arrives within it renders once, without skeletons. */
const preloadTimeoutMs = 150

/** The `lazy` property of a route: loads the module, then prefetches. Failed queries are reported by the page itself. */
export function withPrefetch(load: PageModule, page: PageFor) {
  return async () => {
    const { Component, prefetch } = await load()
    if (prefetch) await Promise.race([prefetchFor(page, prefetch), delay(preloadTimeoutMs)])
    return { Component }
  }
}

/** Only for readers whom the route's guard lets in: others are about to be redirected. */
async function prefetchFor(page: PageFor, prefetch: Prefetch): Promise<void> {
  const me = await queryClient.fetchQuery(meQuery).catch(() => null)
  if (me && !redirectFor(me, page)) await Promise.all(prefetch(me))
}

export const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
