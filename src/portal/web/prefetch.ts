import type { ReactNode } from 'react'
import { type DashboardAudience, type FirstRead, firstReads } from '#access/api/pages.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { delay } from '#platform/web/app/requests/delay.ts'
import { redirectFor } from '#platform/web/app/session/guards.ts'
import { meQuery } from '#platform/web/app/session/session.ts'

/** A page's module. `prefetch` starts the queries behind the first reads that the page table lists for it. */
export type PageModule = () => Promise<{ Component: () => ReactNode; prefetch?: Prefetch }>
type Prefetch = { readonly [Read in FirstRead]?: () => Promise<unknown> }

/** Longest wait for prefetched data in ms. A page whose data arrives within it renders once, without skeletons. */
const preloadTimeoutMs = 150

/** The `lazy` property of a route: loads the module, then prefetches. Failed queries are reported by the page itself. */
export function withPrefetch(load: PageModule, audience: DashboardAudience, reads: readonly FirstRead[]) {
  return async () => {
    const { Component, prefetch } = await load()
    if (prefetch) await Promise.race([prefetchFor(audience, reads, prefetch), delay(preloadTimeoutMs)])
    return { Component }
  }
}

/** Only for readers whom the route's guard lets in: others are about to be redirected. */
async function prefetchFor(audience: DashboardAudience, reads: readonly FirstRead[], prefetch: Prefetch): Promise<void> {
  const me = await queryClient.fetchQuery(meQuery).catch(() => null)
  if (!me || redirectFor(me, audience)) return
  const reader = { ...me, abilities: me.partner?.abilities }
  await Promise.all(firstReads(reads, reader).map((read) => prefetch[read]?.()))
}
