import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadFileRoutes } from '#leads/leads/api/lead-files.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { searchRoutes } from '#overview/search/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadUpload } from '#test/lead-files.ts'
import { leadsAddUp } from '#test/policies/business-tables.ts'
import { partnerRevenueAddsUp } from '#test/policies/kept-sums.ts'
import { openWithRegistrations, type RegistrationWorld } from '#test/registration-app.ts'
import type { Client } from '#test/test-app.ts'
import { leadShareRoutes } from '../api.ts'

describe.each(databaseKinds('full'))('a lead shared by two partners on %s', (databaseKind) => {
  let world: RegistrationWorld
  beforeAll(async () => {
    world = await openWithRegistrations(databaseKind)
    await world.programme({ registrations: false })
  })
  afterAll(() => world.app.close())

  const share = (id: string, percent = 30, partner = world.jean) =>
    world.app.admin.try(leadShareRoutes.shareLead, { params: { id }, body: { partnerId: partner.userId, percent } })
  const end = (id: string, partner = world.jean) =>
    world.app.admin.try(leadShareRoutes.endLeadShare, { params: { id, partnerId: partner.userId } })
  const shared = async (company?: string, percent = 30) => {
    const id = await world.add(world.marie, company)
    expect((await share(id, percent)).status).toBe(200)
    return id
  }
  const seen = (client: Client, id: string) => client.try(leadRoutes.getLead, { params: { id } })
  const sign = (id: string, client = world.app.admin) => world.move(client, id, 'nouveau', 'signe')
  const linesOf = async (client: Client, id: string) =>
    (await client.call(commissionRoutes.listCommissions, { query: { limit: 200 } })).items.filter(({ lead }) => lead?.id === id)

  test('is read by the other partner on board, list, search and by itself, with both names and parts', async () => {
    const { marie, app } = world
    const lise = await app.newPartner('lise@exemple.fr', 'Lise Autre')
    const id = await world.add(marie, 'Partagée SARL')
    expect((await share(id, 30, lise)).status).toBe(200)
    const hers = await world.add(marie, 'Seule SARL')
    const { body } = await seen(lise, id)
    expect(body).toMatchObject({
      company: 'Partagée SARL',
      partner: { name: 'Marie Dupont' },
      share: { percent: 30, isOthers: true },
      can: { edit: false, move: false, delete: false },
      registration: { number: '' },
    })
    expect(body.shares?.map(({ name, percent }) => [name, percent])).toEqual([
      ['Marie Dupont', 70],
      ['Lise Autre', 30],
    ])
    expect((await seen(marie, id)).body).toMatchObject({ share: { percent: 70 }, can: { edit: true, move: true, delete: false } })
    expect((await seen(app.admin, id)).body).toMatchObject({ share: { percent: 70 }, can: { delete: true } })
    expect((await seen(lise, hers)).status).toBe(404)
    const list = await lise.call(leadRoutes.listLeads, { query: {} })
    expect(list.items.map((lead) => [lead.id, lead.share])).toEqual([[id, { percent: 30, isOthers: true }]])
    const found = await lise.call(leadRoutes.listLeads, { query: { search: 'partagee' } })
    expect(found.items.map((lead) => lead.id)).toEqual([id])
    const whole = await lise.call(leadRoutes.listLeads, { query: { fields: 'all' } })
    expect(whole.items[0]).toMatchObject({ partner: { name: 'Marie Dupont' }, share: { isOthers: true } })
    const board = await lise.call(leadRoutes.leadBoard, { query: { columns: 'nouveau' } })
    expect(board.pages[0]?.items.map((lead) => lead.id)).toEqual([id])
    // It counts once, for the partner who brought it.
    expect(board.byStatus.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0])
    const changed = await lise.call(leadRoutes.changedLeads, { query: { ids: [id, hers].join() } })
    expect(changed.leads.map((lead) => lead.id)).toEqual([id])
    const palette = await lise.call(searchRoutes.search, { query: { q: 'partagee' } })
    expect(JSON.stringify(palette)).toContain(id)
    const csv = await lise.send('GET', '/api/leads.csv')
    expect(csv.body).not.toContain('Partagée SARL')
  })

  test('comes in its place among the pages of one’s own', async () => {
    const { marie, jean, app } = world
    const lucie = await app.newPartner('lucie@exemple.fr', 'Lucie Page')
    const ids: string[] = []
    for (const client of [lucie, marie, lucie, jean, lucie]) {
      const id = await world.add(client)
      if (client !== lucie) expect((await share(id, 10, lucie)).status).toBe(200)
      ids.unshift(id)
    }
    const read: string[] = []
    let cursor: string | null = null
    do {
      const query: { limit: number; cursor?: string } = cursor ? { limit: 2, cursor } : { limit: 2 }
      const page: { items: { id: string }[]; nextCursor: string | null } = await lucie.call(leadRoutes.listLeads, { query })
      read.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(read).toEqual(ids)
  })

  test('is changed by its own partner alone, and what stands around it stays between that one and the team', async () => {
    const { marie, jean, app } = world
    const id = await shared('Lecture SARL')
    await marie.call(leadRoutes.commentOnLead, { params: { id }, body: { body: 'Entre nous' } })
    const { files } = await marie.call(leadFileRoutes.addLeadFile, {
      params: { id },
      body: { uploadId: await leadUpload(marie) },
    })
    const attempts = await Promise.all([
      jean.try(leadRoutes.editLead, { params: { id }, body: { notes: 'Moi' } }),
      jean.try(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'premier_contact' } }),
      jean.try(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } }),
      jean.try(leadRoutes.deleteLead, { params: { id } }),
      jean.try(leadRoutes.commentOnLead, { params: { id }, body: { body: 'Moi aussi' } }),
      jean.try(leadFileRoutes.addLeadFile, { params: { id }, body: { uploadId: await leadUpload(jean) } }),
      jean.try(leadFileRoutes.removeLeadFile, { params: { id: files[0]?.id ?? '' } }),
      jean.try(registrationRoutes.getRegistration, { params: { id } }),
    ])
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404))
    expect((await jean.send('GET', `/api/leads/${id}/receipt`)).statusCode).toBe(404)
    expect((await jean.send('GET', `/api/lead-files/${files[0]?.id}/file`)).statusCode).toBe(404)
    expect((await jean.call(leadRoutes.leadComments, { params: { id }, query: {} })).items).toEqual([])
    expect((await seen(jean, id)).body.files).toBeUndefined()
    const histories = await Promise.all(
      [jean, marie, app.admin].map((client) => client.call(leadRoutes.leadTimeline, { params: { id }, query: {} })),
    )
    const told = histories.map(({ items }) => items.map(({ what }) => what).filter((what) => what === 'lead.shared').length)
    expect(told).toEqual([1, 1, 1])
    expect(histories[0]?.items.map(({ what }) => what)).toEqual(['lead.shared'])
  })

  test('brings each partner a commission of their part at their own rate, and revenue of it for their tier', async () => {
    const { marie, jean, app } = world
    const id = await shared('Signée SARL')
    await app.admin.call(leadRoutes.editLead, { params: { id }, body: { estimatedAmountCents: 100_001 } })
    const refused = await sign(id, marie)
    expect(refused.body.code).toBe('lead_is_shared')
    expect(String(refused.body.detail)).toMatch(/Jean Autre/)
    expect((await sign(id)).status).toBe(200)
    const [hers, his] = await Promise.all([linesOf(marie, id), linesOf(jean, id)])
    expect([hers, his].map((lines) => lines.map(({ revenueCents }) => revenueCents))).toEqual([[70_001], [30_000]])
    for (const [line] of [hers, his]) {
      expect(line?.amountCents).toBe(Math.round(((line?.revenueCents ?? 0) * (line?.commissionRate ?? 0)) / 100))
    }
    expect(JSON.stringify(his[0])).toMatch(/30\s?%/)
    expect((await seen(app.admin, id)).body.commission?.amountCents).toBe(
      (hers[0]?.amountCents ?? 0) + (his[0]?.amountCents ?? 0),
    )
    expect((await seen(jean, id)).body.commission?.amountCents).toBe(his[0]?.amountCents)
    // What is signed stays as it is.
    expect((await share(id, 40)).body.code).toBe('lead_is_signed')
    expect((await end(id)).body.code).toBe('lead_is_signed')
    expect((await world.move(marie, id, 'signe', 'nouveau')).body.code).toBe('lead_is_shared')
    const before = await Promise.all([marie, jean].map((client) => client.call(tierRoutes.myStanding, {})))
    for (const [line] of [hers, his]) {
      await app.admin.call(commissionRoutes.validateCommission, { params: { id: line?.id ?? '' } })
    }
    const after = await Promise.all([marie, jean].map((client) => client.call(tierRoutes.myStanding, {})))
    expect(after.map(({ totalRevenueCents }, index) => totalRevenueCents - (before[index]?.totalRevenueCents ?? 0))).toEqual([
      70_001, 30_000,
    ])
    expect((await world.move(app.admin, id, 'signe', 'nouveau')).body.code).toBe('lead_has_settled_commission')
  })

  test('loses its commissions when staff take the signature back, and is shared in other parts', async () => {
    const { marie, jean, app } = world
    const id = await shared('Reprise SARL')
    await sign(id)
    expect((await world.move(app.admin, id, 'signe', 'nouveau')).status).toBe(200)
    expect([await linesOf(marie, id), await linesOf(jean, id)]).toEqual([[], []])
    expect((await share(id, 99)).status).toBe(200)
    await sign(id)
    expect((await linesOf(jean, id))[0]?.amountCents).toBeGreaterThan((await linesOf(marie, id))[0]?.amountCents ?? 0)
    expect((await app.admin.try(leadRoutes.deleteLead, { params: { id } })).status).toBe(204)
    expect([await linesOf(marie, id), await linesOf(jean, id)]).toEqual([[], []])
  })

  test('is shared in hundredths of a percent, with others than its own partner, who have access', async () => {
    const { marie, app } = world
    const id = await world.add(marie)
    for (const percent of [0, 100, 12.345, 0.001]) expect((await share(id, percent)).status).toBe(422)
    expect((await share(id, 30, marie)).body.code).toBe('invalid_input')
    const [lea, max] = [await app.newPartner('lea@exemple.fr', 'Léa Tiers'), await app.newPartner('max@exemple.fr', 'Max Parti')]
    expect((await share(id, 60)).status).toBe(200)
    expect((await share(id, 40, lea)).body.code).toBe('invalid_input')
    expect((await share(id, 39.99, lea)).status).toBe(200)
    expect((await seen(app.admin, id)).body.shares?.map(({ percent }) => percent)).toEqual([0.01, 60, 39.99])
    for (const partner of [world.jean, lea]) expect((await share(id, 33.33, partner)).status).toBe(200)
    expect((await seen(app.admin, id)).body.shares?.map(({ percent }) => percent)).toEqual([33.34, 33.33, 33.33])
    expect((await seen(marie, id)).body.share).toEqual({ percent: 33.34 })
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: lea.userId }, query: {} })
    // As leads do, shares stay when a partner is deleted: staff end them.
    expect((await seen(app.admin, id)).body.shares?.at(-1)).toMatchObject({ percent: 33.33, deleted: true })
    expect((await end(id, lea)).status).toBe(200)
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: max.userId }, query: {} })
    expect((await share(id, 5, max)).body.code).toBe('partner_not_active')
    expect((await end(id, max)).status).toBe(404)
    expect(
      (await marie.try(leadShareRoutes.shareLead, { params: { id }, body: { partnerId: marie.userId, percent: 5 } })).status,
    ).toBe(403)
  })

  test('is not shared once it was merged into another one', async () => {
    const { marie, app } = world
    await world.programme({ registrations: true })
    const [into, id] = [await world.add(marie), await world.add(marie)]
    await world.programme({ registrations: false })
    await app.admin.call(registrationRoutes.mergeRegistration, { params: { id }, body: { into, message: '' } })
    expect((await share(id, 30)).body.code).toBe('registration_step_impossible')
    expect((await share(into, 30)).status).toBe(200)
  })

  test('keeps its shares when it is handed over, but to nobody who has one', async () => {
    const { jean, app } = world
    const id = await shared('Confiée SARL')
    const paul = await app.newPartner('paul@exemple.fr', 'Paul Nouveau')
    const handOver = (partnerId: string) =>
      app.admin.try(registrationRoutes.handOverLead, { params: { id }, body: { partnerId, message: 'Autre secteur' } })
    expect((await handOver(jean.userId)).body.code).toBe('invalid_input')
    await sign(id)
    expect((await handOver(paul.userId)).status).toBe(200)
    expect((await linesOf(paul, id)).map(({ revenueCents }) => revenueCents)).toEqual([
      ((await seen(app.admin, id)).body.estimatedAmountCents * 70) / 100,
    ])
    expect(await linesOf(jean, id)).toHaveLength(1)
    expect((await seen(paul, id)).body.shares?.map(({ name }) => name)).toEqual(['Paul Nouveau', 'Jean Autre'])
  })

  test('waits for a rule where the programme pays what the client pays', async () => {
    const basis = (commission_basis: 'cash' | 'signature') =>
      world.app.portal.database.asActor(system, (tx) => tx.updateTable('programme_settings').set({ commission_basis }).execute())
    const id = await world.add(world.marie)
    await basis('cash')
    expect((await share(id)).body.code).toBe('lead_share_awaits_client')
    await basis('signature')
    expect((await share(id)).status).toBe(200)
  })

  test('tells both partners when it is shared, signed and no longer shared', async () => {
    const { jean } = world
    const id = await shared('Courrier SARL')
    // A letter is written when it leaves: from what is so by then.
    const letters = async () => (await world.letters(id)).map(({ to, subject }) => [to.userId === jean.userId, subject])
    expect((await letters()).slice(-2)).toEqual([
      [true, 'Un lead est partagé avec vous : Courrier SARL'],
      [false, 'Votre lead est partagé : Courrier SARL'],
    ])
    await sign(id)
    expect(await letters()).toContainEqual([true, 'Lead partagé signé : Courrier SARL'])
    await world.move(world.app.admin, id, 'signe', 'nouveau')
    expect((await end(id)).body).toEqual({ shares: [] })
    expect((await letters()).slice(-2)).toEqual([
      [true, 'Lead qui n’est plus partagé : Courrier SARL'],
      [false, 'Votre lead n’est plus partagé : Courrier SARL'],
    ])
    expect((await seen(jean, id)).status).toBe(404)
  })

  test('leaves the kept sums as they were', async () => {
    const sums = await world.app.portal.database.asOwner(async (run) => [
      ...Object.values((await run(leadsAddUp)).rows[0] ?? {}),
      ...Object.values((await run(partnerRevenueAddsUp)).rows[0] ?? {}),
    ])
    expect(sums).toEqual([true, true])
  })
})
