import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeyPace, apiScopes } from '#access/domain/api-scopes.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { clientInvoiceRoutes } from '#money/client-payments/api/client-invoices.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import type { Route } from '#platform/api/route.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { type RunningPortal, startPortal } from '#portal/server/start.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { apiKeyRoutes } from '../api.ts'

const lead = {
  name: 'Paul',
  company: 'Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 100,
  offerType: 'star' as const,
}

test('every permission opens a route, and none that makes keys, invites anybody or reveals an IBAN', () => {
  const routes = Object.values(portalRoutes).flatMap((slice) => Object.entries(slice) as [string, Route][])
  const scopes = new Set(routes.flatMap(([, { scope }]) => scope ?? []))
  expect([...scopes].toSorted()).toEqual([...apiScopes].toSorted())
  const forPeople = [
    'createApiKey',
    'revokeApiKey',
    'invite',
    'changeRole',
    'revealIban',
    'downloadPayoutFile',
    'payPayouts',
    'live',
  ]
  for (const [name, { scope }] of routes.filter(([each]) => forPeople.includes(each)))
    expect([name, scope]).toEqual([name, undefined])
  // A right to write is never one to read only.
  for (const [name, { scope, method }] of routes) if (scope?.endsWith(':read')) expect([name, method]).toEqual([name, 'GET'])
})

describe.each(databaseKinds())('an API key on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  /** A second server of the portal, where the database allows one. */
  let other: RunningPortal
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr')
    const clock = { now: () => app.now }
    const options = { clock, logLevel: 'error', listen: false }
    other = databaseKind === 'postgres' ? await startPortal(app.portal.config, options) : app.running
  })
  afterAll(async () => {
    if (other !== app.running) await other.stop()
    await app.close()
  })

  const listedKey = async (id: string) => {
    const { items } = await app.admin.call(apiKeyRoutes.listApiKeys, { query: {} })
    return items.find((each) => each.id === id)
  }
  const read = (client: Client, headers = {}) => client.try(leadRoutes.listLeads, { query: {} }, headers)
  const owner = (text: string, values: unknown[] = []) => app.portal.database.asOwner((run) => run(text, values))

  test('is shown once, and known by its beginning and its hash', async () => {
    const body = { name: ' CRM ', scopes: ['leads:read' as const] }
    const { secret, ...keyFacts } = await app.proven(apiKeyRoutes.createApiKey, { body: { ...body, password } })
    expect(secret).toMatch(/^psr_[\w-]{43}$/)
    expect(keyFacts).toMatchObject({ name: 'CRM', prefix: secret.slice(0, 12), state: 'active', lastUsedAt: null })
    expect(await listedKey(keyFacts.id)).toEqual(keyFacts)
    const { rows } = await owner('select encode(sha256($1::bytea), $2) = token_hash as is_hash from api_keys where id = $3', [
      Buffer.from(secret),
      'hex',
      keyFacts.id,
    ])
    expect(rows).toEqual([{ is_hash: true }])
  })

  test('acts in its own name, without cookies and from anywhere', async () => {
    const program = await app.newProgram(['leads:read', 'leads:write'], 'Pipedrive')
    const elsewhere = { origin: 'https://crm.example', 'sec-fetch-site': 'cross-site', cookie: marie.cookie }
    const body = { ...lead, partnerId: marie.userId }
    const added = await program.try(leadRoutes.addLead, { body }, elsewhere)
    expect(added.status).toBe(201)
    expect(added.headers['set-cookie']).toBeUndefined()
    const { items } = await app.admin.call(leadRoutes.leadTimeline, { params: { id: added.body.id }, query: {} })
    expect(items.map(({ what, who }) => [what, who?.name])).toEqual([['lead.created', 'Pipedrive (API key)']])
    const { rows } = await owner('select actor_id from events where subject_id = $1', [added.body.id])
    expect(rows).toEqual([{ actor_id: program.userId }])
    // The same from a browser with a session alone is refused, as before.
    const { cookie: _, ...fromElsewhere } = elsewhere
    expect((await marie.try(leadRoutes.addLead, { body: lead }, fromElsewhere)).body.code).toBe('cross_site_request')
  })

  test('is made for the password alone, and what is refused makes none', async () => {
    const anna = await app.newStaff('anna@acme.example', 'administrator')
    const keys = async () => (await app.admin.call(apiKeyRoutes.listApiKeys, { query: {} })).items.length
    const before = await keys()
    const make = (proof: { password?: string }) =>
      anna.try(apiKeyRoutes.createApiKey, { body: { name: 'Tri', scopes: ['leads:read'], ...proof } })
    const refusal = await make({})
    expect([refusal.status, refusal.body.code, refusal.body.facts]).toEqual([403, 'confirmation_required', { by: 'password' }])
    expect(refusal.body.detail).toBe('Enter your password to make the key.')
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await make({ password: 'pas-le-bon' })).body.code).toBe('wrong_password')
    }
    expect((await make({ password })).body.code).toBe('too_many_requests')
    expect(await keys()).toBe(before)
    app.pass(901_000)
    expect((await make({ password })).status).toBe(201)
    expect(await keys()).toBe(before + 1)
  })

  test('opens what its permissions say and nothing else', async () => {
    const program = await app.newProgram(['leads:read'])
    expect((await read(program)).status).toBe(200)
    const written = await program.try(leadRoutes.addLead, { body: { ...lead, partnerId: marie.userId } })
    expect([written.status, written.body.code, written.body.facts]).toEqual([403, 'api_scope_missing', { scope: 'leads:write' }])
    const answer = await program.try(apiKeyRoutes.createApiKey, { body: { name: 'Mine', scopes: ['leads:write'] } })
    expect([answer.status, answer.body.code]).toEqual([403, 'api_scope_missing'])
    const board = await program.try(leadRoutes.leadBoard, { query: {} })
    expect(board.body.detail).toBe('API keys cannot do this.')
  })

  test('learns ids alone from a change, if it may not read what it changes', async () => {
    const writer = await app.newProgram(['leads:write'])
    const { id } = await marie.call(leadRoutes.addLead, { body: lead })
    const changed = await writer.send('PATCH', `/api/leads/${id}`, {})
    expect([changed.statusCode, changed.json()]).toEqual([200, { id }])
    const added = await writer.send('POST', '/api/leads', { ...lead, email: 'autre@exemple.fr', partnerId: marie.userId })
    expect([added.statusCode, Object.keys(added.json())]).toEqual([201, ['id']])
    const both = await app.newProgram(['leads:read', 'leads:write'])
    expect((await both.send('PATCH', `/api/leads/${id}`, {})).json()).toMatchObject({ id, email: lead.email })
  })

  test('repeats a change under its Idempotency-Key once', async () => {
    const program = await app.newProgram(['leads:write'])
    const add = () => program.try(leadRoutes.addLead, { body: { ...lead, partnerId: marie.userId } }, { 'idempotency-key': 'k' })
    const [first, second] = [await add(), await add()]
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
    // Another key's is another request.
    const another = await app.newProgram(['leads:write'], 'Comptabilité')
    const body = { ...lead, partnerId: marie.userId }
    const third = await another.try(leadRoutes.addLead, { body }, { 'idempotency-key': 'k' })
    expect(third.body.id).not.toBe(first.body.id)
  })

  test('of the accounting records what a client was invoiced and has paid, under its name', async () => {
    const accounting = await app.newProgram(['client_payments:read', 'client_payments:write'], 'Comptabilité')
    const { id } = await marie.call(leadRoutes.addLead, { body: { ...lead, estimatedAmountCents: 100_000 } })
    await marie.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    await app.admin.call(clientPaymentRoutes.changeBasis, { params: { id }, body: { basis: 'cash' } })
    const invoice = { number: 'FA-1', issuedOn: '2026-03-01', netCents: 40_000, vatCents: 8000 }
    const { invoices } = await accounting.call(clientInvoiceRoutes.recordClientInvoice, { params: { id }, body: invoice })
    expect(invoices.map(({ number, recordedBy }) => [number, recordedBy])).toEqual([['FA-1', 'Comptabilité (API key)']])
    const payment = { leadId: id, reference: 'FA-1', receivedOn: isoDay(app.now, defaultTimeZone), netCents: 40_000 }
    await accounting.call(clientPaymentRoutes.recordClientPayment, { body: payment })
    const { items } = await accounting.call(clientPaymentRoutes.listClientPayments, { query: {} })
    expect(items.map(({ reference, netCents }) => [reference, netCents])).toEqual([['FA-1', 40_000]])
  })

  test('works with exports, which open transactions of their own', async () => {
    await marie.call(leadRoutes.addLead, { body: lead })
    const program = await app.newProgram(['leads:read', 'client_payments:read'])
    const csv = await program.send('GET', '/api/leads.csv')
    expect([csv.statusCode, csv.body.includes('Bernard')]).toEqual([200, true])
    expect((await program.try(clientPaymentRoutes.listClientPayments, { query: {} })).status).toBe(200)
  })

  test('that is revoked is refused at once, on every server', async () => {
    const program = await app.newProgram(['leads:read', 'leads:write'])
    const url = '/api/leads'
    const elsewhere = (method: 'GET' | 'POST') =>
      other.app.inject({ method, url, headers: program.credentials, ...(method === 'POST' ? { payload: lead } : {}) })
    // Both servers remember the key now.
    expect([(await read(program)).status, (await elsewhere('GET')).statusCode]).toEqual([200, 200])
    await app.admin.call(apiKeyRoutes.revokeApiKey, { params: { id: program.userId } })
    for (const answer of [await elsewhere('GET'), await elsewhere('POST')])
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'api_key_invalid'])
    const here = await read(program)
    expect([here.status, here.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
    expect((await listedKey(program.userId))?.state).toBe('revoked')
    // Twice is once.
    await app.admin.call(apiKeyRoutes.revokeApiKey, { params: { id: program.userId } })
    const { rows } = await owner("select name from events where subject_id = $1 and name = 'api_key.revoked'", [program.userId])
    expect(rows).toHaveLength(1)
  })

  test('notes its last use, once a minute at most', async () => {
    const program = await app.newProgram(['leads:read'])
    const used = async (seconds: number) => {
      app.pass(seconds * 1000)
      await read(program)
      return Date.parse((await listedKey(program.userId))?.lastUsedAt ?? '')
    }
    const start = app.now.getTime()
    expect(await used(0)).toBe(start)
    expect(await used(40)).toBe(start)
    expect(await used(15)).toBe(start)
    expect(await used(10)).toBe(start + 65_000)
  })

  test('ends with its last day, and no key is made for a day that is over', async () => {
    const day = (days: number) => new Date(app.now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const form = (lastDay: string) => ({ name: 'Essai', scopes: ['leads:read' as const], lastDay })
    const over = await app.admin.try(apiKeyRoutes.createApiKey, { body: form(day(-2)) })
    expect([over.status, over.body.fields]).toEqual([422, [{ path: 'lastDay', message: 'This day is over' }]])
    const { id, secret } = await app.proven(apiKeyRoutes.createApiKey, { body: { ...form(day(1)), password } })
    const program = Object.assign(app.anonymous(), { secret })
    expect((await read(program)).status).toBe(200)
    app.pass(3 * 86_400_000)
    expect((await read(program)).body.code).toBe('api_key_invalid')
    await app.signIn(app.admin, 'admin@acme.example')
    expect((await listedKey(id))?.state).toBe('expired')
  })

  test('has its own limit, and so have addresses that try what is no key', async () => {
    const [busy, quiet] = [await app.newProgram(['leads:read']), await app.newProgram(['leads:read'])]
    await read(busy)
    const reached = `update auth.rate_limits set count = $1 where key = encode(sha256(convert_to($2, 'UTF8')), 'base64')
      or key = translate(rtrim(encode(sha256(convert_to($2, 'UTF8')), 'base64'), '='), '+/', '-_')`
    await owner(reached, [apiKeyPace.max, `API key ${busy.userId}`])
    const refused = await read(busy)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await read(quiet)).status).toBe(200)
    const guess = () => read(Object.assign(app.anonymous(), { secret: 'psr_geraten' }))
    expect((await guess()).body.code).toBe('api_key_invalid')
    await owner(reached, [60, 'wrong API keys from 127.0.0.1'])
    expect((await guess()).status).toBe(429)
    expect((await read(quiet)).status).toBe(200)
  })

  test('is nobody in the lists of people, and nobody’s role can be given to it', async () => {
    const program = await app.newProgram(['partners:read'], 'Annuaire')
    const { items } = await app.admin.call(partnerRoutes.listPartners, { query: { limit: 200 } })
    expect(items.map(({ id }) => id)).not.toContain(program.userId)
    const { partners } = await program.call(partnerRoutes.partnerNames, {})
    expect(partners.map(({ id }) => id)).toEqual([marie.userId])
    const promoted = await app.admin.try(partnerRoutes.changeRole, { params: { id: program.userId }, body: { role: 'admin' } })
    expect(promoted.body.code).toBe('not_found')
    const answer = await app.admin.try(leadRoutes.addLead, { body: { ...lead, partnerId: program.userId } })
    expect(answer.body.code).toBe('partner_not_active')
  })
})
