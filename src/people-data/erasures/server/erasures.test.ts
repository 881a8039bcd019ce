import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { appendNow } from '#operations/journal/server/append-commands.ts'
import { checkJournal } from '#operations/journal/server/check-journal.ts'
import { databaseJournal } from '#operations/journal/server/database-journal.ts'
import { forYouRoutes } from '#overview/for-you/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { forgetAttempts } from '#platform/server/http/limits/rate-limits.ts'
import { type DatabaseKind, databaseKinds } from '#test/databases.ts'
import { tablesWith } from '#test/everything-in.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { erasureRoutes } from '../api.ts'
import { followErasures } from './follow.ts'

const day = 86_400_000
const params = (id: string) => ({ params: { id } })

describe.each(databaseKinds('full'))('an erasure on %s', (kind: DatabaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    app = await TestApp.open(kind)
    marie = await app.newPartner('marie@exemple.fr')
    await app.admin.call(erasureRoutes.setErasureDays, { body: { days: 1 } })
  })
  afterAll(() => app.close())

  let count = 0
  const add = async (fields: object = {}) => {
    count += 1
    const canary = `canari${count}x`
    const body = {
      name: `${canary} nom`,
      company: `Moulin ${count} SARL`,
      email: `${canary}@moulin${count}.example`,
      phone: `06123456${String(count).padStart(2, '0')}`,
      website: `https://${canary}.example`,
      notes: `${canary} notes`,
      estimatedAmountCents: 100_000,
      offerType: 'star' as const,
      ...fields,
    }
    const { id } = await marie.call(leadRoutes.addLead, { body })
    return { id, canary, body, ...body }
  }
  const sign = (id: string) => marie.call(leadRoutes.moveLead, { ...params(id), body: { from: 'nouveau', to: 'signe' } })
  const plan = async (...leads: { readonly id: string; readonly soleTrader?: boolean }[]) => {
    await forgetAttempts(app.portal, `password of ${app.admin.userId}`)
    return app.admin.try(erasureRoutes.planErasure, {
      body: { leads: leads.map(({ id, soleTrader = false }) => ({ id, soleTrader })), password },
    })
  }
  const follow = () => followErasures(app.portal)
  const erase = async (...leads: { readonly id: string; readonly soleTrader?: boolean }[]) => {
    const { body, status } = await plan(...leads)
    expect(status).toBe(201)
    app.pass(day)
    await follow()
    return body.id
  }
  const find = async (id: string) => (await app.admin.call(erasureRoutes.listErasures, {})).items.find((each) => each.id === id)
  const row = (id: string) =>
    app.portal.database.asActor(system, (tx) => tx.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst())

  test('asks for a proof, hides its leads from partners and lists at once, and is stopped until it is due', async () => {
    const lead = await add()
    const body = { leads: [{ id: lead.id, soleTrader: false }] }
    expect((await app.admin.try(erasureRoutes.planErasure, { body })).body.code).toBe('confirmation_required')
    expect((await marie.try(erasureRoutes.planErasure, { body: { ...body, password } })).status).toBe(403)
    const { id } = (await plan(lead)).body
    expect((await marie.try(leadRoutes.getLead, params(lead.id))).status).toBe(404)
    const listed = async (client: Client, search?: string) =>
      (await client.call(leadRoutes.listLeads, { query: { ...(search ? { search } : {}) } })).items.map((each) => each.id)
    for (const client of [marie, app.admin]) expect(await listed(client)).not.toContain(lead.id)
    expect(await listed(app.admin, lead.canary)).toEqual([])
    expect((await plan(lead)).body.code).toBe('erasure_exists')
    await app.admin.call(erasureRoutes.stopErasure, params(id))
    expect(await listed(marie, lead.canary)).toEqual([lead.id])
    app.pass(2 * day)
    await follow()
    expect((await row(lead.id))?.email).toBe(lead.email)
    expect((await app.admin.try(erasureRoutes.stopErasure, params(id))).body.code).toBe('erasure_over')
  })

  test('deletes a lead on which nothing hangs, and leaves nothing of its client in any table', async () => {
    const lead = await add()
    await marie.call(leadRoutes.commentOnLead, { ...params(lead.id), body: { body: `Appelé ${lead.canary}` } })
    await queueAtRest(app)
    await appendNow(app.portal)
    expect((await tablesWith(app, lead.canary)).length).toBeGreaterThan(2)
    const id = await erase(lead)
    expect(await tablesWith(app, lead.canary)).toEqual([])
    expect(await find(id)).toMatchObject({
      state: 'done',
      leads: [{ outcome: 'deleted', number: null }],
      report: { deleted: { leads: 1 } },
    })
    expect((await checkJournal(await databaseJournal(app.portal.database))).error).toBeNull()
  })

  test('empties a lead with money: company and sums stay, its history is told without what was said', async () => {
    const lead = await add()
    await sign(lead.id)
    const commission = async () =>
      (await app.admin.call(commissionRoutes.listCommissions, { query: { limit: 200 } })).items.find(
        (each) => each.lead?.id === lead.id,
      )
    const before = await commission()
    const id = await erase(lead)
    expect(await tablesWith(app, lead.canary)).toEqual([])
    const { name, company, status, erased_at, mail_domain } = (await row(lead.id)) ?? {}
    expect([name, company, status, mail_domain]).toEqual([
      `Client effacé ${lead.id.replaceAll('-', '').slice(-4).toUpperCase()}`,
      lead.company,
      'signe',
      `moulin${count}.example`,
    ])
    expect(erased_at).not.toBeNull()
    expect({ ...(await commission()), lead: null }).toEqual({ ...before, lead: null })
    expect(await find(id)).toMatchObject({ leads: [{ outcome: 'emptied' }] })
    const { items } = await marie.call(leadRoutes.leadTimeline, { ...params(lead.id), query: {} })
    expect(items.map(({ what }) => what)).toContain('lead.created')
    // It goes on, and nobody is asked for what is gone.
    const again = await marie.try(leadRoutes.editLead, { ...params(lead.id), body: { email: 'nouveau@moulin.example' } })
    expect(again.body.code).toBe('client_erased')
    await app.admin.call(commissionRoutes.validateCommission, params(before?.id ?? ''))
    expect((await plan(lead)).body.code).toBe('erasure_exists')
  })

  test('lists texts that name the person, and takes out those that somebody decides about', async () => {
    const lead = await add()
    await sign(lead.id)
    const other = await add()
    await marie.call(leadRoutes.commentOnLead, { ...params(other.id), body: { body: `Ami de ${lead.name}` } })
    // A telephone is found however it is spelled, in what is about another client, too.
    const byPhone = `Joindre au +33 ${lead.phone.slice(1).replace(/(..)(?!$)/g, '$1.')}`
    const named = await add({ notes: byPhone })
    await marie.call(leadRoutes.editLead, { ...params(named.id), body: { notes: byPhone } })
    const id = await erase(lead)
    const mentions = (await find(id))?.mentions ?? []
    expect(mentions.map(({ text }) => text).sort()).toEqual([`Ami de ${lead.name}`, byPhone])
    const waiting = async () =>
      (await app.admin.call(forYouRoutes.getTasks, {})).tasks.find(({ kind }) => kind === 'erasuresToDecide')?.count ?? 0
    const before = await waiting()
    for (const each of mentions)
      await app.admin.call(erasureRoutes.decideMention, { ...params(each.id), body: { decision: 'empty' } })
    expect([before > 0, await waiting()]).toEqual([true, before - 1])
    await follow()
    expect((await find(id))?.mentions.map(({ text, decision }) => [text, decision])).toEqual([
      ['[…]', 'empty'],
      ['[…]', 'empty'],
    ])
    // Nor do events go on saying it.
    for (const gone of [lead.canary, byPhone]) expect(await tablesWith(app, gone)).toEqual([])
    expect(await tablesWith(app, other.canary)).not.toEqual([])
  })

  test('erases an account that has ended, and none that is open', async () => {
    const open = await app.newPartner(`ouvert${count}@exemple.fr`, 'Ouvert Canaribis')
    await forgetAttempts(app.portal, `password of ${app.admin.userId}`)
    const planAccount = (userId: string) =>
      app.admin.try(erasureRoutes.planAccountErasure, { ...params(userId), body: { password } })
    expect((await planAccount(open.userId)).body.code).toBe('account_active')
    expect((await planAccount(app.admin.userId)).body.code).toBe('account_active')
    await app.admin.call(partnerRoutes.deletePartner, { ...params(open.userId), query: {} })
    expect((await planAccount(open.userId)).status).toBe(201)
    app.pass(day)
    await follow()
    expect(await tablesWith(app, 'canaribis')).toEqual([])
    expect(await tablesWith(app, `ouvert${count}@`)).toEqual([])
  })

  test('a sole trader’s company goes too; another client of the company is known, and not by mailbox', async () => {
    const [trader, company] = [await add(), await add()]
    await sign(trader.id)
    await sign(company.id)
    await erase({ ...trader, soleTrader: true }, company)
    expect((await row(trader.id))?.company).toBe('')
    expect(await tablesWith(app, trader.company.toLowerCase())).toEqual([])
    const rival = await app.newPartner(`rival${count}@exemple.fr`)
    const known = async (query: object) => (await rival.call(leadRoutes.findDuplicate, { query })).exists
    expect([await known({ company: company.company }), await known({ email: company.email })]).toEqual([true, false])
    const again = { ...trader.body, name: 'Autre nom', email: `autre${count}@autre.example`, phone: '' }
    const { id: id2 } = await rival.call(leadRoutes.addLead, { body: again })
    expect((await row(id2))?.possible_duplicate_of).toBe(trader.id)
  })

  test('goes on where it was interrupted: begun, and done but not told', async () => {
    const lead = await add()
    const { id } = (await plan(lead)).body
    const change = (columns: { listed_at?: Date; told_at?: null }) =>
      app.portal.database.asActor(system, (tx) => tx.updateTable('erasures').set(columns).where('id', '=', id).execute())
    const told = () =>
      app.portal.database.asActor(system, (tx) =>
        tx.selectFrom('events').select('name').where('subject_id', '=', lead.id).where('name', '=', 'person.erased').execute(),
      )
    await queueAtRest(app)
    await change({ listed_at: app.now })
    expect((await app.admin.try(erasureRoutes.stopErasure, params(id))).body.code).toBe('erasure_over')
    await follow()
    expect([await row(lead.id), (await told()).length]).toEqual([undefined, 1])
    await change({ told_at: null })
    await follow()
    await follow()
    expect((await told()).length).toBe(2)
    expect((await find(id))?.report?.deleted.leads).toBe(1)
  })

  test('one that is late waits for somebody, since the clock may be ahead', async () => {
    const lead = await add()
    const { id } = (await plan(lead)).body
    app.pass(9 * day)
    await follow()
    expect((await row(lead.id))?.email).toBe(lead.email)
    expect(await find(id)).toMatchObject({ state: 'late' })
    await forgetAttempts(app.portal, `password of ${app.admin.userId}`)
    await app.admin.call(erasureRoutes.confirmErasure, { ...params(id), body: { password } })
    await follow()
    expect(await row(lead.id)).toBeUndefined()
  })
})
