import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleOwner, system } from '#access/domain/actor.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { overviewRoutes } from '#overview/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { leadRoutes } from '../api/leads.ts'
import type { LeadStatus } from '../domain/leads.ts'

describe.each(databaseKinds())('leads and their commissions on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    ;({ app, marie } = await openWithPartners(databaseKind, 'marie'))
  })
  afterAll(() => app.close())

  const move = (client: Client, id: string, from: LeadStatus, to: LeadStatus) =>
    client.try(leadRoutes.moveLead, { params: { id }, body: { from, to } })
  const commissionsOf = async (leadId: string) => {
    const { items } = await app.admin.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    return items.filter((each) => each.lead?.id === leadId)
  }
  const signedLead = async (amount = plainLead.estimatedAmountCents, client = marie) => {
    const lead = await client.call(leadRoutes.addLead, { body: { ...plainLead, estimatedAmountCents: amount } })
    await move(client, lead.id, 'nouveau', 'signe')
    return lead.id
  }

  test('a new lead starts in nouveau and is visible to its partner and staff only', async () => {
    const other = await app.newPartner('other@exemple.fr', 'Jean Autre')
    const lead = await marie.call(leadRoutes.addLead, { body: plainLead })
    expect(lead.status).toBe('nouveau')
    expect((await app.admin.try(leadRoutes.getLead, { params: { id: lead.id } })).status).toBe(200)
    expect((await other.try(leadRoutes.getLead, { params: { id: lead.id } })).body.code).toBe('not_found')
    expect((await move(other, lead.id, 'nouveau', 'signe')).body.code).toBe('not_found')
    expect((await other.try(leadRoutes.deleteLead, { params: { id: lead.id } })).body.code).toBe('not_found')
    expect((await other.call(leadRoutes.listLeads, { query: {} })).items).toEqual([])
    expect((await other.try(leadRoutes.addLead, { body: { ...plainLead, partnerId: marie.userId } })).body.code).toBe('not_found')
  })

  test('the first error is of the first field, and every invalid field is named', async () => {
    const { status, body } = await marie.try(leadRoutes.addLead, {
      body: { ...plainLead, name: 'P', email: 'nobody', estimatedAmountCents: -1, website: 'nowhere' },
    })
    expect(status).toBe(422)
    expect(body.detail).toBe('Le nom doit contenir au moins 2 caractères')
    expect(body.fields.map((each) => [each.path, each.message])).toEqual([
      ['name', 'Le nom doit contenir au moins 2 caractères'],
      ['email', 'Email invalide'],
      ['website', 'URL invalide'],
      ['estimatedAmountCents', 'Le montant doit être positif'],
    ])
  })

  test('entering signe creates one pending commission at the tier’s rate, leaving it removes it', async () => {
    const id = await signedLead()
    const [commission, ...others] = await commissionsOf(id)
    expect(others).toEqual([])
    expect(commission).toMatchObject({
      status: 'en_attente',
      revenueCents: 1_200_000,
      commissionRate: 15,
      amountCents: 180_000,
      tierName: 'Bronze',
    })
    expect((await move(marie, id, 'signe', 'call_effectue')).status).toBe(200)
    expect(await commissionsOf(id)).toEqual([])
  })

  test('two people move one card: the later one learns where it is', async () => {
    const lead = await marie.call(leadRoutes.addLead, { body: plainLead })
    await move(app.admin, lead.id, 'nouveau', 'refuse')
    const { status, body } = await move(marie, lead.id, 'nouveau', 'premier_contact')
    expect([status, body.code, body.facts]).toEqual([409, 'lead_moved_meanwhile', { status: 'refuse' }])
  })

  test('twenty concurrent moves to signe create one commission', async () => {
    const lead = await marie.call(leadRoutes.addLead, { body: plainLead })
    const answers = await Promise.all(Array.from({ length: 20 }, () => move(marie, lead.id, 'nouveau', 'signe')))
    expect(answers.filter((each) => each.status === 200)).toHaveLength(1)
    expect(await commissionsOf(lead.id)).toHaveLength(1)
  })

  test('validating and paying happen once, however many try', async () => {
    const id = await signedLead(100_000)
    const [{ id: commissionId } = { id: '' }] = await commissionsOf(id)
    const params = { id: commissionId }
    expect((await app.admin.try(commissionRoutes.payCommission, { params })).body.code).toBe('commission_not_validated')
    app.pass(1000)
    const validations = await Promise.all(
      Array.from({ length: 20 }, () => app.admin.try(commissionRoutes.validateCommission, { params })),
    )
    expect(validations.filter((each) => each.status === 200)).toHaveLength(1)
    expect(validations.filter((each) => each.body.code === 'commission_not_pending')).toHaveLength(19)
    const validatedAt = app.now.toISOString()
    app.pass(86_400_000)
    const payments = await Promise.all(
      Array.from({ length: 20 }, () => app.admin.try(commissionRoutes.payCommission, { params })),
    )
    expect(payments.filter((each) => each.status === 200)).toHaveLength(1)
    const [commission] = await commissionsOf(id)
    expect(commission).toMatchObject({ status: 'paye', validatedAt, paidAt: app.now.toISOString() })
    const events = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select('name').where('subject_id', '=', commissionId).orderBy('seq').execute(),
    )
    expect(events.map((each) => each.name)).toEqual(['commission.created', 'commission.validated', 'commission.paid'])
  })

  test('a lead with a settled commission can neither leave signe nor be deleted', async () => {
    const id = await signedLead(50_000)
    const [commission] = await commissionsOf(id)
    app.pass(1000)
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: commission?.id ?? '' } })
    expect((await move(marie, id, 'signe', 'refuse')).body.code).toBe('lead_has_settled_commission')
    expect((await marie.try(leadRoutes.deleteLead, { params: { id } })).body.code).toBe('lead_has_settled_commission')
    expect((await marie.call(leadRoutes.getLead, { params: { id } })).can).toEqual({ edit: true, move: false, delete: false })
  })

  test('a paid commission does not lower the tier, and the next one has the new rate', async () => {
    const lucie = await app.newPartner('lucie@exemple.fr', 'Lucie Argent')
    const big = await signedLead(1_000_000, lucie)
    const [commission] = await commissionsOf(big)
    app.pass(1000)
    const params = { id: commission?.id ?? '' }
    await app.admin.call(commissionRoutes.validateCommission, { params })
    const before = await lucie.call(tierRoutes.myStanding, {})
    await app.admin.call(commissionRoutes.payCommission, { params })
    const after = await lucie.call(tierRoutes.myStanding, {})
    expect(after.totalRevenueCents).toBe(before.totalRevenueCents)
    expect(after.current?.name).toBe('Silver')
    const [next] = await commissionsOf(await signedLead(333, lucie))
    expect(next).toMatchObject({ commissionRate: 20, amountCents: 67, tierName: 'Silver' })
    expect(commission).toMatchObject({ commissionRate: 15 })
  })

  test('a request repeated with its key gets the first response, another request with it is refused', async () => {
    const headers = { 'idempotency-key': 'one-click' }
    const answers = await Promise.all([1, 2, 3].map(() => marie.try(leadRoutes.addLead, { body: plainLead }, headers)))
    expect(new Set(answers.map((each) => each.body.id)).size).toBe(1)
    expect(answers.map((each) => each.status)).toEqual([201, 201, 201])
    const other = await marie.try(leadRoutes.addLead, { body: { ...plainLead, name: 'Somebody Else' } }, headers)
    expect(other.body.code).toBe('idempotency_key_reused')
  })

  test('totals on the overview are the sums of the rows', async () => {
    await signedLead()
    const overview = await app.admin.call(overviewRoutes.getOverview, {})
    const { rows } = await app.portal.database.asOwner((run) =>
      run('select (select count(*) from leads) as leads, (select sum(amount_cents)::bigint from commissions) as cents'),
    )
    expect([overview.totalOpportunities, overview.totalCommissionsCents]).toEqual([rows[0]?.leads, rows[0]?.cents])
    const { byStatus: columns } = await app.admin.call(leadRoutes.leadSummary, { query: { search: 'bernard' } })
    const summary = await app.admin.call(leadRoutes.leadSummary, { query: {} })
    expect(columns).toEqual(summary.byStatus)
  })

  test('a list is paged by cursor without gap or repetition', async () => {
    for (let added = 0; added < 4; added += 1) await marie.call(leadRoutes.addLead, { body: plainLead })
    const all = await marie.call(leadRoutes.listLeads, { query: { limit: 200 } })
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await marie.call(leadRoutes.listLeads, { query: { limit: 3, ...(cursor ? { cursor } : {}) } })
      ids.push(...page.items.map((each) => each.id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(ids).toEqual(all.items.map((each) => each.id))
    expect((await marie.try(leadRoutes.listLeads, { query: { cursor: 'nonsense' } })).status).toBe(422)
  })

  test('the database itself forbids partners to change money', async () => {
    const actor = { kind: 'partner', userId: marie.userId, partner: soleOwner(marie.userId), contractSigned: true } as const
    const { database } = app.portal
    await expect(
      database.asActor(actor, (tx) => tx.updateTable('commissions').set({ amount_cents: 1 }).execute()),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(database.asActor(actor, (tx) => tx.selectFrom('auth.users').selectAll().execute())).rejects.toMatchObject({
      code: '42501',
    })
    const foreign = await database.asActor(actor, (tx) => tx.selectFrom('profiles').select('user_id').execute())
    expect(foreign).toEqual([{ user_id: marie.userId }])
  })
})
