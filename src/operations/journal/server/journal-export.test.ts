import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { RequestOf } from '#platform/api/route.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds as kinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { missingTools, skippedNote } from '#test/samples/pdf/external-tools.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { TimeStampAuthority } from '#test/time-stamp-authority.ts'
import { eventJournalRoutes } from '../api.ts'
import { appendEvents } from './append-commands.ts'
import { checkJournal } from './check-journal.ts'
import { exportedJournal } from './exported-journal.ts'
import { closeDays, stampRoots } from './roots.ts'

const run = promisify(execFile)
const day = 86_400_000
const lead = (company: string): RequestOf<typeof leadRoutes.addLead>['body'] => ({
  name: 'Paul',
  company,
  email: 'paul@bernard.example',
  estimatedAmountCents: 100,
  offerType: 'star',
})

const isSkipped = missingTools.length > 0

describe.skipIf(isSkipped).each(kinds())(`the page Journal on %s${skippedNote}`, inOrder, (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-journal-'))
  const file = join(folder, 'journal.jsonl')
  let authority: TimeStampAuthority
  let app: TestApp
  let marie: Client
  let leadId = ''
  beforeAll(async () => {
    authority = await TimeStampAuthority.open()
    app = await TestApp.open(kind, { TSA_URL: authority.url })
    marie = await app.newPartner('marie@exemple.fr')
    leadId = (await marie.call(leadRoutes.addLead, { body: lead('Éditions Bernard') })).id
    await marie.call(leadRoutes.addLead, { body: lead('Autre') })
    await appendEvents(app.portal)
  })
  afterAll(async () => {
    await app.close()
    await authority.close()
    rmSync(folder, { recursive: true })
  })

  const list = (query: object = {}) => app.admin.call(eventJournalRoutes.listJournal, { query })
  const head = async () => (await app.admin.call(eventJournalRoutes.listJournalRoots, { query: {} })).head
  const inFile = async (lines: readonly string[]) => {
    writeFileSync(join(folder, 'changed.jsonl'), `${lines.join('\n')}\n`)
    return (await checkJournal(await exportedJournal(join(folder, 'changed.jsonl')))).error
  }

  test('a server takes events into it some seconds after they were recorded, without anybody asking', async () => {
    const { id } = await marie.call(leadRoutes.addLead, { body: lead('Encore') })
    const expectTaken = async () => expect((await list({ subjectId: id })).items).toMatchObject([{ seq: (await head()).seq }])
    await vi.waitFor(expectTaken, { timeout: 15_000, interval: 200 })
  })

  test('shows rows newest first, by kind, person, record, period and search; a row says whether it is right', async () => {
    const created = await list({ name: 'lead.created' })
    expect(created.items.map(({ name, actor, partner, content }) => [name, actor?.id, partner?.id, content])).toEqual(
      Array.from({ length: 3 }, () => ['lead.created', marie.userId, marie.userId, 'kept']),
    )
    const [row] = (await list({ search: 'éditions' })).items
    expect(row).toMatchObject({ name: 'lead.created', subject: { kind: 'lead', id: leadId } })
    expect((await list({ subjectId: leadId })).items).toEqual([row])
    expect((await list({ search: leadId })).items).toEqual([row])
    expect((await list({ search: row?.hash })).items).toEqual([row])
    expect((await list({ search: String(row?.seq), name: 'lead.created' })).items).toContainEqual(row)
    const hers = await list({ personId: marie.userId, limit: 200 })
    expect(hers.items.length).toBeGreaterThan(4)
    expect((await list({ limit: 200 })).items.length).toBeGreaterThan(hers.items.length)
    const today = isoDay(app.now, defaultTimeZone)
    expect((await list({ from: today, to: today })).items.length).toBeGreaterThan(0)
    expect((await list({ to: '2020-01-01' })).items).toEqual([])
    const first = await list({ limit: 2 })
    const next = await list({ limit: 2, cursor: first.nextCursor })
    expect([...first.items, ...next.items].map(({ seq }) => seq)).toEqual(
      [0, 1, 2, 3].map((at) => (first.items[0]?.seq ?? 0) - at),
    )
    const detail = await app.admin.call(eventJournalRoutes.getJournalRow, { params: { seq: row?.seq ?? 0 } })
    expect(detail).toMatchObject({ isWhole: true, record: { name: 'lead.created', after: { company: 'Éditions Bernard' } } })
    expect(detail.salt).toMatch(/^[0-9a-f]{64}$/)
    const none = await app.admin.try(eventJournalRoutes.getJournalRow, { params: { seq: 999_999 } })
    expect([none.status, none.body.code]).toEqual([404, 'not_found'])
  })

  test('closes a day with a root; an authority that is away is asked again, and openssl verifies its stamp', async () => {
    authority.mood = 'fails'
    const before = app.now.toISOString()
    app.pass(day)
    await closeDays(app.portal)
    await stampRoots(app.portal)
    const roots = () => app.admin.call(eventJournalRoutes.listJournalRoots, { query: {} })
    const { items, isStamped } = await roots()
    expect([items.length, isStamped, items[0]?.stampedAt]).toEqual([1, true, null])
    const params = { day: items[0]?.day ?? '' }
    expect(params.day >= before.slice(0, 10)).toBe(true)
    expect((await app.admin.try(eventJournalRoutes.getJournalStamp, { params })).status).toBe(404)
    const outage = () => app.portal.database.asActor(system, (tx) => tx.selectFrom('timestamp_outages').selectAll().execute())
    expect(await outage()).toMatchObject([{ reason: 'the authority answers 503' }])
    authority.mood = 'works'
    const { checkTimestamps } = await import('#platform/server/timestamps/check-timestamps.ts')
    await checkTimestamps(app.portal)
    await stampRoots(app.portal)
    await stampRoots(app.portal)
    expect((await roots()).items[0]?.stampedAt).toBe(app.now.toISOString())
    const [root, stamp] = await Promise.all([
      app.admin.send('GET', `/api/journal-roots/${params.day}/root.json`),
      app.admin.send('GET', `/api/journal-roots/${params.day}/stamp.tsr`),
    ])
    writeFileSync(join(authority.folder, 'root.json'), root.rawPayload)
    writeFileSync(join(authority.folder, 'stamp.tsr'), stamp.rawPayload)
    expect(authority.verifies('-in', 'stamp.tsr', '-data', 'root.json')).toMatchObject({ ok: true })
    writeFileSync(join(authority.folder, 'root.json'), root.body.replace(/"seq":(\d)/, '"seq":9$1'))
    const changed = authority.verifies('-in', 'stamp.tsr', '-data', 'root.json')
    expect(changed).toMatchObject({ ok: false, output: expect.stringContaining('message imprint mismatch') })
  })

  test('exports lines that the program of docs/journal.md finds right, and wrong once one byte is changed', async () => {
    await appendEvents(app.portal)
    const response = await app.admin.send('GET', '/api/journal.jsonl')
    expect(response.headers).toMatchObject({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="journal-\d{4}-\d{2}-\d{2}\.jsonl"$/),
    })
    writeFileSync(file, response.body)
    const [, program = ''] = /^```js\n([\s\S]*?)^```/m.exec(readFileSync('docs/journal.md', 'utf8')) ?? []
    expect(program.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(30)
    writeFileSync(join(folder, 'check.mjs'), program)
    const check = (path: string) => spawnSync(process.execPath, [join(folder, 'check.mjs'), path], { encoding: 'utf8' })
    const { hash } = await head()
    expect(check(file).stdout).toMatch(new RegExp(`rows and 1 roots are right; the last hash is ${hash}`))
    writeFileSync(join(folder, 'one-byte.jsonl'), response.body.replace('Éditions Bernard', 'Éditions Bernart'))
    expect(check(join(folder, 'one-byte.jsonl')).stderr).toMatch(/wrong: the event of row \d+/)
    const { error, rows, stamped } = await checkJournal(await exportedJournal(file))
    expect([error, rows, stamped]).toEqual([null, (await head()).seq, 1])
  })

  test('an export with a filter has rows that are right each by itself', async () => {
    const { body } = await app.admin.send('GET', '/api/journal.jsonl?name=lead.created')
    writeFileSync(join(folder, 'filtered.jsonl'), body)
    expect(await checkJournal(await exportedJournal(join(folder, 'filtered.jsonl')))).toMatchObject({ error: null, rows: 3 })
    const changed = body.replace('Éditions Bernard', 'Éditions Bernart').trimEnd().split('\n')
    expect(await inFile(changed)).toMatchObject({ what: 'altered' })
  })

  test('a changed export is refused with its first wrong row', async () => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    const at = lines.findIndex((line) => line.includes('"kind":"row","seq":3'))
    const rowAt = (place: number) => lines[place] ?? ''
    expect(await inFile(lines.toSpliced(at, 1))).toMatchObject({ what: 'removed', where: 'row 3' })
    expect(await inFile(lines.slice(0, -1))).toMatchObject({ what: 'removed' })
    expect(await inFile(lines.with(at, rowAt(at).replace(/"name":"[^"]*"/, '"name":"lead.moved"')))).toMatchObject({
      what: 'altered',
      where: 'row 3',
    })
    expect(await inFile(lines.with(at, rowAt(at + 1)).with(at + 1, rowAt(at)))).toMatchObject({
      what: 'reordered',
      where: 'row 3',
    })
    expect(await inFile(lines.toSpliced(at, 0, rowAt(at)))).toMatchObject({ what: 'added', where: 'row 3' })
    expect(await inFile(lines.with(1, rowAt(1).replace('Europe/Paris', 'Europe/Rome')))).toMatchObject({
      what: 'altered',
      where: expect.stringContaining('root of'),
      why: expect.stringContaining('time stamp'),
    })
    await expect(inFile(['nothing'])).rejects.toThrow('Line 1 is not JSON')
    await expect(inFile(['{}'])).rejects.toThrow('Line 1 is not a line of a journal')
  })

  test('npm run verify-journal checks the database while the portal runs, and a file; an error is its status', async () => {
    const { DATABASE_URL: _, ...environment } = process.env
    const { databaseUrl, dataDir, secret } = app.portal.config
    const env = { ...environment, DATA_DIR: dataDir, SECRET: secret, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    const verify = (...args: string[]) => run(process.execPath, ['src/portal/server/verify-journal.ts', ...args], { env })
    const { seq, hash } = await head()
    const [database, changed] = await Promise.allSettled([verify(), verify('--file', join(folder, 'one-byte.jsonl'))])
    expect(database).toMatchObject({
      value: {
        stdout: expect.stringMatching(
          new RegExp(
            `^The journal is whole: ${seq} rows, 1 roots, 1 of them time-stamped\\.\nIt ends with row ${seq}, ${hash}\\.`,
          ),
        ),
      },
    })
    expect(changed).toMatchObject({
      reason: { code: 1, stdout: expect.stringMatching(/^The journal is NOT whole\. row \d+ was altered: its event/) },
    })
  })
})
