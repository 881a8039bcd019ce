import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasRight, rightsOf, rightsOfRole, rightsOfScope } from '#access/domain/staff-rights.ts'
import type { Route } from '#platform/api/route.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { databaseKinds, freshDatabase } from './databases.ts'

const routes = Object.entries(portalRoutes).flatMap(([slice, all]) =>
  Object.entries(all).map(([name, route]) => ({ name: `${slice}.${name}`, ...(route as Route) })),
)

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase(databaseKinds()[0] ?? 'pglite')
})
afterAll(() => fresh.close())

test('the database has the rights of each staff role and each scope that the domain has', async () => {
  const pairs = async (query: string) => (await fresh.database.asOwner((run) => run(query))).rows.map((row) => Object.values(row))
  const inOrder = (table: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(table)
      .flatMap(([holder, rights]) => rights.map((right) => [holder, right]))
      .toSorted()
  const byRole = await pairs('select staff_role, right_name from staff_rights')
  expect(byRole.toSorted()).toEqual(inOrder(rightsOfRole))
  const byScope = await pairs('select scope, right_name from scope_rights')
  expect(byScope.toSorted()).toEqual(inOrder(rightsOfScope))
})

test('each route by which staff change something names a right', () => {
  const changing = routes.filter(({ who, method }) => method !== 'GET' && (who === 'admin' || who === 'unlocked'))
  expect(changing.length).toBeGreaterThan(90)
  expect(changing.filter(({ right }) => !right).map(({ name }) => name)).toEqual([])
})

test('whatever a scope of API keys opens is within the rights that the scope has', () => {
  const beyond = routes.filter(({ scope, right }) => scope && right && !hasRight(rightsOf({ scopes: [scope] }), right))
  expect(beyond.map(({ name }) => name)).toEqual([])
})
