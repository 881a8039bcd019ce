import { addressOf, type Route } from '#platform/api/route.ts'
import type { RefusalCode } from '#platform/domain/refusal.ts'
import { commonRefusals, refusalsOf } from '#portal/api/route-refusals.ts'
import { portalRoutes } from '#portal/server/slices.ts'

const declared = Object.entries(portalRoutes).flatMap(([slice, routes]) =>
  Object.entries(routes as Record<string, Route>).map(([name, route]) => ({
    name: `${slice}.${name}`,
    method: route.method,
    pattern: new RegExp(`^${addressOf(route).replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
    isExact: !route.path.includes(':'),
    codes: new Set<string>([...commonRefusals, ...refusalsOf(route)]),
  })),
)

/** Throws when a route's response has an error code that its API documentation does not list. */
export function checkDeclared(method: string, url: string, code: RefusalCode): void {
  const [path = ''] = url.split('?')
  const hits = declared.filter((each) => each.method === method && each.pattern.test(path))
  const route = hits.find((each) => each.isExact) ?? hits[0]
  if (!route || route.codes.has(code)) return
  throw new Error(`${route.name} answered ${code}: add it to the refusals of the route in src/api`)
}
