import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { system } from '#access/domain/actor.ts'
import { markUnread } from '#communication/lead-news/server/unread-commands.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { clientInvoiceRoutes } from '#money/client-payments/api/client-invoices.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { eventJournalRoutes } from '#operations/journal/api.ts'
import { appendEvents } from '#operations/journal/server/append-commands.ts'
import { checkJournal } from '#operations/journal/server/check-journal.ts'
import { exportedJournal } from '#operations/journal/server/exported-journal.ts'
import { forYouRoutes } from '#overview/for-you/api.ts'
import { addressOf, type Route } from '#platform/api/route.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { apply, stage } from '#test/imports.ts'
import { plainLead } from '#test/lead-samples.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { programmeForm } from '#test/payout-app.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { erasureRoutes } from '../api.ts'

/** Words of the clients that are in no other text. */
const words = ['zorbinax', 'quilmora', 'vexapoid', '61298764', '612 98 76 4', '6 12 98 76 4', 'krundelp']
const secret = { name: 'Zorbinax Petit', notes: 'Krundelp', phone: '06 12 98 76 43' }

/** Lists, sums and files: routes that need nothing to be asked for. */
const lists = Object.values(portalRoutes)
  .flatMap((routes) => Object.values(routes) as Route[])
  .filter(({ method, answer, path }) => method === 'GET' && answer !== 'eventStream' && !path.includes(':'))
  .filter(({ query }) => query === undefined || z.safeParse(query, {}).success)
const keysOf = ({ query }: Route) => (query && 'shape' in query ? Object.keys(query.shape as object) : [])

/** What shows the client of a restricted lead on purpose, to those with the right 'people'. */
const onPurpose = ['/api/people-data/erasures']
/** Some of what shows clients before. */
const ofPartners = [
  ...'client-payments commissions commissions.csv disputes imports/:id/rows refused-rows.csv leads leads.csv overview'.split(' '),
  ...'overview/coming overview/to-do search'.split(' '),
].map((path) => `/api/${path}`)
const ofStaff = [
  ...'client-payments client-payments.csv commissions commissions.csv disputes journal journal.jsonl journal/:id'.split(' '),
  ...'leads overview partners/:id/history registrations search'.split(' '),
].map((path) => `/api/${path}`)

describe.each(databaseKinds('full'))('the client of a lead that waits for its erasure, on %s', (databaseKind) => {
  let app: TestApp
  let [owner, former] = [] as unknown as [Client, Client]
  const staff = new Map<string, Client>()
  const leads: string[] = []
  /** Those whose registration waits, and those who pay: one without a company and one with. */
  const [open, signed]: [string[], string[]] = [[], []]
  const numbers = new Map<string, string>()
  const addresses = lists.flatMap((route) => {
    const key = keysOf(route).find((each) => each === 'search' || each === 'q')
    const at = addressOf(route)
    return [at, ...(key ? words.map((word) => `${at}?${key}=${encodeURIComponent(word)}`) : [])]
  })
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-hidden-'))

  let count = 0
  async function add(by: Client, company = '') {
    count += 1
    const email = `vexapoid@vexapoid${count}.example`
    const body = { ...plainLead, ...secret, company: company && `${company} ${count}`, email, phone: `06 12 98 76 4${count}` }
    const { id } = await by.call(leadRoutes.addLead, { body })
    leads.push(id)
    await by.call(leadRoutes.commentOnLead, { params: { id }, body: { body: `Zorbinax dit oui ${count}` } })
    await app.admin.call(leadRoutes.commentOnLead, { params: { id }, body: { body: `Zorbinax viendra ${count}` } })
    return id
  }
  const accept = (id: string) => app.admin.call(registrationRoutes.acceptRegistrations, { body: { ids: [id] } })

  /** Signs it, with a bill and two payments. Its commissions. */
  async function sign(by: Client, id: string) {
    await accept(id)
    await by.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const today = isoDay(app.now, defaultTimeZone)
    const bill = { number: `FAC-${count}`, netCents: 100_000, vatCents: 20_000, issuedOn: today }
    await app.admin.call(clientInvoiceRoutes.recordClientInvoice, { params: { id }, body: bill })
    for (const reference of [`VIR-${count}-A`, `VIR-${count}-B`]) {
      const body = { leadId: id, reference, receivedOn: today, netCents: 100_000 }
      await app.admin.call(clientPaymentRoutes.recordClientPayment, { body })
    }
    const { items } = await by.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    return items.filter(({ lead, status }) => lead?.id === id && status === 'valide')
  }

  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    const world = new MergingWorld(app)
    owner = await world.owner()
    former = await world.owner()
    for (const role of ['viewer', 'partner_manager', 'finance', 'administrator'] as const)
      staff.set(role, await app.newStaff(`${role}@cachee.example`, role))
    await app.portal.database.asOwner((run) => run("update lead_fields set required = false where key = 'company'", []))
    const programme = { ...programmeForm, registrations: true }
    await app.admin.call(programmeRoutes.saveProgramme, { body: programme })
    const passed = await add(former)
    await accept(passed)
    await former.call(leadRoutes.moveLead, { params: { id: passed }, body: { from: 'nouveau', to: 'signe' } })
    const [own] = (await former.call(commissionRoutes.listCommissions, { query: {} })).items
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: own?.id ?? '' } })
    const handOver = { partnerId: owner.userId, message: 'Reprise' }
    await app.admin.call(registrationRoutes.handOverLead, { params: { id: passed }, body: handOver })
    await app.admin.call(programmeRoutes.saveProgramme, { body: { ...programme, commissionBasis: 'cash' } })
    for (const company of ['', 'Quilmora SARL']) {
      open.push(await add(owner, company))
      const extended = await add(owner, company)
      await accept(extended)
      const reason = 'Zorbinax hésite encore'
      await owner.call(registrationRoutes.askForExtension, { params: { id: extended }, body: { reason } })
      const id = await add(owner, company)
      signed.push(id)
      const [commission] = await sign(owner, id)
      const message = 'Il manque une partie'
      const dispute = { commissionId: commission?.id ?? '', message }
      const opened = await owner.call(disputeRoutes.openDispute, { body: dispute })
      const reply = { params: { id: opened.id }, body: { message } }
      if (company === '') await app.admin.call(disputeRoutes.replyToDispute, reply)
      const file = { name: secret.name, company: `Quilmora Import ${count}`, amount: '10', offer: 'Star' }
      const taken = { ...file, email: `vexapoid@vexapoid${count}.example` }
      const rows = [{ ...file, email: `kim@vexapoid${count}0.example` }, taken]
      const { id: importId } = await stage(owner, { kind: 'leads', rows })
      const [became, refused] = await apply(app, owner, importId)
      expect([became?.outcome, refused?.outcome]).toEqual(['imported', 'duplicate'])
      leads.push(became?.recordId ?? '')
      addresses.push(`/api/imports/${importId}/rows`, `/api/refused-rows.csv?importId=${importId}`)
    }
    await markUnread(app.portal)
    await appendEvents(app.portal)
    const [known, rows] = await app.portal.database.asActor(system, async (tx) => [
      await tx.selectFrom('lead_registrations').select(['number', 'lead_id']).where('lead_id', 'in', leads).execute(),
      await tx.selectFrom('journal').select('seq').orderBy('seq').execute(),
    ])
    for (const { number, lead_id: id } of known) {
      numbers.set(id, number)
      addresses.push(`/api/search?q=${number}`, `/api/search?q=${id}`, `/api/registrations?search=${number}`)
    }
    for (const queue of ['waiting', 'late', 'extensions', 'conflicts']) addresses.push(`/api/registrations?queue=${queue}`)
    for (const typed of ['VIR-', 'FAC-3', 'FAC-6']) addresses.push(`/api/search?q=${typed}`)
    addresses.push(`/api/partners/${owner.userId}/history?limit=200`)
    for (const { seq } of rows) addresses.push(`/api/journal/${seq}`)
  }, 240_000)
  afterAll(() => {
    rmSync(folder, { recursive: true })
    return app.close()
  })

  async function lock(ids: readonly string[] = leads) {
    const body = { leads: ids.map((id) => ({ id, soleTrader: false })), password }
    const { id } = await app.proven(erasureRoutes.planErasure, { body })
    return () => app.admin.call(erasureRoutes.stopErasure, { params: { id } })
  }

  const isSearch = (address: string) => words.some((word) => address.endsWith(`=${encodeURIComponent(word)}`))
  /** Where answers name a client, and where a search for one finds something. */
  async function shownTo(client: Client) {
    const found = new Set<string>()
    for (const address of addresses) {
      const { statusCode, body } = await client.send('GET', address)
      expect([address, statusCode < 500 && statusCode !== 429]).toEqual([address, true])
      if (statusCode >= 400) continue
      const text = body.toLowerCase()
      const isShown = words.some((word) => text.includes(word)) || (isSearch(address) && leads.some((id) => text.includes(id)))
      if (isShown) found.add((address.split('?')[0] ?? '').replace(/\/([0-9a-f-]{36}|\d+)\b/, '/:id'))
    }
    return [...found].toSorted()
  }

  const listsOf = (shown: ReadonlyMap<string, readonly string[]>) =>
    [...shown].map(([role, places]) => [role, places.filter((place) => !onPurpose.includes(place))])

  test('shows before, and meanwhile nowhere but on the pages of erasures; after a stop it shows again', async () => {
    const callers = [['owner', owner] as const, ['former', former] as const, ...staff]
    const shown = async () =>
      new Map(await Promise.all(callers.map(async ([role, client]) => [role, await shownTo(client)] as const)))
    const before = await shown()
    expect(before.get('owner')).toEqual(expect.arrayContaining(ofPartners))
    expect(before.get('former')).toEqual(expect.arrayContaining(['/api/commissions', '/api/commissions.csv']))
    for (const role of staff.keys()) expect(before.get(role)).toEqual(expect.arrayContaining(ofStaff))
    const stop = await lock()
    expect(Object.fromEntries(await shown())).toEqual({
      owner: [],
      former: [],
      viewer: [],
      partner_manager: [],
      finance: [],
      administrator: onPurpose,
    })
    await stop()
    expect(listsOf(await shown())).toEqual(listsOf(before))
  }, 300_000)

  test('is called by the number of the lead where money is at stake, and found by it', async () => {
    const stop = await lock()
    const viewer = staff.get('viewer') as Client
    for (const id of signed) {
      const number = numbers.get(id) ?? ''
      for (const [client, list] of [
        ...['commissions', 'disputes', 'client-payments'].map((each) => [viewer, each] as const),
        ...['commissions'].map((each) => [owner, each] as const),
      ]) {
        const { items } = (await client.send('GET', `/api/${list}?search=${number}`)).json()
        expect([list, items.length > 0]).toEqual([list, true])
        for (const { lead } of items) expect([list, lead]).toEqual([list, { id, name: number, company: '' }])
      }
    }
    await stop()
  })

  test('has the only task that is left counted and named, and no other', async () => {
    const viewer = staff.get('viewer') as Client
    const tasks = async () => {
      const { tasks: all } = await viewer.call(forYouRoutes.getTasks, {})
      return all.flatMap(({ kind, count: of, only }) =>
        kind === 'registrationsToAnswer' || kind === 'extensionsToAnswer' ? [[kind, of, only?.id ?? null]] : [],
      )
    }
    const queued = async (queue: 'waiting' | 'extensions') =>
      (await viewer.call(registrationRoutes.listRegistrations, { query: { queue, limit: 200 } })).items.length
    const [one = '', other = ''] = open
    const [waiting, extensions] = [await queued('waiting'), await queued('extensions')]
    expect(await tasks()).toEqual([
      ['registrationsToAnswer', waiting, null],
      ['extensionsToAnswer', extensions, null],
    ])
    const stop = await lock(leads.filter((id) => !open.includes(id)))
    expect([await queued('waiting'), await queued('extensions')]).toEqual([2, 0])
    expect(await tasks()).toEqual([['registrationsToAnswer', 2, null]])
    const stopOther = await lock([other])
    expect(await tasks()).toEqual([['registrationsToAnswer', 1, one]])
    const stopLast = await lock([one])
    expect([await tasks(), await queued('waiting')]).toEqual([[], 0])
    for (const each of [stopLast, stopOther, stop]) await each()
  })

  test('is not told by the journal’s export, which verifies', async () => {
    const rowsOf = async () => {
      const { body } = await app.admin.send('GET', '/api/journal.jsonl')
      writeFileSync(join(folder, 'journal.jsonl'), body)
      expect((await checkJournal(await exportedJournal(join(folder, 'journal.jsonl')))).error).toBeNull()
      const rows = body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      return rows.filter(({ kind, record }) => kind === 'row' && leads.includes(record?.subjectId))
    }
    const before = await rowsOf()
    const stop = await lock()
    const meanwhile = await rowsOf()
    expect(meanwhile).toHaveLength(before.length)
    for (const { salt, record } of meanwhile)
      expect([salt, record.before, record.after, record.origin]).toEqual([null, null, null, null])
    const [{ seq }] = meanwhile
    const row = await app.admin.call(eventJournalRoutes.getJournalRow, { params: { seq } })
    expect(row).toMatchObject({ content: 'withheld', salt: null, isWhole: true, record: { before: null, after: null } })
    await stop()
    expect(await rowsOf()).toEqual(before)
  })
})
