import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, system } from '#access/domain/actor.ts'
import { rightsOfRole } from '#access/domain/staff-rights.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { lockLead } from '#leads/leads/server/commands.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { removePendingCommission } from '#money/commissions/server/commands.ts'
import { webhookRoutes } from '#operations/webhooks/api/webhooks.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { databaseKinds } from '#test/databases.ts'
import { apply, importRows, readRows, stage } from '#test/imports.ts'
import { lockWaits, until } from '#test/lock-waits.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import { type Client, password, type TestApp } from '#test/test-app.ts'
import { importRoutes } from '../api.ts'
import { applyBatch, applyImport } from './apply-commands.ts'
import { applyInBatches, sweepImports } from './apply-job.ts'
import { inImport } from './in-import.ts'

let serial = 0
const row = (cells: Record<string, string> = {}) => {
  serial += 1
  const name = `Client ${serial}`
  return {
    name,
    company: `Maison ${serial} Import`,
    email: `c${serial}@maison.example`,
    amount: '1 000',
    offer: 'Star',
    ...cells,
  }
}
const rowsOf = (count: number, cells: Record<string, string> = {}) => Array.from({ length: count }, () => row(cells))
const outcomesOf = (rows: readonly { outcome: string }[]) => rows.map(({ outcome }) => outcome)

describe.each(databaseKinds('every'))('imports of files on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let jean: Client
  beforeAll(async () => {
    ;({ app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean'))
  })
  afterAll(() => app.close())

  /** How many rows each table has, but those of imports, what is kept of all that ever was, and what counts requests. */
  const counts = async () => {
    await app.marked()
    return app.portal.database.asOwner(async (run) => {
      const { rows } = await run(
        `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
          and table_name !~ '^(import|events|journal|commission_facts|idempotency|carried|mails|webhook_d)|_(stats|totals)$'
          order by 1`,
      )
      const names = (rows as { name: string }[]).map(({ name }) => name)
      const { rows: counted } = await run(
        names.map((name) => `select '${name}' as name, count(*)::int as count from ${name}`).join(' union all '),
      )
      return Object.fromEntries((counted as { name: string; count: number }[]).map(({ name, count }) => [name, count]))
    })
  }
  const leadsOf = async (client: Client, search: string) =>
    (await client.call(leadRoutes.listLeads, { query: { search, limit: 200 } })).items
  const undo = (client: Client, id: string) => client.call(importRoutes.undoImport, { params: { id } })
  const staged = (client: Client, rows: readonly unknown[], tool = '') => stage(client, { kind: 'leads', rows, tool })
  /** One batch of so many rows, as the job applies it. */
  const batch = (id: string, size: number) =>
    inImport(app.portal, { id, kind: 'leads', caller: marieNow() }, (context) =>
      applyBatch(context, { id, size, secret: app.portal.config }),
    )
  /** Lets an import begin whose job is done by hand. */
  const begin = (id: string, caller: Person) =>
    withTransaction(app.portal, caller, (context) => {
      const queue = { ...app.portal.queue, send: async () => {} }
      return applyImport(context, id, { seenCents: 0, all: false }, { queue, confirmation: { by: 'password', given: false } })
    })
  const marieNow = () =>
    ({
      kind: 'partner',
      userId: marie.userId,
      partner: { id: marie.userId, role: 'owner', seesAmounts: true },
      contractSigned: true,
    }) as const

  describe('each row once', () => {
    test('the same file twice, and a longer one that holds it', async () => {
      const rows = rowsOf(3)
      expect(outcomesOf(await importRows(app, marie, { kind: 'leads', rows }))).toEqual(['imported', 'imported', 'imported'])
      const again = await importRows(app, marie, { kind: 'leads', rows: [row(), ...rows, row()] })
      expect(outcomesOf(again)).toEqual(['imported', 'known', 'known', 'known', 'imported'])
      expect(again[1]?.messages.at(-1)?.message).toBe('Déjà importée : « test.csv », par Marie Dupont')
    })

    test('two halves in either order, then the whole', async () => {
      const rows = rowsOf(4)
      await importRows(app, marie, { kind: 'leads', rows: rows.slice(2) })
      await importRows(app, marie, { kind: 'leads', rows: rows.slice(0, 2) })
      const whole = await importRows(app, marie, { kind: 'leads', rows })
      expect(outcomesOf(whole)).toEqual(['known', 'known', 'known', 'known'])
      for (const { email } of rows) expect(await leadsOf(marie, email)).toHaveLength(1)
    })

    test('two people at once: each row is there once, and the second is told', async () => {
      const rows = rowsOf(6, { partner: 'marie@exemple.fr' })
      const other = await app.newPerson(`staff${serial}@acme.example`, 'admin', 'Ada Autre')
      const both = await Promise.all([app.admin, other].map((client) => staged(client, rows)))
      await Promise.all(both.map(({ id }, at) => apply(app, at === 0 ? app.admin : other, id)))
      const [mine = [], theirs = []] = await Promise.all(both.map(({ id }) => readRows(app.admin, id)))
      for (const [at, { email }] of rows.entries()) {
        expect([mine[at]?.outcome, theirs[at]?.outcome].toSorted()).toEqual(['imported', 'known'])
        expect(await leadsOf(marie, email)).toHaveLength(1)
      }
    })

    test('known by the id of its tool with other content is listed, and unchanged', async () => {
      const first = row({ externalId: '4711' })
      await importRows(app, marie, { kind: 'leads', rows: [first], tool: 'HubSpot' })
      const other = { ...first, amount: '9 999', notes: 'later' }
      const [told] = await importRows(app, marie, { kind: 'leads', rows: [other], tool: 'HubSpot' })
      expect([told?.outcome, told?.messages.at(-1)?.message.slice(0, 36)]).toEqual([
        'known',
        'Déjà importée avec un autre contenu ',
      ])
      expect((await leadsOf(marie, first.email))[0]?.estimatedAmountCents).toBe(100_000)
    })

    test('a record that was deleted by hand may be brought again', async () => {
      const rows = rowsOf(1)
      await importRows(app, marie, { kind: 'leads', rows })
      const [lead] = await leadsOf(marie, rows[0]?.email ?? '')
      await marie.call(leadRoutes.deleteLead, { params: { id: lead?.id ?? '' } })
      expect(outcomesOf(await importRows(app, marie, { kind: 'leads', rows }))).toEqual(['imported'])
    })

    test('rows that repeat one far before them in the file are told with its line', async () => {
      const rows = rowsOf(201)
      const { id, rows: checked } = await staged(marie, [...rows, row({ email: rows[0]?.email ?? '' })])
      expect([checked.at(-1)?.outcome, checked.at(-1)?.messages[0]?.message]).toEqual(['duplicate', 'Répète la ligne 2'])
      await marie.call(importRoutes.discardImport, { params: { id } })
    })
  })

  describe('batches', () => {
    test('a server that dies between two batches loses no row and repeats none', async () => {
      const rows = rowsOf(7)
      const { id } = await staged(marie, rows)
      await begin(id, marieNow())
      expect(await batch(id, 3)).toBe(3)
      // A batch whose transaction never ended leaves nothing.
      const cut = inImport(app.portal, { id, kind: 'leads', caller: marieNow() }, async (context) => {
        await applyBatch(context, { id, size: 2, secret: app.portal.config })
        throw new Error('the server dies')
      })
      await expect(cut).rejects.toThrow('the server dies')
      const after = outcomesOf(await readRows(marie, id))
      expect(after.filter((outcome) => outcome === 'imported')).toHaveLength(3)
      await Promise.all([1, 2].map(() => applyInBatches(app.portal, { importId: id })))
      expect(outcomesOf(await readRows(marie, id))).toEqual(rows.map(() => 'imported'))
      for (const { email } of rows) expect(await leadsOf(marie, email)).toHaveLength(1)
    })

    // The embedded database does one transaction at a time.
    test.skipIf(databaseKind === 'pglite')(
      'a batch that signs waits for who takes a signature back, and neither loses',
      async () => {
        const first = row({ status: 'Signé' })
        await importRows(app, marie, { kind: 'leads', rows: [first] })
        const [lead] = await leadsOf(marie, first.email)
        if (!lead) throw new Error('no lead')
        const { id } = await staged(marie, rowsOf(3, { status: 'Signé' }))
        await begin(id, marieNow())
        const runs = { leaves: 0, batch: 0 }
        let signing: Promise<unknown> | undefined
        const outside = AsyncLocalStorage.snapshot()
        await withTransaction(app.portal, marieNow(), async (context) => {
          runs.leaves += 1
          const locked = await lockLead(context, lead.id)
          await removePendingCommission(context, locked, 'moved')
          signing ??= outside(() =>
            inImport(app.portal, { id, kind: 'leads', caller: marieNow() }, (inside) => {
              runs.batch += 1
              return applyBatch(inside, { id, size: 3, secret: app.portal.config })
            }),
          )
          await until(
            async () => (await outside(() => lockWaits(app.portal.database))) > 0,
            () => 'wait of the batch',
          )
          await context.tx.updateTable('leads').set({ status: 'nouveau' }).where('id', '=', lead.id).execute()
        })
        await signing
        expect(runs).toEqual({ leaves: 1, batch: 1 })
      },
    )

    test('an import whose rows have not all arrived is not applied, and goes on with those that are missing', async () => {
      const rows = rowsOf(2)
      const fileHash = '0'.repeat(64)
      const { id } = await marie.call(importRoutes.beginImport, {
        body: { kind: 'leads', fileName: 'a.csv', fileHash, rowCount: 2 },
      })
      const send = (at: number) =>
        marie.call(importRoutes.stageRows, { params: { id }, body: { rows: [{ number: at + 2, cells: rows[at] }] } })
      await send(0)
      const early = await marie.try(importRoutes.applyImport, { params: { id }, body: {} })
      expect([early.status, early.body.code]).toEqual([409, 'import_incomplete'])
      const found = await marie.call(importRoutes.readImport, { params: { id } })
      expect([found.staged, found.lastStaged, found.can.apply]).toEqual([1, 2, false])
      await send(1)
      expect(outcomesOf(await apply(app, marie, id))).toEqual(['imported', 'imported'])
    })

    test('it can be stopped between two batches, and goes on', async () => {
      const { id } = await staged(marie, rowsOf(4))
      await begin(id, marieNow())
      await batch(id, 2)
      await marie.call(importRoutes.stopImport, { params: { id } })
      await applyInBatches(app.portal, { importId: id })
      expect(outcomesOf(await readRows(marie, id))).toEqual(['imported', 'imported', 'ready', 'ready'])
      expect(outcomesOf(await apply(app, marie, id))).toEqual(['imported', 'imported', 'imported', 'imported'])
    })

    test('who has lost the right meanwhile applies no more of it', async () => {
      const helper = await app.newPerson(`helper${serial}@acme.example`, 'admin', 'Hugo Aide')
      const { id } = await staged(helper, rowsOf(2, { partner: 'marie@exemple.fr' }))
      await begin(id, { kind: 'admin', userId: helper.userId, rights: rightsOfRole.administrator })
      await app.changeRole(helper, 'admin', 'viewer')
      await applyInBatches(app.portal, { importId: id })
      const found = await app.admin.call(importRoutes.readImport, { params: { id } })
      expect([found.state, found.counts]).toEqual(['stopped', { ready: 2 }])
    })
  })

  describe('undoing', () => {
    let before: Record<string, number>
    beforeEach(async () => {
      before = await counts()
    })

    test('leads leave no row in any table, signed ones neither, and both events stay', async () => {
      const rows = [...rowsOf(3), row({ status: 'Signé' }), row({ status: 'perdu' })]
      const { id } = await staged(marie, rows)
      await apply(app, marie, id)
      const during = await counts()
      expect(during.leads).toBe((before.leads ?? 0) + 5)
      expect(during.commissions).toBe((before.commissions ?? 0) + 1)
      expect(await undo(marie, id)).toEqual({ obstacles: [] })
      expect(await counts()).toEqual(before)
      const names = await app.portal.database.asActor(system, (tx) =>
        tx
          .selectFrom('events')
          .select('name')
          .where('name', 'like', 'import.%' as never)
          .orderBy('seq', 'desc')
          .limit(2)
          .execute(),
      )
      expect(names.map(({ name }) => name)).toEqual(['import.undone', 'import.applied'])
      const again = await marie.try(importRoutes.undoImport, { params: { id } })
      expect(again.body).toMatchObject({ code: 'import_not_open' })
      expect(outcomesOf(await importRows(app, marie, { kind: 'leads', rows }))).toEqual(rows.map(() => 'imported'))
    })

    test.each([
      [
        'a comment',
        'lead.commented',
        (id: string) => app.admin.call(leadRoutes.commentOnLead, { params: { id }, body: { body: 'Oui' } }),
      ],
      [
        'a move',
        'lead.moved',
        (id: string) => marie.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'premier_contact' } }),
      ],
      ['an edit', 'lead.changed', (id: string) => marie.call(leadRoutes.editLead, { params: { id }, body: { notes: 'Autre' } })],
    ])('%s is an obstacle that is named, and nothing is undone', async (_, event, follow) => {
      const rows = rowsOf(3)
      const { id } = await staged(marie, rows)
      await apply(app, marie, id)
      const [lead] = await leadsOf(marie, rows[1]?.email ?? '')
      await follow(lead?.id ?? '')
      const { leads, commissions } = await counts()
      const { obstacles } = await undo(marie, id)
      expect(obstacles.map((each) => [each.title, each.event])).toEqual([[`${rows[1]?.name}, ${rows[1]?.company}`, event]])
      expect(await counts()).toMatchObject({ leads, commissions })
    })

    test('an administrator undoes what a partner has brought', async () => {
      const { id } = await staged(marie, rowsOf(2))
      await apply(app, marie, id)
      expect(await undo(app.admin, id)).toEqual({ obstacles: [] })
      expect(await counts()).toEqual(before)
    })

    test('partners who wait to be invited disappear, and one who has come in is an obstacle', async () => {
      const people = ['un', 'deux'].map((name) => ({ email: `${name}${serial}@undo.example`, fullName: `Paul ${name}` }))
      const { id } = await stage(app.admin, { kind: 'partners', rows: people })
      await apply(app, app.admin, id)
      const listed = async () =>
        (await app.admin.call(partnerRoutes.listPartners, { query: { search: '@undo.example', limit: 200 } })).items
      expect(await listed()).toHaveLength(2)
      expect(await undo(app.admin, id)).toEqual({ obstacles: [] })
      expect(await listed()).toEqual([])
      const { id: second } = await stage(app.admin, { kind: 'partners', rows: people })
      await apply(app, app.admin, second)
      await app.admin.call(importRoutes.inviteImported, { params: { id: second } })
      const { obstacles } = await undo(app.admin, second)
      expect(obstacles.map(({ event }) => event)).toEqual(['invitation.resent', 'invitation.resent'])
    })

    test('client payments are taken back to the cent', async () => {
      await app.admin.call(leadRoutes.listLeads, { query: {} })
      const first = row({ status: 'Signé', amount: '10 000' })
      await importRows(app, jean, { kind: 'leads', rows: [first] })
      const [lead] = await leadsOf(jean, first.email)
      await app.portal.database.asOwner((run) => run("update programme_settings set commission_basis = 'cash'"))
      const sums = async () => (await app.admin.call(clientPaymentRoutes.clientPaymentSummary, { query: {} })).paidCents
      const paid = [
        { leadId: lead?.id ?? '', reference: `F-${serial}`, receivedOn: isoDay(app.now, defaultTimeZone), amount: '1 000' },
      ]
      const { id } = await stage(app.admin, { kind: 'client_payments', rows: paid })
      expect(outcomesOf(await apply(app, app.admin, id))).toEqual(['imported'])
      const total = await sums()
      expect(await undo(app.admin, id)).toEqual({ obstacles: [] })
      const receipts = await app.admin.call(clientPaymentRoutes.leadReceipts, { params: { id: lead?.id ?? '' } })
      expect([receipts.receivedCents, receipts.expectedCents, await sums()]).toEqual([0, 1_000_000, total])
      await app.portal.database.asOwner((run) => run("update programme_settings set commission_basis = 'signature'"))
    })
  })

  test('an import sends no mail and marks nothing as unread; webhooks hear of it once', async () => {
    const events = ['lead.created', 'lead.moved', 'import.applied'] as const
    const { id: hook } = await app.admin.call(webhookRoutes.createWebhook, {
      body: { url: 'https://93.184.215.14/hook', events: [...events], password },
    })
    const told = () =>
      app.portal.database.asOwner(async (run) => {
        const { rows } =
          await run(`select (select count(*)::int from mails) as mails, (select count(*)::int from unread_leads) as unread,
          (select coalesce(json_agg(event_name order by event_name), '[]') from webhook_deliveries
            where endpoint_id = '${hook}') as sent`)
        return rows[0] as { mails: number; unread: number; sent: string[] }
      })
    const before = await told()
    await importRows(app, marie, { kind: 'leads', rows: rowsOf(5, { status: 'premier_contact' }) })
    await expect.poll(async () => (await told()).sent).toEqual(['import.applied'])
    expect(await told()).toMatchObject({ mails: before.mails, unread: before.unread })
  })

  test('staged rows are read by whoever brought them and by administrators, and go after a month', async () => {
    const { id } = await staged(marie, rowsOf(2))
    const helper = await app.newPerson(`reader${serial}@acme.example`, 'admin', 'Rita Lit')
    await app.changeRole(helper, 'admin', 'partner_manager')
    const seen = (client: Client) => client.try(importRoutes.listImportRows, { params: { id }, query: {} })
    expect((await Promise.all([marie, app.admin, jean, helper].map(seen))).map(({ status }) => status)).toEqual([
      200, 200, 404, 404,
    ])
    const theirs = await jean.try(importRoutes.stageRows, { params: { id }, body: { rows: [{ number: 9, cells: row() }] } })
    expect(theirs.body).toMatchObject({ code: 'not_found' })
    await apply(app, marie, id)
    // The others' sessions do not outlive a month.
    const inAMonth = new Date(app.now.getTime() + 31 * 86_400_000)
    await sweepImports({ database: app.portal.database, clock: { now: () => inAMonth } })
    const left = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('imports as i')
        .leftJoin('import_rows as r', 'r.import_id', 'i.id')
        .select(['i.counts', 'r.number'])
        .where('i.id', '=', id)
        .execute(),
    )
    expect(left).toEqual([{ counts: { imported: 2 }, number: null }])
  })
})
