import { expect } from 'vitest'
import type { core } from 'zod/mini'
import type { Me } from '#access/api/session.ts'
import type { Route } from '#platform/api/route.ts'
import { answer } from './api.ts'
import { closePortals, openPortal } from './open-portal.tsx'
import { sampleOf } from './sample-of.ts'

/** What slices export from their API; the list of them is the server's. */
const apis: readonly Readonly<Record<string, unknown>>[] = Object.values(
  import.meta.glob<Record<string, unknown>>(['../../src/**/api.ts', '../../src/**/api/*.ts', '!**/*.test.ts'], { eager: true }),
)
const allRoutes = apis.flatMap((exported) =>
  Object.entries(exported).flatMap(([name, routes]) =>
    name.endsWith('Routes') ? Object.values(routes as Record<string, Route>) : [],
  ),
)

/** Answers all that pages read, as a portal does in which nothing has happened. */
export function answerAllReads(): void {
  for (const route of allRoutes) {
    const { returns } = route
    if (route.method === 'GET' && returns && !route.answer) answer(route, () => sampleOf(returns) as never)
  }
}

export type ListRoute<Query> = Route & { readonly query: core.$ZodType<Query>; readonly returns: core.$ZodType }

/** Opens an address, whose page sends exactly these queries to a route. */
export async function expectQueries<Query>(
  address: string,
  { as, route, queries }: { readonly as: Me; readonly route: ListRoute<Query>; readonly queries: readonly NoInfer<Query>[] },
): Promise<void> {
  expect(await closePortals()).toEqual([])
  const sent: readonly { readonly query?: unknown }[] = answer<Route>(route, () => sampleOf(route.returns) as never)
  await openPortal(address, { as })
  const different = () => [...new Set(sent.map(({ query }) => sorted(query)))].sort()
  await expect.poll(different, { message: address }).toEqual(queries.map(sorted).sort())
}

/** A query as a text, whatever the order of its parts. */
const sorted = (query: unknown) => JSON.stringify(Object.entries(query as object).sort())

/** The page that is open offers the file at this address, with these filters. */
export async function expectFile(path: string, filter: Readonly<Record<string, string>>): Promise<void> {
  const file = () => new URL(document.querySelector<HTMLAnchorElement>('main a[download]')?.href ?? 'none:')
  await expect.poll(() => file().pathname).toBe(path)
  await expect.poll(() => Object.fromEntries(file().searchParams), { message: path }).toEqual(filter)
}
