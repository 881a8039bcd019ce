import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PasswordHashes } from '#accounts/auth/server/password-hashes.ts'
import { bankAnswerRoutes } from '#money/bank-answers/api.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutFileRoutes } from '#money/payout-files/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { addressOf } from '#platform/api/route.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { sweepFiles } from '#platform/server/files/sweep.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { BankApp, xmlOf } from './bank-app.ts'
import { databaseKinds } from './databases.ts'
import { lockWaits, until } from './lock-waits.ts'
import { day, PayoutApp } from './payout-app.ts'
import { formOf, PayoutFileApp } from './payout-file-app.ts'
import { wakeWorkers } from './retry-jobs.ts'
import { builtPortal, type PortalProcess } from './running-portal.ts'
import { debit, statement } from './samples/bank/answer-parts.ts'
import { registeredProvider, selfBilledPartner } from './self-billing.ts'
import { TestApp } from './test-app.ts'

/** Whoever waits for a lock on PostgreSQL stands still exactly there, and can be killed there. */
const kinds = databaseKinds().filter((kind) => kind === 'postgres')

describe.skipIf(kinds.length === 0)('a portal that is killed between a file and its record', () => {
  let app: TestApp
  let world: PayoutApp
  let portal: PortalProcess
  let databaseUrl = ''
  const clients: pg.Client[] = []
  beforeAll(async () => {
    const way = async (url: string) => {
      databaseUrl = url
      return url
    }
    // The portal of its own process checks passwords at their full cost.
    app = await TestApp.open('postgres', {}, way, { passwords: new PasswordHashes() })
    world = await PayoutApp.around(app)
    await world.programme(registeredProvider)
    portal = builtPortal({ DATABASE_URL: databaseUrl, DATA_DIR: app.dataDir, PUBLIC_URL: 'http://portal.test' })
  }, 120_000)
  afterAll(async () => {
    await portal.remove()
    await Promise.all(clients.map((client) => client.end()))
    await app.close()
  })

  /** Keeps others from writing the table until `release`; they may read and lock its rows. */
  async function hold(table: 'payouts' | 'invoice_files'): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    clients.push(client)
    await client.query(`begin; set local role passerelle_owner; lock table ${table} in share row exclusive mode`)
    return async () => void (await client.query('rollback'))
  }

  const waiting = () => lockWaits(app.portal.database)
  const reached = (isThere: () => Promise<boolean>, what: string) => until(isThere, () => `${what}:\n${portal.output}`)
  const stored = (purpose: string) => {
    try {
      return readdirSync(join(app.dataDir, 'files', purpose)).length
    } catch {
      return 0
    }
  }
  const send = (path: string, body: string | Buffer<ArrayBuffer>, type = 'application/json') =>
    fetch(portal.url + path, { method: 'POST', headers: { cookie: world.staff.cookie, 'content-type': type }, body })
  const rows = async (select: string) => (await app.portal.database.asOwner((run) => run(select))).rows

  test('claims nothing, numbers without a gap, and does all of it when asked again', async () => {
    const [anne, bruno] = [await selfBilledPartner(world, 'Anne Conseil'), await world.partner('Bruno')]
    const [bank, files] = [new BankApp(world), new PayoutFileApp(world)]
    const under = (await files.made({ ids: (await bank.approved(bruno, 7000)).map(({ id }) => id) })).file
    const [approved] = await bank.approved(bruno, 5000)
    await world.payable(anne, 3000)
    await world.idle()
    // From now on the process does the work of the queue.
    await app.portal.queue.stop()
    await portal.start()

    const releaseInvoices = await hold('invoice_files')
    const before = stored('invoice')
    const { totals, fingerprint } = await world.preview()
    const preview = { payouts: totals.payouts, totalCents: totals.totalCents, fingerprint }
    const run = await send(
      addressOf(payoutRoutes.issueRun),
      JSON.stringify({ payableUntil: world.until, exclusions: [], seen: preview }),
    )
    expect(run.status).toBe(201)
    await reached(async () => stored('invoice') === before + 2 && (await waiting()) === 1, 'sealed invoice without a record')

    const releasePayouts = await hold('payouts')
    const selection = { ids: [approved?.id ?? ''] }
    const form = JSON.stringify(formOf(await files.preview(selection), selection))
    const [line] = under.lines
    const today = isoDay(app.now, defaultTimeZone)
    const answer = xmlOf({ ...statement(debit(line?.endToEndId ?? '', 7000, today)), messageId: 'BANK-1', createdOn: today })
    const planned = await bank.check(answer)
    const applyQuery = new URLSearchParams({ seen: planned.body.fingerprint, credits: '' })
    const apply = `${addressOf(bankAnswerRoutes.applyBankAnswer)}?${applyQuery}`
    const ways = [send(addressOf(payoutFileRoutes.makePayoutFile), form), send(apply, answer, 'application/octet-stream')]
    const answers = Promise.allSettled(ways)
    await reached(async () => stored('payout') === 2 && (await waiting()) === 3, 'stored file without a record')
    await portal.stop('SIGKILL')
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await Promise.all([releaseInvoices(), releasePayouts()])

    const states = () =>
      rows(`select (select string_agg(status, ' ' order by reference) from payouts) as payouts,
        (select count(*)::int from payout_files) as files, (select count(*)::int from bank_answers) as answers,
        (select count(*)::int from invoice_files) as invoices,
        (select count(*)::int from files where claimed_at is null and purpose in ('payout', 'invoice')) as unclaimed`)
    await reached(async () => (await waiting()) === 0, 'end of the killed server’s transactions')
    expect(await states()).toEqual([{ payouts: 'sent approved issued', files: 1, answers: 0, invoices: 0, unclaimed: 3 }])

    await portal.start()
    const response = await send(addressOf(payoutFileRoutes.makePayoutFile), form)
    expect([response.status, await response.json()]).toMatchObject([
      201,
      { file: { reference: expect.stringMatching(/-0003$/), lineCount: 1 } },
    ])
    const applied = await send(apply, answer, 'application/octet-stream')
    expect([applied.status, await applied.json()]).toMatchObject([200, { outcome: 'applied' }])
    expect(await (await send(apply, answer, 'application/octet-stream')).json()).toMatchObject({ outcome: 'repeated' })
    // What the queue does with the job of a server that has been silent for a minute.
    await app.portal.database.runAsJobs("update pgboss.job set state = 'retry', start_after = now() where state = 'active'", [])
    await wakeWorkers(app.portal.database, 'event')
    await reached(async () => (await rows('select 1 from invoice_files')).length === 1, 'invoice')
    expect(await states()).toEqual([{ payouts: 'paid sent issued', files: 2, answers: 1, invoices: 1, unclaimed: 3 }])
    const { items } = await anne.call(invoiceRoutes.listInvoices, { query: {} })
    expect(items.map(({ number, hasXml }) => [number.slice(-5), hasXml])).toEqual([['00001', true]])
    const pdf = await anne.send('GET', `/api/invoices/${items[0]?.id}/file`)
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])

    app.pass(1.1 * day)
    expect([stored('payout'), stored('invoice')]).toEqual([3, 4])
    expect(await sweepFiles(app.portal)).toBe(3)
    expect([stored('payout'), stored('invoice')]).toEqual([2, 2])
  }, 180_000)
})
