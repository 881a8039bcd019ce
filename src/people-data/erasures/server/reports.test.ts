import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { leadNoticeRoutes } from '#leads/notices/api.ts'
import { leadReceiptRoutes } from '#leads/receipts/api.ts'
import { clientInvoiceRoutes } from '#money/client-payments/api/client-invoices.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { periodRoutes } from '#people-data/periods/api.ts'
import { requestRoutes } from '#people-data/requests/api/requests.ts'
import { forgetAttempts } from '#platform/server/http/limits/rate-limits.ts'
import { newId } from '#platform/server/ids.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { erasureRoutes } from '../api.ts'
import { followErasures } from './follow.ts'

const day = 86_400_000
const params = (id: string) => ({ params: { id } })

describe.each(databaseKinds('full'))('what is told of an erasure, on %s', (kind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    app = await TestApp.open(kind)
    marie = await app.newPartner('marie@exemple.fr')
    await app.admin.call(erasureRoutes.setErasureDays, { body: { days: 1 } })
  })
  afterAll(() => app.close())

  let count = 0
  const add = async (more: object = {}) => {
    count += 1
    const contact = { company: `Moulin ${count} SARL`, email: `client${count}@moulin${count}.example`, ...more }
    const { id } = await marie.call(leadRoutes.addLead, { body: { ...plainLead, name: `Canarix ${count}`, ...contact } })
    return { id, ...contact }
  }
  const sign = (id: string) => app.admin.call(leadRoutes.moveLead, { ...params(id), body: { from: 'nouveau', to: 'signe' } })
  const fresh = () => forgetAttempts(app.portal, `password of ${app.admin.userId}`)
  const plan = async (id: string, soleTrader = false) => {
    await fresh()
    const planned = await app.admin.call(erasureRoutes.planErasure, { body: { leads: [{ id, soleTrader }], password } })
    // Its plan is looked at by a job.
    await queueAtRest(app)
    return planned.id
  }
  const follow = () => followErasures(app.portal)
  const find = async (id: string) => {
    const { items } = await app.admin.call(erasureRoutes.listErasures, {})
    return items.find((each) => each.id === id)
  }
  const reportOf = (id: string) => app.admin.send('GET', `/api/people-data/erasures/${id}/report`)
  const erase = async (id: string, soleTrader = false) => {
    const erasure = await plan(id, soleTrader)
    app.pass(day)
    await follow()
    return erasure
  }

  test('the report says what stays, by which law and until when, in the language of the portal', async () => {
    const lead = await add()
    await sign(lead.id)
    const id = await erase(lead.id)
    const { body } = await reportOf(id)
    const end = app.now.getUTCFullYear() + 11
    expect(body).toMatch(/^Effacement de données personnelles\n/)
    expect(body).toMatch(
      /Conservé par la loi\n- REF-\d{4}-\d+ : le nom de la société, le numéro, la protection et les montants restent, sans terme/,
    )
    expect(body).toContain(
      `Commissions (1) : comptabilité, dix ans dès la clôture de l’exercice (C. com. L123-22), jusqu’au 01/01/${end}`,
    )
    expect(body).toContain('La société et le domaine de ses e-mails restent comparés')
    expect(body).not.toMatch(/Textes d’autres personnes|undefined|leads \(/)
    expect((await find(id))?.report?.kept).toMatchObject([{ table: 'commissions', period: 'accounting', law: 'books' }])
  })

  test('a client reads it in the language of the page on which they asked', async () => {
    const lead = await add()
    const english = { cookie: 'passerelle_language=en' }
    await app.anonymous().call(requestRoutes.askAboutData, { body: { email: lead.email, wish: 'forget' } }, english)
    const { body } = await reportOf(await erase(lead.id))
    expect(body).toMatch(/^Erasure of personal data\n/)
  })

  test('of a sole trader it says that no company stays; where nothing stays it has no such part', async () => {
    const [trader, gone] = [await add(), await add()]
    await sign(trader.id)
    const text = (await reportOf(await erase(trader.id, true))).body
    expect(text).toMatch(/ : le numéro, la protection et les montants restent, sans terme/)
    expect(text).toContain('une empreinte à clé en reste')
    expect(text).not.toContain('restent comparés')
    const report = await reportOf(await erase(gone.id))
    expect(report.body).toMatch(/\n\nSupprimé\n- /)
    expect(report.body).not.toMatch(/Conservé par la loi|comparé/)
  })

  test('it says how many texts nobody has decided about, and is found however old it is', async () => {
    const [lead, other] = [await add({ name: 'Canarixami' }), await add()]
    await marie.call(leadRoutes.commentOnLead, { ...params(other.id), body: { body: 'Ami de Canarixami' } })
    const id = await erase(lead.id)
    expect((await reportOf(id)).body).toContain('1 texte où la personne peut être nommée reste à décider')
    const mention = (await find(id))?.mentions[0]
    expect(mention?.text).toBe('Ami de Canarixami')
    await app.admin.call(erasureRoutes.decideMention, { ...params(mention?.id ?? ''), body: { decision: 'keep' } })
    expect((await reportOf(id)).body).toMatch(/0 retirés, 1 conservés/)
    await app.portal.database.asOwner((run) =>
      run(
        `insert into erasures (id, planned_by, planned_at, due_at, stopped_by, stopped_at)
        select gen_random_uuid(), $1, $2, $2, $1, $2 from generate_series(1, 200)`,
        [app.admin.userId, new Date(app.now.getTime() + 1).toISOString()],
      ),
    )
    expect(await find(id)).toBeUndefined()
    expect((await reportOf(id)).statusCode).toBe(200)
    expect((await reportOf(newId())).statusCode).toBe(404)
    await app.portal.database.asOwner((run) => run('delete from erasures where stopped_at is not null'))
  })

  test('an account’s is in the language of its person, and has what those find who do the books', async () => {
    const john = await app.newPartner('john@example.com', 'John Smith')
    await john.call(accountRoutes.chooseLanguage, { body: { language: 'en' } })
    await app.admin.call(partnerRoutes.deletePartner, { ...params(john.userId), query: {} })
    const planAccount = async () => {
      await fresh()
      return app.admin.try(erasureRoutes.planAccountErasure, { ...params(john.userId), body: { password } })
    }
    const { id } = (await planAccount()).body
    await queueAtRest(app)
    expect((await planAccount()).body).toMatchObject({ code: 'erasure_exists', detail: expect.stringContaining('account') })
    await follow()
    const planned = (await find(id))?.plan
    app.pass(day)
    await follow()
    expect((await reportOf(id)).body).toMatch(/^Erasure of personal data\n.*Kept by law\n- .*until \d\d\/\d\d\/\d{4}/s)
    const { items } = await app.admin.call(periodRoutes.listKept, { query: {} })
    const kept = (report: { kept: readonly { table: string; rows: number; until: string | null }[] } | null | undefined) =>
      report?.kept.map(({ table, rows }) => [table, rows])
    const found = items.find((each) => each.id === id)?.tables.map(({ table, rows }) => [table, rows])
    expect(found?.map(([table]) => table)).toContain('partners')
    expect([kept(planned), kept((await find(id))?.report)]).toEqual([found, found])
  })

  test('the plan follows its leads: what has an invoice meanwhile keeps it, what is gone is said to be', async () => {
    const [invoiced, deleted] = [await add(), await add()]
    await sign(invoiced.id)
    const [first, second] = [await plan(invoiced.id), await plan(deleted.id)]
    await follow()
    const keptBy = async () => (await find(first))?.plan?.kept.map(({ table }) => table).sort()
    const before = await keptBy()
    await app.admin.call(clientInvoiceRoutes.recordClientInvoice, {
      ...params(invoiced.id),
      body: { number: 'F-2026-77', issuedOn: app.now.toISOString().slice(0, 10), netCents: 100_000, vatCents: 0 },
    })
    // Nobody deletes it while it waits; what deletes it otherwise is not known to the erasure.
    await app.portal.database.asActor(system, (tx) => tx.deleteFrom('leads').where('id', '=', deleted.id).execute())
    await follow()
    expect([before, await keptBy()]).toEqual([['commissions'], ['client_invoices', 'commissions']])
    expect((await find(second))?.leads).toMatchObject([{ number: null, outcome: null }])
    app.pass(day)
    await follow()
    expect((await find(second))?.leads).toMatchObject([{ number: null, outcome: null }])
    expect((await reportOf(second)).body).toContain('1 lead supprimé avant l’exécution')
  })

  test('no text is decided about once its erasure was stopped; numbers out of bounds have a sentence', async () => {
    const [lead, other] = [await add({ name: 'Canarixdeux' }), await add()]
    await marie.call(leadRoutes.commentOnLead, { ...params(other.id), body: { body: 'Voir Canarixdeux' } })
    const id = await plan(lead.id)
    await follow()
    const mention = (await find(id))?.mentions[0]
    await app.admin.call(erasureRoutes.stopErasure, params(id))
    const decided = await app.admin.try(erasureRoutes.decideMention, {
      ...params(mention?.id ?? ''),
      body: { decision: 'empty' },
    })
    expect(decided.body).toMatchObject({ code: 'erasure_over', detail: expect.stringContaining('was stopped') })
    const unfit = [{ path: 'days', message: 'Please enter whole days, from 0 to 14' }]
    for (const days of [-1, 1.5, 15]) {
      const { body } = await app.admin.try(erasureRoutes.setErasureDays, { body: { days } })
      expect(body).toMatchObject({ fields: unfit })
    }
    const { body } = await app.admin.try(erasureRoutes.planErasure, { body: { leads: [], password } })
    expect(body).toMatchObject({ fields: [{ path: 'leads', message: 'Please tick at least one lead' }] })
  })

  test('an erased lead says so, has no receipt, and nobody is told that it has', async () => {
    const lead = await add()
    await sign(lead.id)
    expect((await marie.call(leadRoutes.getLead, params(lead.id))).erasedAt).toBeUndefined()
    await erase(lead.id)
    for (const client of [marie, app.admin]) {
      const read = await client.call(leadRoutes.getLead, params(lead.id))
      expect([read.erasedAt, read.can.edit, read.can.move]).toEqual([app.now.toISOString(), false, true])
      const { items } = await client.call(leadRoutes.listLeads, { query: {} })
      expect(items.find(({ id }) => id === lead.id)?.erasedAt).toBe(app.now.toISOString())
    }
    const receipt = await marie.try(leadReceiptRoutes.leadReceipt, params(lead.id))
    expect(receipt).toMatchObject({ status: 404, body: { detail: expect.stringContaining('a été effacé, et le récépissé') } })
    const due = await app.admin.try(leadNoticeRoutes.settleLeadNotice, { ...params(lead.id), body: { state: 'due' } })
    expect(due.body.code).toBe('client_erased')
  })

  test('nobody is told that they are forgotten while a lead of their mailbox stays as it is', async () => {
    const email = 'oubli@moulin.example'
    const [lead, another] = [await add({ email }), await add({ name: 'Paul Voisin', email: 'Oubli+perso@moulin.example' })]
    const { id } = await app.admin.call(requestRoutes.enterRequest, {
      body: {
        wish: 'forget',
        channel: 'email',
        email,
        name: 'Léa Oubli',
        receivedOn: app.now.toISOString().slice(0, 10),
        recognised: 'Par sa boîte aux lettres',
      },
    })
    const answer = (outcome: 'done' | 'partly') =>
      app.admin.try(requestRoutes.answerRequest, {
        ...params(id),
        body: { outcome, report: 'C’est fait.', refuse: false, phones: [] },
      })
    expect((await answer('done')).body).toMatchObject({ code: 'person_not_erased', detail: expect.stringMatching(/^2 leads/) })
    await plan(lead.id)
    expect((await answer('done')).body).toMatchObject({ code: 'person_not_erased', detail: expect.stringMatching(/^1 lead /) })
    const choices = [{ item: `lead ${another.id}`, shown: false, reason: 'Une autre personne' }]
    await app.admin.call(requestRoutes.chooseItems, { ...params(id), body: { choices } })
    expect((await answer('done')).status).toBe(200)
  })
})
