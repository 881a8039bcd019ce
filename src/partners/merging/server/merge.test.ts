import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionRoutes } from '#access/api/session.ts'
import { introductionRoutes } from '#leads/introductions/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { leadShareRoutes } from '#leads/shares/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { databaseKinds } from '#test/databases.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { totalsAddUp } from '#test/policies/kept-sums.ts'
import type { Client, TestApp } from '#test/test-app.ts'

describe.each(databaseKinds('full'))('two partners who are merged on %s', (databaseKind) => {
  let app: TestApp
  let payouts: PayoutApp
  let world: MergingWorld
  beforeAll(async () => {
    payouts = await PayoutApp.open(databaseKind)
    await payouts.programme({ acceptanceDays: 0 })
    app = payouts.app
    world = new MergingWorld(app)
  })
  afterAll(() => app.close())

  const two = async () => [await payouts.partner('Alma Cédée'), await payouts.partner('Béatrice Prend')] as const
  const profileOf = (id: string) => app.admin.call(partnerProfileRoutes.getPartnerProfile, { params: { id } })
  const partnerNow = async (client: Client) => (await client.call(sessionRoutes.currentSession, {})).me?.partner
  const sign = (by: Client, id: string) =>
    by.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
  const rows = (statement: string, values: unknown[] = []) =>
    app.portal.database.asOwner(async (run) => (await run(statement, values)).rows)

  test('have the people of both, and the one keeps its name, its page and its id', async () => {
    const [from, into] = await two()
    const member = await world.join(from, 'member', 'Mila Membre')
    await app.admin.call(partnerRoutes.setPartnerExternalId, {
      params: { id: from.userId },
      body: { externalId: `crm-${databaseKind}` },
    })
    expect((await world.merge(from, into, { ownersBecome: 'manager' })).status).toBe(200)
    expect(await world.peopleOf(into.userId)).toEqual([
      [into.userId, 'owner'],
      ...[[from.userId, 'manager'] as const, [member.userId, 'member'] as const].toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      ),
    ])
    expect(await partnerNow(from)).toMatchObject({ id: into.userId, role: 'manager' })
    const { person, merged } = await profileOf(from.userId)
    expect([person.id, person.fullName, merged?.into.id]).toEqual([from.userId, 'Alma Cédée', into.userId])
    expect((await profileOf(into.userId)).absorbed.map(({ partner }) => partner.id)).toEqual([from.userId])
    const params = { externalId: `crm-${databaseKind}` }
    expect((await app.admin.call(partnerRoutes.getPartnerByExternalId, { params })).id).toBe(from.userId)
    const { items } = await app.admin.call(partnerRoutes.listPartners, { query: { limit: 200 } })
    expect(items.filter(({ id }) => id === from.userId)).toEqual([])
    const { partners } = await app.admin.call(partnerRoutes.partnerNames, {})
    expect(partners.filter(({ id }) => id === from.userId)).toEqual([])
  })

  test('have the leads that are not signed at one place, and what was signed at the other', async () => {
    const [from, into] = await two()
    const [open, lost, signed] = [
      await world.addLead(from, 'Ouverte SARL'),
      await world.addLead(from, 'Perdue SARL'),
      await world.addLead(from, 'Signée SARL'),
    ]
    await sign(from, signed)
    await app.admin.call(leadRoutes.moveLead, { params: { id: lost }, body: { from: 'nouveau', to: 'refuse' } })
    const { body } = await world.previewMerge(from.userId, into.userId)
    expect(body).toMatchObject({ leads: { going: 2, staying: 1 }, obstacles: [], contracts: { unsigned: 0 } })
    expect(body.money?.pendingCents).toBeGreaterThan(0)
    expect((await world.merge(from, into)).status).toBe(200)
    expect(await world.leadsOf(into)).toEqual([open, lost].toSorted())
    expect((await app.admin.call(leadRoutes.getLead, { params: { id: signed } })).partner?.id).toBe(from.userId)
    const pending = await app.admin.call(commissionRoutes.listCommissions, { query: { partnerId: from.userId } })
    expect(pending.items.map(({ status }) => status)).toEqual(['en_attente'])
  })

  test('are paid apart: what is due to the one goes to its bank details by the next run', async () => {
    const [from, into] = await two()
    await payouts.payable(from, 12_000)
    await payouts.payable(into, 34_000)
    expect((await world.merge(from, into)).status).toBe(200)
    const issued = await payouts.issued()
    const of = (id: string) => issued.filter(({ partner }) => partner.id === id).map(({ totalCents }) => totalCents)
    expect([of(from.userId), of(into.userId)]).toEqual([[12_000], [34_000]])
    expect((await payouts.approve(issued)).status).toBe(200)
  })

  test('while a run of payouts is issued: it is paid once, and both are done', async () => {
    const [from, into] = await two()
    await payouts.payable(from, 15_000)
    const preview = await payouts.preview()
    const { body } = await world.previewMerge(from.userId, into.userId)
    const [run, merge] = await Promise.all([payouts.issue(preview), world.merge(from, into, { state: body.state })])
    expect(run.status).toBe(201)
    // What the run has paid is not what the preview has shown.
    if (merge.status !== 200) expect(merge.body.code).toBe('preview_outdated')
    if (merge.status !== 200) expect((await world.merge(from, into)).status).toBe(200)
    const paid = await rows('select total_cents from payouts where partner_id = $1', [from.userId])
    expect(paid.map(({ total_cents }) => Number(total_cents))).toEqual([15_000])
    expect(await partnerNow(from)).toMatchObject({ id: into.userId })
  })

  test('leave every figure, statement, invoice and root of the journal as it was', async () => {
    const [from, into] = await two()
    await payouts.payable(from, 20_000)
    await payouts.issued()
    await sign(from, await world.addLead(from, 'Comptée SARL'))
    await world.addLead(from, 'Ouverte SARL')
    await payouts.idle()
    const facts = async () => ({
      revenue: await rows('select * from partner_revenue order by partner_id'),
      commissions: await rows('select * from commissions order by id'),
      payouts: await rows('select * from payouts order by id'),
      invoices: await rows('select * from invoices order by id'),
      receipts: await rows('select * from lead_receipts order by lead_id'),
      roots: await rows('select * from journal_roots order by 1'),
      tier: [(await profileOf(from.userId)).standing, (await profileOf(into.userId)).standing],
      money: [(await profileOf(from.userId)).money, (await profileOf(into.userId)).money],
    })
    const before = await facts()
    const chained = await rows('select seq, hash from journal order by seq')
    expect((await world.merge(from, into)).status).toBe(200)
    expect(await facts()).toEqual(before)
    expect((await rows('select seq, hash from journal order by seq')).slice(0, chained.length)).toEqual(chained)
    for (const sum of totalsAddUp) expect(Object.values((await rows(sum))[0] ?? {})).toEqual([true])
  })

  test('cannot be merged into themselves, the other way round, or with one that is deleted', async () => {
    const [from, into] = await two()
    const third = await world.owner()
    expect((await world.previewMerge(from.userId, from.userId)).body.code).toBe('partner_not_active')
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: third.userId }, query: {} })
    expect((await world.previewMerge(from.userId, third.userId)).body.code).toBe('partner_not_active')
    expect((await world.previewMerge(third.userId, from.userId)).status).toBe(404)
    expect((await world.merge(from, into)).status).toBe(200)
    expect((await world.previewMerge(into.userId, from.userId)).body.code).toBe('partner_not_active')
    expect((await world.previewMerge(from.userId, into.userId)).status).toBe(404)
  })

  test('both merged into each other at once: one is done', async () => {
    const [one, other] = await two()
    const outcomes = await Promise.all([world.merge(one, other), world.merge(other, one)])
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    const merged = await rows('select id from partners where id in ($1, $2) and merged_into is not null', [
      one.userId,
      other.userId,
    ])
    expect(merged).toHaveLength(1)
  })

  test('in a line answer by the last of them, and each keeps into whom it went', async () => {
    const [first, second] = await two()
    const third = await world.owner('Carla Dernière')
    await first.call(introductionRoutes.makeIntroductionLink, {})
    const { link } = await first.call(introductionRoutes.getIntroductionLink, {})
    expect((await world.merge(first, second)).status).toBe(200)
    expect((await world.merge(second, third)).status).toBe(200)
    expect((await profileOf(first.userId)).merged?.into.id).toBe(second.userId)
    expect((await profileOf(second.userId)).merged?.into.id).toBe(third.userId)
    const now = await rows('select app.partner_now($1) as id', [first.userId])
    expect(now).toEqual([{ id: third.userId }])
    expect((await world.peopleOf(third.userId)).map(([id]) => id).toSorted()).toEqual(
      [first.userId, second.userId, third.userId].toSorted(),
    )
    const token = new URL(link?.url ?? '').pathname.split('/').at(-1) ?? ''
    const shown = await app.anonymous().try(introductionRoutes.openIntroduction, { body: { token } })
    expect(shown.status).toBe(200)
  })

  test('wait while somebody of the one has to answer: a contested commission, a part of a lead', async () => {
    const [from, into] = await two()
    const lead = await world.addLead(into, 'Partagée SARL')
    const share = { params: { id: lead }, body: { partnerId: from.userId, percent: 30 } }
    await app.admin.call(leadShareRoutes.shareLead, share)
    const refused = await world.merge(from, into)
    expect(refused).toMatchObject({ status: 409, body: { code: 'merge_impossible', facts: { obstacle: 'shares' } } })
    expect((await world.previewMerge(from.userId, into.userId)).body.obstacles).toEqual(['shares'])
    await app.admin.call(leadShareRoutes.endLeadShare, { params: { id: lead, partnerId: from.userId } })
    const commissionId = await payouts.payable(from, 5000)
    await from.call(disputeRoutes.openDispute, { body: { commissionId, message: 'Le taux est faux, je crois' } })
    expect((await world.merge(from, into)).body).toMatchObject({ facts: { obstacle: 'disputes' } })
  })

  test('take nothing new at the one: no lead, no invitation, no contract', async () => {
    const [from, into] = await two()
    const slow = world.addLead(from, 'Dernière minute SARL').catch(() => null)
    const first = await world.merge(from, into)
    await slow
    // The lead came between the preview and the merge, or after it, where it is refused.
    if (first.status !== 200) expect((await world.merge(from, into)).status).toBe(200)
    const body = { name: 'Zoé', company: 'Trop tard SARL', email: 'z@client.example', estimatedAmountCents: 1 }
    const added = await app.admin.try(leadRoutes.addLead, {
      body: { ...body, offerType: 'star', partnerId: from.userId },
    })
    expect(added.body.code).toBe('partner_not_active')
    await expect(world.invited(from, 'member')).rejects.toThrow()
    const left = await rows(`select id from leads where partner_id = $1 and status <> 'signe'`, [from.userId])
    expect(left).toEqual([])
  })
})
