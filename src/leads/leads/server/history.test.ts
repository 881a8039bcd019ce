import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleOwner, system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { leadRoutes } from '../api/leads.ts'
import type { LeadStatus } from '../domain/leads.ts'

describe.each(databaseKinds())('a lead’s history and comments on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let jean: Client
  beforeAll(async () => {
    ;({ app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean'))
  })
  afterAll(() => app.close())

  const newLead = async () => (await marie.call(leadRoutes.addLead, { body: plainLead })).id
  const move = (client: Client, id: string, from: LeadStatus, to: LeadStatus) => {
    app.pass(60_000)
    return client.call(leadRoutes.moveLead, { params: { id }, body: { from, to } })
  }
  const timeline = async (client: Client, id: string) =>
    (await client.call(leadRoutes.leadTimeline, { params: { id }, query: {} })).items
  const say = (client: Client, id: string, body: string) =>
    client.call(leadRoutes.commentOnLead, { params: { id }, body: { body } })
  const comments = (client: Client, id: string, query: { limit?: number; cursor?: string } = {}) =>
    client.call(leadRoutes.leadComments, { params: { id }, query })

  test('the history lists who did what, newest first, with old and new value', async () => {
    const id = await newLead()
    app.pass(60_000)
    await app.admin.call(leadRoutes.editLead, {
      params: { id },
      body: { phone: '06 12 34 56 78', estimatedAmountCents: 1_500_000 },
    })
    await move(marie, id, 'nouveau', 'call_effectue')
    const entries = await timeline(marie, id)
    expect(entries.map(({ what, who, changes }) => ({ what, who, changes }))).toEqual([
      {
        what: 'lead.moved',
        who: { name: 'Marie Dupont', deleted: false, staff: false },
        changes: [{ field: 'status', before: 'nouveau', after: 'call_effectue' }],
      },
      {
        what: 'lead.changed',
        who: { name: 'Passerelle', deleted: false, staff: true },
        changes: [
          { field: 'phone', before: '', after: '06 12 34 56 78' },
          { field: 'estimatedAmountCents', before: 1_200_000, after: 1_500_000 },
        ],
      },
      { what: 'lead.created', who: { name: 'Marie Dupont', deleted: false, staff: false }, changes: [] },
    ])
    expect(entries[0]?.at).toBe(app.now.toISOString())
    const [, changed] = await timeline(app.admin, id)
    expect(changed?.who).toMatchObject({ staff: true })
    expect(changed?.who?.name).not.toBe('Passerelle')
  })

  test('the history includes the lead’s commissions, removed ones too, and no other lead’s', async () => {
    const id = await newLead()
    const other = await newLead()
    await move(marie, id, 'nouveau', 'signe')
    await move(marie, other, 'nouveau', 'signe')
    await move(marie, id, 'signe', 'call_effectue')
    await move(marie, id, 'call_effectue', 'signe')
    const { items } = await app.admin.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    const commission = items.find((each) => each.lead?.id === id)
    if (!commission) throw new Error('the signed lead has no commission')
    app.pass(60_000)
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: commission.id } })
    app.pass(60_000)
    await app.admin.call(commissionRoutes.payCommission, { params: { id: commission.id } })
    const entries = (await timeline(marie, id)).map(({ what, amountCents }) => [what, amountCents])
    expect(entries).toEqual([
      ['commission.paid', 180_000],
      ['commission.validated', 180_000],
      ['lead.signed', null],
      ['commission.created', 180_000],
      ['lead.moved', null],
      ['commission.removed', 180_000],
      ['lead.moved', null],
      ['lead.signed', null],
      ['commission.created', 180_000],
      ['lead.moved', null],
      ['lead.created', null],
    ])
    expect(await marie.call(leadRoutes.getLead, { params: { id } })).toMatchObject({
      commission: { revenueCents: 1_200_000, commissionRate: 15, tierName: 'Bronze', amountCents: 180_000, status: 'paye' },
    })
  })

  test('the history is paged without repetition or gap', async () => {
    const id = await newLead()
    await move(marie, id, 'nouveau', 'signe')
    await move(marie, id, 'signe', 'nouveau')
    const all = (await timeline(marie, id)).map((entry) => entry.id)
    const paged: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { items: { id: string }[]; nextCursor: string | null } = await marie.call(leadRoutes.leadTimeline, {
        params: { id },
        query: { limit: 2, ...(cursor ? { cursor } : {}) },
      })
      paged.push(...page.items.map((entry) => entry.id))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(all)
  })

  test('history and comments of another partner’s lead are not found', async () => {
    const id = await newLead()
    await say(marie, id, 'Bonjour')
    for (const route of [leadRoutes.leadTimeline, leadRoutes.leadComments]) {
      const { status, body } = await jean.try(route, { params: { id }, query: {} })
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
    const { status } = await jean.try(leadRoutes.commentOnLead, { params: { id }, body: { body: 'Moi aussi' } })
    expect(status).toBe(404)
    const rows = await app.portal.database.asActor(
      { kind: 'partner', userId: jean.userId, partner: soleOwner(jean.userId), contractSigned: true },
      (tx) => tx.selectFrom('lead_comments').selectAll().execute(),
    )
    expect(rows).toEqual([])
  })

  test('partner and staff share one thread, newest first, with their own comments marked', async () => {
    const id = await newLead()
    const first = await say(marie, id, '  Il attend votre appel.\nDemandez Paul.  ')
    expect(first).toMatchObject({ body: 'Il attend votre appel.\nDemandez Paul.', mine: true })
    app.pass(60_000)
    const answer = await say(app.admin, id, '<b>Appelé</b>')
    const summary = ({ author, mine, body }: typeof first) => ({ name: author.name, staff: author.staff, mine, body })
    const { items } = await comments(marie, id)
    expect(items.map(summary)).toEqual([
      { name: 'Passerelle', staff: true, mine: false, body: '<b>Appelé</b>' },
      { name: 'Marie Dupont', staff: false, mine: true, body: 'Il attend votre appel.\nDemandez Paul.' },
    ])
    expect((await comments(app.admin, id)).items.map(({ author, mine }) => [author.staff, mine])).toEqual([
      [true, true],
      [false, false],
    ])
    const page = await comments(marie, id, { limit: 1 })
    expect(page.items.map((each) => each.id)).toEqual([answer.id])
    expect((await comments(marie, id, { limit: 1, cursor: page.nextCursor ?? '' })).items.map((each) => each.id)).toEqual([
      first.id,
    ])
    expect((await timeline(marie, id)).map((entry) => entry.what)).toEqual(['lead.created'])
  })

  test('a comment has 1 to 2000 characters', async () => {
    const id = await newLead()
    const refused = async (body: string) =>
      (await marie.try(leadRoutes.commentOnLead, { params: { id }, body: { body } })).body.detail
    expect(await refused(' \n ')).toBe('Veuillez écrire un message')
    expect(await refused('é'.repeat(2001))).toBe('Le message ne peut pas dépasser 2000 caractères')
    expect((await say(marie, id, '🙂'.repeat(1000))).body).toHaveLength(2000)
  })

  test('comments cannot be changed, removed or written for somebody else', async () => {
    const id = await newLead()
    const { id: commentId } = await say(app.admin, id, 'Appelé')
    const asPartner = { kind: 'partner', userId: marie.userId, partner: soleOwner(marie.userId), contractSigned: true } as const
    const asAdmin = { kind: 'admin', userId: app.admin.userId, rights } as const
    for (const actor of [asPartner, asAdmin]) {
      const { database } = app.portal
      await expect(database.asActor(actor, (tx) => tx.deleteFrom('lead_comments').execute())).rejects.toThrow('permission denied')
      await expect(
        database.asActor(actor, (tx) =>
          tx.updateTable('lead_comments').set({ body: 'Non' }).where('id', '=', commentId).execute(),
        ),
      ).rejects.toThrow('permission denied')
      const forged = { id: commentId.replace(/.$/, 'f'), lead_id: id, author_id: jean.userId, body: 'Moi', created_at: app.now }
      await expect(database.asActor(actor, (tx) => tx.insertInto('lead_comments').values(forged).execute())).rejects.toThrow(
        'row-level security',
      )
    }
  })

  test('comments are deleted with their lead', async () => {
    const id = await newLead()
    await say(marie, id, 'Bonjour')
    await say(app.admin, id, 'Bonjour')
    await marie.call(leadRoutes.deleteLead, { params: { id } })
    const rows = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('lead_comments').select('id').where('lead_id', '=', id).execute(),
    )
    expect(rows).toEqual([])
  })
})
