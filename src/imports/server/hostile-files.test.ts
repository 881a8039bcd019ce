import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { apply, readRows, stage } from '#test/imports.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { importRoutes } from '../api.ts'

const whole = { name: 'Claire Martin', company: 'Verrerie', email: 'claire@verrerie.example', amount: '1000', offer: 'Star' }
const half = '\ud800'
const titlesHash = 'a'.repeat(64)

/** What a file can hold in a row of leads, and the fields that it is refused for; none where it is taken as text. */
const leads: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
  ['a formula', { name: '=HYPERLINK("https://evil.example","x")', company: "'+cmd|' /C calc'!A0" }, []],
  ['HTML', { name: '<img src=x onerror=alert(1)>', notes: '<script>alert(1)</script>' }, []],
  ['controls', { name: 'Claire\u0007\u001b[31m Martin' }, []],
  ['NUL', { name: 'Claire\u0000 Martin' }, ['name']],
  ['half of a pair', { name: `Claire ${half}` }, ['name']],
  ['half of a pair as a key', { fields: { [half]: 'x' } }, [`fields.${half}`]],
  ['a backslash before one', { notes: String.raw`C:\ud800 \u0000` }, []],
  ['a cell of 1 MB', { notes: 'x'.repeat(900_000) }, ['notes']],
  ['constructor as an offer', { offer: 'constructor' }, ['offer']],
  ['__proto__ as a state', { status: '__proto__' }, ['status']],
  ['10^15', { amount: '1000000000000000' }, ['amount']],
  ['less than nothing', { amount: '-5' }, ['amount']],
  ['no number', { amount: 'NaN' }, ['amount']],
  ['another currency', { currency: 'USD' }, ['currency']],
  ['a number as a cell', { name: 5 }, ['']],
  ['a list as a cell', { fields: ['x'] }, ['']],
  ['an unknown field', { colour: 'red' }, ['']],
]
const payments: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
  ['the year 1900', { receivedOn: '1900-01-01' }, ['receivedOn']],
  ['the year 9999', { receivedOn: '31/12/9999' }, ['']],
  ['no day of the calendar', { receivedOn: '31/02/2026' }, ['receivedOn']],
  ['10^15', { amount: '1 000 000 000 000 000' }, ['amount']],
  ['half of a pair', { reference: `F-${half}` }, ['reference']],
  ['NUL alone', { reference: '\u0000' }, ['reference']],
  ['no lead', { leadId: `${half}'; drop table leads; --` }, ['leadId']],
]

describe.each(databaseKinds('every'))('hostile files on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let jean: Client
  beforeAll(async () => {
    ;({ app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean'))
  })
  afterAll(() => app.close())

  const cellOf = (at: number) => ({ ...whole, company: `Verrerie ${at}`, email: `c${at}@verrerie.example` })

  test('each row of leads is taken as text, or refused for one reason a field, in its reader’s language', async () => {
    // Other tests bring glassworks.
    const own = (at: number) => ({ ...cellOf(at), company: `Cristallerie ${at}`, email: `c${at}@cristallerie.example` })
    const rows = leads.map(([, cells], at) => ({ ...own(at), ...cells }))
    const told = []
    for (const client of [marie, app.admin]) {
      const settings = client === marie ? {} : { partnerId: jean.userId }
      // A cell of 1 MB is sent alone, as the largest request.
      const { id, rows: checked } = await stage(client, { kind: 'leads', rows, settings, each: 1 })
      expect(checked.map(({ messages }, at) => [leads[at]?.[0], messages.map(({ path }) => path)])).toEqual(
        // What marie has brought is told to staff as a duplicate.
        leads.map(([title, , paths]) => [title, paths.length === 0 && client !== marie ? [''] : paths]),
      )
      told.push(checked.flatMap(({ messages }) => messages.map(({ message }) => message)))
      await apply(app, client, id)
      const done = await readRows(client, id)
      expect(done.map(({ outcome }) => outcome)).toEqual(
        leads.map(([, , paths]) => (paths.length > 0 ? 'refused' : client === marie ? 'imported' : 'duplicate')),
      )
    }
    const [french = [], english = []] = told
    expect(french.every((text) => text.length > 10)).toBe(true)
    expect(french.filter((text) => english.includes(text))).toEqual([])
    const { items } = await marie.call(leadRoutes.listLeads, { query: { search: 'cristallerie', limit: 50 } })
    expect(items.map(({ name }) => name).toSorted()).toEqual(
      [whole.name, '<img src=x onerror=alert(1)>', '=HYPERLINK("https://evil.example","x")', 'Claire[31m Martin'].toSorted(),
    )
  })

  test('each row of payments is refused for one reason', async () => {
    const good = { leadId: '', company: 'Verrerie 1', email: '', reference: 'F-1', receivedOn: '2026-01-02', amount: '10' }
    const rows = payments.map(([, cells]) => ({ ...good, ...cells }))
    const { rows: checked } = await stage(app.admin, { kind: 'client_payments', rows })
    expect(checked.map(({ messages }, at) => [payments[at]?.[0], messages.map(({ path }) => path)])).toEqual(
      payments.map(([title, , paths]) => [title, paths]),
    )
  })

  test('a row of partners that is no row is refused', async () => {
    const rows = [null, 5, 'x', [], { email: 5 }, { email: `a${half}@b.example`, fullName: 'Paul Un' }]
    const { rows: checked } = await stage(app.admin, { kind: 'partners', rows })
    expect(checked.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'refused'))
    expect(checked.map(({ messages }) => messages.length)).toEqual(rows.map(() => 1))
  })

  test('rows sent twice, late or to somebody else’s import change nothing', async () => {
    const { id, rows } = await stage(marie, { kind: 'leads', rows: [cellOf(100)] })
    const send = (client: Client, number: number, cells: unknown) =>
      client.try(importRoutes.stageRows, { params: { id }, body: { rows: [{ number, cells }] } })
    const again = await send(marie, 2, cellOf(101))
    expect(again.body).toMatchObject({ rows: [{ number: 2, read: { title: rows[0]?.read?.title } }] })
    expect((await send(jean, 3, cellOf(102))).body).toMatchObject({ code: 'not_found' })
    expect((await send(marie, 2_000_000, cellOf(102))).body).toEqual({ rows: [] })
    const proto = { ...cellOf(102), fields: JSON.parse('{"__proto__":"x"}') }
    expect((await send(marie, 4, proto)).body).toMatchObject({ code: 'malformed_request' })
    await apply(app, marie, id)
    expect((await send(marie, 3, cellOf(102))).body).toMatchObject({ code: 'import_not_open' })
    expect((await readRows(marie, id)).map(({ outcome }) => outcome)).toEqual(['imported'])
  })

  test('what comes out becomes no formula, and goes in again as it was', async () => {
    const cells = { ...cellOf(200), name: '=1+1', offer: '-2', notes: 'Un\nDeux; "trois"', fields: { '@x': '+1' } }
    const { id } = await stage(marie, { kind: 'leads', rows: [cells, { fields: 'none' }] })
    await apply(app, marie, id)
    const text = (await marie.send('GET', `/api/refused-rows.csv?importId=${id}`)).body
    const lines = Papa.parse<string[]>(text.replace('\ufeff', ''), { delimiter: ';' }).data
    expect(lines.flat().filter((cell) => /^[=+@-]/.test(cell))).toEqual([])
    expect(lines[1]?.join('|')).toContain("'=1+1")
    const { id: second, rows } = await stage(marie, {
      kind: 'leads',
      rows: [{ ...cells, name: "'=1+1", offer: 'Star', fields: {} }],
    })
    expect(rows[0]?.read?.title).toContain('=1+1')
    await marie.call(importRoutes.discardImport, { params: { id: second } })
  })

  test('refused rows name partner, stage and offer as people do, and go in again once corrected', async () => {
    const { id: partnerId } =
      (await app.admin.call(partnerRoutes.listPartners, { query: { search: 'marie', limit: 1 } })).items[0] ?? {}
    const cells = { ...cellOf(210), email: 'nobody', offer: 'star', status: 'premier_contact', partner: partnerId }
    const { id } = await stage(app.admin, { kind: 'leads', rows: [cells] })
    const text = (await app.admin.send('GET', `/api/refused-rows.csv?importId=${id}`)).body
    const [titles = [], row = []] = Papa.parse<string[]>(text.replace('\ufeff', ''), { delimiter: ';' }).data
    const told = Object.fromEntries(titles.map((title, at) => [title, row[at]]))
    expect(told).toMatchObject({ Partner: 'marie@exemple.fr', Status: 'En cours', Offer: 'Avancée' })
    const again = { ...cells, email: 'paul@corrigee.example', partner: told.Partner, status: told.Status, offer: told.Offer }
    expect((await stage(app.admin, { kind: 'leads', rows: [again] })).rows).toMatchObject([{ outcome: 'ready' }])
  })

  test('a mapping of titles and values that no database stores is refused', async () => {
    const mapping = { columns: {}, defaults: {}, values: {}, days: null, decimals: null, isCents: false }
    const put = (titles: string[], more: object) =>
      marie.try(importRoutes.rememberMapping, {
        params: { kind: 'leads', titlesHash },
        body: { titles, mapping: { ...mapping, ...more } },
      })
    const odd = `x${half}\u0000`
    const refused = [
      await put([odd], {}),
      await put(['a'], { values: { status: { [odd]: 'nouveau' } } }),
      await put(['a'], { values: { [odd]: {} } }),
      await put(['a'], { defaults: { [odd]: 'x' } }),
      await put(['a'], { columns: { [odd]: [1] } }),
      await put(['t'.repeat(1001)], {}),
      await put(new Array<string>(201).fill('t'), {}),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [422, 'invalid_input']))
    const values = { status: { constructor: 'nouveau', toString: '-' } }
    expect((await put(['a', 'a', ''], { values })).status).toBe(204)
    const { mapping: read } = await marie.call(importRoutes.rememberedMapping, { params: { kind: 'leads', titlesHash } })
    expect(read?.mapping.values).toEqual(values)
  })
})
