import { existsSync, readdirSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { addressOf, type Route } from '#platform/api/route.ts'
import { liveRoutes } from '#portal/api/live.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { compressionOf } from './compression.ts'
import { hasEtag } from './etag.ts'

const routes = Object.values(portalRoutes).flatMap((all) => Object.values(all) as Route[])
const lead = { email: 'p@b.fr', estimatedAmountCents: 100, offerType: 'star' as const }
const list = '/api/leads?limit=50'
const br = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** The names of all properties in an answer. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' ? [...Object.keys(value), ...Object.values(value).flatMap(namesIn)] : namesIn(value),
  )
}

test('an answer that may hold a secret is not compressed', () => {
  /**
   * Names that only sound like secrets: addresses that need a session, codes of problems or places, keys of offers and stages, a
   * company's folded name, the number by which anybody who holds an attestation has URSSAF confirm it, until when a secret is
   * used, what a form that anybody may open sends along, whether there are passkeys, links to sign in by and a secret that a
   * provider knows, where that one sends browsers back to, and what a new passkey is to be like.
   */
  const harmless = [
    'key',
    'code',
    'postcode',
    'companyKey',
    'phoneKey',
    'fileUrl',
    'linkUrl',
    'logoUrl',
    'link',
    'links',
    'securityCode',
    'previousSecretUntil',
    'formToken',
    'missingCodes',
    'hasPasskey',
    'signInLinks',
    'hasSecret',
    'redirectUri',
    'residentKey',
    'requireResidentKey',
  ]
  const secrets = ['url', 'scanUrl', 'pdfUrl', 'totpUri', 'recoveryCodes', 'secret']
  const suspicious = /ur[il]$|link|token|codes?$|secret|signature$|key$|password/i
  const suspects = new Set<string>()
  for (const route of routes.filter(({ returns }) => returns)) {
    const names = namesIn(z.toJSONSchema(route.returns as z.core.$ZodType, { io: 'output', unrepresentable: 'any' }))
    for (const name of names.filter((each) => suspicious.test(each))) suspects.add(name)
    if (names.some((name) => secrets.includes(name))) expect([route.path, compressionOf(route)]).toEqual([route.path, false])
  }
  expect(secrets.filter((name) => !suspects.has(name))).toEqual([])
  expect([...suspects].filter((name) => !secrets.includes(name) && !harmless.includes(name))).toEqual([])
})

describe.each(databaseKinds())('what travels to a browser on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let ids: Readonly<Record<string, string>>
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr')
    for (let count = 0; count < 30; count += 1) {
      const body = { ...lead, name: `Léa ${count}`, company: `Société ${count}`, email: `lea.${count}@exemple.fr` }
      await marie.call(leadRoutes.addLead, { body })
    }
    const { items: leads } = await marie.call(leadRoutes.listLeads, { query: {} })
    const { items: contracts } = await marie.call(contractRoutes.listContracts, { query: {} })
    ids = { leads: leads[0]?.id ?? '', contracts: contracts[0]?.id ?? '' }
  })
  afterAll(() => app.close())

  const fetchAs = (path: string, headers: Record<string, string> = {}, client = marie) =>
    client.send('GET', path, undefined, headers)

  test('a list is compressed as the browser asks for it, to the same JSON in a fifth of the bytes', async () => {
    const plain = await fetchAs(list)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [accepted, encoding, unpack] of [
      [br['accept-encoding'], 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
    ] as const) {
      const answer = await fetchAs(list, { 'accept-encoding': accepted })
      expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-encoding'])
      expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
      expect(unpack(answer.rawPayload).toString()).toBe(plain.body)
    }
    for (const accepted of ['identity', 'deflate', 'zstd']) {
      expect((await fetchAs(list, { 'accept-encoding': accepted })).rawPayload.equals(plain.rawPayload)).toBe(true)
    }
  })

  test('a partner’s newest 50 leads take at most 15 kB, and whole ones are to be had', async () => {
    const camille = await app.newPartner('camille@exemple.fr')
    for (let count = 0; count < 50; count += 1) {
      const company = `Boulangerie Lefèvre & Associés ${count}`
      const more = {
        name: `Marie-Thérèse Lefèvre ${count}`,
        company,
        email: `lefevre.${count}@exemple.fr`,
        phone: '02 40 11 22 33',
      }
      const body = {
        ...lead,
        ...more,
        estimatedAmountCents: 1_250_000,
        notes: 'Rencontrée au salon, veut automatiser ses devis.',
      }
      const { id } = await camille.call(leadRoutes.addLead, { body })
      if (count % 5 === 0) await camille.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    }
    const [listed, whole] = [await fetchAs(list, {}, camille), await fetchAs(`${list}&fields=all`, {}, camille)]
    expect(listed.json().items).toHaveLength(50)
    expect(listed.rawPayload.length).toBeLessThanOrEqual(15_000)
    expect(whole.rawPayload.length).toBeGreaterThan(2 * listed.rawPayload.length)
    for (const [at, each] of whole.json().items.entries()) {
      const one = await camille.call(leadRoutes.getLead, { params: { id: each.id } })
      expect({ ...each, commission: one.commission }).toEqual(one)
      expect(one).toMatchObject(listed.json().items[at])
    }
  })

  test('small answers, files, secrets and the live stream are sent as they are', async () => {
    const unpacked = async (client: Client, method: string, path: string, body?: object) => {
      const answer = await client.send(method, path, body, br)
      expect([path, answer.statusCode, answer.headers['content-encoding']]).toEqual([path, 200, undefined])
      return answer
    }
    expect((await unpacked(marie, 'GET', '/api/me')).rawPayload.length).toBeLessThan(1024)
    expect((await unpacked(marie, 'GET', '/api/contracts')).body).toContain('"items"')
    expect((await unpacked(marie, 'POST', '/api/me/two-factor', { password })).json()).toHaveProperty('totpUri')
    const files = routes.filter(({ answer, mediaType }) => answer === 'file' && !/json|html/.test(mediaType ?? ''))
    expect(files.length).toBeGreaterThanOrEqual(4)
    for (const route of [...files, accountRoutes.renewRecoveryCodes, liveRoutes.live]) {
      expect([addressOf(route), compressionOf(route)]).toEqual([addressOf(route), false])
    }
  })

  test('exports and documentation are compressed; a page too, with its nonce', async () => {
    const plain = (await fetchAs('/api/leads.csv')).body
    const packed = await fetchAs('/api/leads.csv', br)
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain)
    for (const path of ['/api/openapi.json', '/api/docs', ...(existsSync('dist/web') ? ['/dashboard/leads'] : [])]) {
      const [whole, answer] = [await fetchAs(path), await fetchAs(path, br)]
      expect([path, answer.headers['content-encoding']]).toEqual([path, 'br'])
      expect(answer.rawPayload.length).toBeLessThan(whole.rawPayload.length / 2)
      const text = brotliDecompressSync(answer.rawPayload).toString()
      const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1]
      if (path.endsWith('.json')) expect(text).toBe(whole.body)
      else expect(text).toContain(`"${nonce}"`)
    }
  })

  test.runIf(existsSync('dist/web'))(
    'scripts and fonts leave out the headers of documents; the worker has its policy',
    async () => {
      const files = readdirSync('dist/web/assets').filter((name) => /\.(js|mjs|css|woff2)$/.test(name))
      for (const name of files) {
        const { headers } = await fetchAs(`/assets/${name}`, br)
        expect([name, headers['x-content-type-options']]).toEqual([name, 'nosniff'])
        const isWorker = name.endsWith('.mjs')
        expect([name, 'content-security-policy' in headers, 'x-frame-options' in headers]).toEqual([name, isWorker, isWorker])
        const { 'cache-control': cacheControl, etag, 'last-modified': modified } = headers
        expect([name, cacheControl, etag, modified]).toEqual([name, 'public, max-age=31536000, immutable', undefined, undefined])
      }
      expect(files.some((name) => name.endsWith('.mjs'))).toBe(true)
      for (const name of files.filter((each) => !each.endsWith('.mjs')).slice(0, 9)) {
        const plain = await fetchAs(`/assets/${name}`, {})
        const [packed, older] = [
          await fetchAs(`/assets/${name}`, br),
          await fetchAs(`/assets/${name}`, { 'accept-encoding': 'gzip' }),
        ]
        const isFont = name.endsWith('.woff2')
        const unpacked = isFont ? [packed.rawPayload] : [brotliDecompressSync(packed.rawPayload), gunzipSync(older.rawPayload)]
        for (const each of unpacked) expect([name, each.equals(plain.rawPayload)]).toEqual([name, true])
        expect([name, packed.headers['content-type']]).toEqual([name, plain.headers['content-type']])
        expect([name, packed.headers.vary]).toEqual([name, isFont ? undefined : 'accept-encoding'])
      }
      const ofReader = readdirSync('dist/web/assets', { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('.bcmap'),
      )
      expect((await fetchAs(`/assets/${ofReader[0]}`)).statusCode).toBe(200)
      for (const name of [
        'none.js',
        'pdfjs',
        ofReader[0]?.split('/')[0],
        `${files[0]}.br`,
        '..%2fservice-worker.js',
        '..%2f..%2fserver%2fmain.js',
      ]) {
        const { statusCode, headers } = await fetchAs(`/assets/${name}`, br)
        expect([name, statusCode, headers['content-type']]).toEqual([name, 404, expect.stringContaining('problem+json')])
      }
    },
  )

  test('JSON that is unchanged is answered 304 without a body, also compressed; a change is answered whole', async () => {
    const { headers, body } = await fetchAs(list)
    const etag = String(headers.etag)
    expect(etag).toMatch(/^W\/"[\da-z]+-[\da-z]+"$/)
    expect(headers['cache-control']).toBe('no-store')
    expect((await fetchAs(list, br)).headers.etag).toBe(etag)
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const unchanged = await fetchAs(list, { ...br, 'if-none-match': tag })
      expect([tag, unchanged.statusCode, unchanged.rawPayload.length]).toEqual([tag, 304, 0])
      expect([unchanged.headers.etag, unchanged.headers['live-seq']]).toEqual([etag, expect.any(String)])
      expect([unchanged.headers['content-type'], unchanged.headers['content-encoding']]).toEqual([undefined, undefined])
    }
    expect((await fetchAs(list, { 'if-none-match': '"other"' })).body).toBe(body)
    await marie.call(leadRoutes.addLead, { body: { ...lead, name: 'Neue', company: 'Neue' } })
    const changed = await fetchAs(list, { 'if-none-match': etag })
    expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false])
    const problem = await fetchAs('/api/leads/none', { 'if-none-match': '*' })
    expect([problem.statusCode, problem.headers.etag]).toEqual([422, undefined])
  })

  test('HEAD has the status and headers of GET for every address, and no body', async () => {
    const pages = existsSync('dist/web') ? ['/', '/auth', '/dashboard/leads', '/none', '/favicon.svg'] : []
    const reads = routes.filter(({ method, answer }) => method === 'GET' && answer !== 'eventStream')
    const compared = ({
      statusCode,
      headers: { date: _, 'transfer-encoding': __, 'live-seq': seq, ...headers },
    }: Awaited<ReturnType<Client['send']>>) => {
      const policy = String(headers['content-security-policy']).replace(/'nonce-[^']+'/, '')
      // Node says of an answer without a body that its length is 0, and nothing of it for HEAD.
      // The nonce of a page changes its compressed length.
      const varies = headers['content-encoding'] && /html/.test(String(headers['content-type']))
      if (varies || headers['content-length'] === '0') delete headers['content-length']
      return [statusCode, typeof seq, { ...headers, 'content-security-policy': policy }]
    }
    const statuses = new Set<number>()
    for (const client of [app.admin, marie, app.anonymous()]) {
      for (const address of [...reads.map(addressOf), list, ...pages, '/api/none']) {
        const url = address.replace(/^(\/api\/(\w+)\/):id/, (all, start, slice) => (ids[slice] ? start + ids[slice] : all))
        for (const headers of [{}, br]) {
          const head = await client.send('HEAD', url, undefined, headers)
          const get = await client.send('GET', url, undefined, headers)
          // What it measures is another figure a moment later.
          const measured = url === '/api/system' && head.statusCode === 200 ? [head, get] : []
          for (const { headers: its } of measured) Object.assign(its, { 'content-length': 'any', etag: its.etag && 'any' })
          expect([url, head.rawPayload.length, ...compared(head)]).toEqual([url, 0, ...compared(get)])
          statuses.add(head.statusCode)
          const route = head.statusCode === 200 && reads.find((each) => addressOf(each) === address)
          if (route) expect([address, 'etag' in head.headers]).toEqual([address, hasEtag(route)])
        }
      }
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 303, 401, 403, 404]))
  })
})
