import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portalRoutes } from '#api/portal.ts'
import type { Route, Who } from '#api/route.ts'
import type { DatabaseKind } from './databases.ts'
import { databaseKinds } from './databases.ts'
import type { Client } from './test-app.ts'
import { TestApp } from './test-app.ts'

/** What each kind of caller gets from a route that is for `who`: a refusal's status, or 'in' past the door. */
const doors: Readonly<Record<Who, Readonly<Record<string, 401 | 403 | 'in'>>>> = {
  anyone: { anonymous: 'in', unsigned: 'in', signed: 'in', admin: 'in' },
  member: { anonymous: 401, unsigned: 'in', signed: 'in', admin: 'in' },
  unlocked: { anonymous: 401, unsigned: 403, signed: 'in', admin: 'in' },
  partner: { anonymous: 401, unsigned: 'in', signed: 'in', admin: 403 },
  unlockedPartner: { anonymous: 401, unsigned: 403, signed: 'in', admin: 403 },
  admin: { anonymous: 401, unsigned: 403, signed: 403, admin: 'in' },
}

const nobody = '01900000-0000-7000-8000-000000000000'
const routes = Object.entries(portalRoutes).flatMap(([slice, all]) =>
  Object.entries(all).map(([name, route]) => [`${slice}.${name}`, route as Route] as const),
)

describe.each(databaseKinds())('routes on %s', (databaseKind: DatabaseKind) => {
  let app: TestApp
  const callers = new Map<string, Client>()
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    callers.set('anonymous', app.anonymous())
    callers.set('unsigned', await app.newPerson('unsigned@exemple.fr'))
    callers.set('signed', await app.newPartner('signed@exemple.fr'))
    callers.set('admin', app.admin)
  })
  afterAll(() => app.close())

  test.each(routes)('%s opens for whom it says, and for nobody else', async (name, route) => {
    for (const [kind, client] of callers) {
      if (name === 'auth.signOut') continue
      const url = `/api${route.path.replace(/:\w+/g, nobody)}`
      const isChange = route.method !== 'GET'
      const response = await client.send(route.method, url, isChange && route.body ? {} : undefined)
      const expected = doors[route.who][kind]
      if (expected === 'in') {
        const code = response.statusCode >= 400 ? response.json().code : 'ok'
        expect([kind, code]).not.toEqual([kind, 'not_allowed'])
        expect([kind, code]).not.toEqual([kind, 'contract_not_signed'])
        expect([kind, code]).not.toEqual([kind, 'not_signed_in'])
        expect(response.statusCode).toBeLessThan(500)
      } else {
        expect([kind, response.statusCode]).toEqual([kind, expected])
        expect(response.headers['content-type']).toContain('application/problem+json')
      }
    }
  })

  test('every registered address of the API is declared, or one of the few bound by hand', () => {
    const known = new Set(routes.map(([, route]) => `${route.method} /api${route.path}`))
    const byHand = [
      'POST /api/uploads',
      'GET /api/live',
      'GET /api/commissions.csv',
      'GET /api/leads.csv',
      'GET /api/partners.csv',
      'GET /api/contracts.csv',
      'POST /api/templates/preview',
      'GET /api/contracts/:id/file',
      'GET /api/contracts/:id/link',
      'GET /api/contracts/:id/signatures/:signature/file',
      'GET /api/resources/:id/file',
      'GET /api/settings/logo/:id',
      'GET /api/notifications/unsubscribe',
      'POST /api/notifications/unsubscribe',
      'GET /api/openapi.json',
      'GET /api/docs',
    ]
    for (const each of byHand) known.add(each)
    expect(app.running.routes.filter((each) => each.includes(' /api/') && !each.startsWith('HEAD') && !known.has(each))).toEqual(
      [],
    )
  })
})
