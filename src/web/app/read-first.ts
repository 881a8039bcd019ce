import type { ReactNode } from 'react'
import type { Me } from '#api/auth.ts'
import type { PageFor } from './guards.ts'
import { redirectFor } from './guards.ts'
import { queryClient } from './query-client.ts'
import { meQuery } from './session.ts'

/** A page, and what it shows at once: started as soon as its module is there. */
export type PageModule = () => Promise<{ Component: () => ReactNode; first?: (me: Me) => Promise<unknown>[] }>

/** A page that comes within this time is drawn once, with its figures; after it, with their places kept. */
const patienceMs = 150

/** The page's module for the router, with its first answers where they come quickly. What they fail with, the page says. */
export function readFirst(load: PageModule, page: PageFor) {
  return async () => {
    const { Component, first } = await load()
    if (first) await Promise.race([answersTo(first, page), waited(patienceMs)])
    return { Component }
  }
}

async function answersTo(first: (me: Me) => Promise<unknown>[], page: PageFor): Promise<void> {
  const me = await queryClient.fetchQuery(meQuery).catch(() => null)
  if (me && !redirectFor(me, page)) await Promise.all(first(me))
}

export const waited = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
