import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abilitiesOf } from '#access/domain/abilities.ts'
import { type PartnerRole, partnerRoles, type Who } from '#access/domain/actor.ts'
import { apiScopes } from '#access/domain/api-scopes.ts'
import { hasRight, missingRightMessage, rightsOfRole, type StaffRole, staffRoles } from '#access/domain/staff-rights.ts'
import { addressOf, type Route } from '#platform/api/route.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { openApiDocument } from '#portal/server/openapi/openapi.ts'
import { assetAddress, pageAddress } from '#portal/server/serve-pages.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { manifestAddress, shareAddress } from '#provider/programme/server/web-app.ts'
import { type DatabaseKind, databaseKinds } from './databases.ts'
import { joinPartner } from './partner-people.ts'
import { readStream } from './read-stream.ts'
import { staffReading } from './staff-reading.ts'
import { type Client, TestApp } from './test-app.ts'

/** The expected outcome per caller and declared `who`: the status of the refusal, or 'in' when admitted. */
const accessMatrix: Readonly<Record<Who, Readonly<Record<string, 401 | 403 | 'in'>>>> = {
  anyone: { anonymous: 'in', unsigned: 'in', signed: 'in', admin: 'in' },
  member: { anonymous: 401, unsigned: 'in', signed: 'in', admin: 'in' },
  unlocked: { anonymous: 401, unsigned: 403, signed: 'in', admin: 'in' },
  partner: { anonymous: 401, unsigned: 'in', signed: 'in', admin: 403 },
  unlockedPartner: { anonymous: 401, unsigned: 403, signed: 'in', admin: 403 },
  admin: { anonymous: 401, unsigned: 403, signed: 403, admin: 'in' },
}

const refusalsOfKeys = [
  'api_key_invalid',
  'api_scope_missing',
  'not_signed_in',
  'not_allowed',
  'cross_site_request',
  'wrong_address',
]

const webFolder = fileURLToPath(new URL('../dist/web', import.meta.url))
const emails = new Map([
  ['unsigned', 'unsigned@exemple.fr'],
  ['signed', 'signed@exemple.fr'],
  ['admin', 'admin@acme.example'],
])
const nobody = '01900000-0000-7000-8000-000000000000'
const routes = Object.entries(portalRoutes).flatMap(([slice, all]) =>
  Object.entries(all).map(([name, route]) => [`${slice}.${name}`, route as Route] as const),
)

describe.each(databaseKinds())('routes on %s', (databaseKind: DatabaseKind) => {
  let app: TestApp
  let address = ''
  const callers = new Map<string, Client>()
  let program: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    callers.set('anonymous', app.anonymous())
    callers.set('unsigned', await app.newPerson('unsigned@exemple.fr'))
    callers.set('signed', await app.newPartner('signed@exemple.fr'))
    callers.set('admin', app.admin)
    program = await app.newProgram(apiScopes)
    // Event streams need a real connection.
    address = await app.running.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  test.each(routes)('%s admits the declared callers and nobody else', async (_name, route) => {
    for (const [kind, client] of callers) {
      // Signs in again when the previous route ended the session.
      const email = emails.get(kind)
      if (email && !client.cookie.includes('session_token')) await app.signIn(client, email)
      const url = addressOf(route).replace(/:\w+/g, nobody)
      const { status, headers, body } = await outcome(client, route, url)
      const expected = accessMatrix[route.who][kind]
      if (route.method === 'GET') expect([kind, await headStatus(client, url)]).toEqual([kind, status])
      if (expected === 'in') {
        const code = status >= 400 ? body().code : 'ok'
        expect([kind, code]).not.toEqual([kind, 'not_allowed'])
        expect([kind, code]).not.toEqual([kind, 'contract_not_signed'])
        expect([kind, code]).not.toEqual([kind, 'not_signed_in'])
        expect(status).toBeLessThan(500)
      } else {
        expect([kind, status]).toEqual([kind, expected])
        expect(headers['content-type']).toContain('application/problem+json')
      }
    }
    const code = await codeForProgram(route)
    if (route.transaction === 'none' || route.scope) expect(refusalsOfKeys).not.toContain(code)
    else expect(code).toBe('api_scope_missing')
  })

  /** The code of the answer to a key with every permission; undefined for an answer that is no problem. */
  async function codeForProgram(route: Route): Promise<string | undefined> {
    const payload = route.method !== 'GET' && route.body ? {} : undefined
    const response = await program.send(route.method, addressOf(route).replace(/:\w+/g, nobody), payload)
    expect(response.statusCode).toBeLessThan(500)
    return response.statusCode < 400 ? undefined : response.json().code
  }

  /** The status of a HEAD request, which has no body: neither a problem nor the event stream. */
  async function headStatus(client: Client, url: string) {
    const { status, body } = await fetch(`${address}${url}`, {
      method: 'HEAD',
      headers: { cookie: client.cookie },
      redirect: 'manual',
    })
    expect(body).toBeNull()
    return status
  }

  /** The response's outcome; an event stream is closed once it has started. */
  async function outcome(client: Client, route: Route, url: string) {
    const payload = route.method !== 'GET' && route.body ? {} : undefined
    if (route.answer !== 'eventStream') {
      const response = await client.send(route.method, url, payload)
      return { status: response.statusCode, headers: response.headers, body: () => response.json() }
    }
    const { status, headers, text } = await readStream(`${address}${url}`, client, 100)
    return { status, headers, body: () => JSON.parse(text) as { code?: string } }
  }

  test('every URL of the server is a declared route or a built page’s file, and in the OpenAPI document', () => {
    const declared = routes.map(([, route]) => `${route.method} ${addressOf(route)}`).toSorted()
    const pages = existsSync(webFolder) ? readdirSync(webFolder, { recursive: true, encoding: 'utf8' }) : []
    const files = new Set(pages.map((path) => `GET /${path}`))
    const bound = app.running.routes.filter((each) => !files.has(each.replace(/^HEAD /, 'GET '))).toSorted()
    const ofPages = [pageAddress, assetAddress, manifestAddress].map((address) => `GET ${address}`)
    const reads = [...declared.filter((each) => each.startsWith('GET ')), ...ofPages]
    const registered = bound.filter((each) => !each.startsWith('HEAD '))
    expect(registered).toEqual([...declared, ...ofPages, `POST ${shareAddress}`].toSorted())
    const heads = reads.map((each) => each.replace('GET', 'HEAD')).toSorted()
    expect(bound.filter((each) => each.startsWith('HEAD '))).toEqual(heads)
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, { operationId: string }>> }
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(documented.toSorted()).toEqual(declared)
    const names = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    expect(new Set(names).size).toBe(names.length)
  })
})

describe.each(databaseKinds('full'))('roles of staff on %s', (databaseKind: DatabaseKind) => {
  let app: TestApp
  const staff = new Map<StaffRole, Client>()
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    for (const role of staffRoles) staff.set(role, await app.newStaff(`${role}@acme.example`, role))
  })
  afterAll(() => app.close())

  /** Without the stream, whose connection stays open, and what ends the session. */
  const forStaff = routes.filter(
    ([, { who, answer, right }]) => right || ((who === 'admin' || who === 'unlocked') && answer !== 'eventStream'),
  )

  test.each(staffRoles)('%s reads what staff read, and changes what the role has a right to', async (role) => {
    const client = staff.get(role) as Client
    // The answers to an administrator are in the table above.
    const tried = role === 'administrator' ? forStaff.filter(([, { right }]) => right) : forStaff
    for (const [name, route] of tried) {
      const payload = route.method !== 'GET' && route.body ? {} : undefined
      const response = await client.send(route.method, addressOf(route).replace(/:\w+/g, nobody), payload)
      const refused = route.right !== undefined && !hasRight(rightsOfRole[role], route.right)
      expect([name, response.statusCode < 500]).toEqual([name, true])
      const { code = 'ok', detail = '' } = response.statusCode < 400 ? {} : response.json()
      if (refused) expect([name, response.statusCode, code, detail]).toEqual([name, 403, 'right_missing', whyNot(route)])
      else expect([name, ['right_missing', 'not_allowed', 'not_signed_in'].includes(code)]).toEqual([name, false])
    }
  })

  const whyNot = ({ right }: Route) => (right ? readAs(staffReading, () => missingRightMessage(right)) : '')
})

describe.each(databaseKinds('full'))('roles of a partner’s people on %s', (databaseKind: DatabaseKind) => {
  let app: TestApp
  const people = new Map<PartnerRole, Client>()
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    const owner = await app.newPartner('owner@exemple.fr')
    people.set('owner', owner)
    for (const role of ['manager', 'member', 'accountant'] as const) {
      people.set(role, await joinPartner(app, owner, { email: `${role}@exemple.fr`, role }))
    }
  })
  afterAll(() => app.close())

  /** Without the stream, whose connection stays open. */
  const forPartners = routes.filter(([, { who, answer }]) => who !== 'admin' && who !== 'anyone' && answer !== 'eventStream')

  test.each(partnerRoles)('%s reaches what their role may, and is told elsewhere that it may not', async (role) => {
    const client = people.get(role) as Client
    const wrong: string[] = []
    for (const [name, route] of forPartners) {
      if (!client.cookie.includes('session_token')) await app.signIn(client, `${role}@exemple.fr`)
      const payload = route.method !== 'GET' && route.body ? {} : undefined
      const response = await client.send(route.method, addressOf(route).replace(/:\w+/g, nobody), payload)
      const code = response.statusCode < 400 ? 'ok' : response.json().code
      const mayNot = route.ability !== undefined && !abilitiesOf({ role, seesAmounts: false }).includes(route.ability)
      if ((code === 'partner_role_missing') !== mayNot || response.statusCode >= 500) wrong.push(`${name}: ${code}`)
    }
    expect(wrong).toEqual([])
  })
})
