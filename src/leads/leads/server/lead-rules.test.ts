import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { importRoutes } from '#imports/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { type LeadInput, leadRoutes } from '../api/leads.ts'

const form = { ...plainLead, estimatedAmountCents: 1_000_000 }
const nobody = '01900000-0000-7000-8000-000000000000'

describe.each(databaseKinds())('the rules of leads on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    ;({ app, marie } = await openWithPartners(databaseKind, 'marie'))
  })
  afterAll(() => app.close())

  const eventsOf = (subject: string) =>
    app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select(['name', 'before', 'after']).where('subject_id', '=', subject).orderBy('seq').execute(),
    )
  const add = async (fields: Partial<LeadInput> = {}) =>
    (await marie.call(leadRoutes.addLead, { body: { ...form, ...fields } })).id
  const sign = (id: string) => marie.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
  const commissionOf = async (leadId: string) => {
    const { items } = await app.admin.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    return items.find((each) => each.lead?.id === leadId)
  }

  test('staff assign a lead to an active or invited partner, and to nobody else', async () => {
    const without = await app.admin.try(leadRoutes.addLead, { body: form })
    expect([without.status, without.body.code, without.body.fields]).toEqual([
      422,
      'partner_required',
      [{ path: 'partnerId', message: 'Please fill in all required fields' }],
    ])
    const deletedPartner = await app.newPartner('gone@exemple.fr')
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: deletedPartner.userId }, query: {} })
    for (const partnerId of [nobody, app.admin.userId, deletedPartner.userId]) {
      const { body } = await app.admin.try(leadRoutes.addLead, { body: { ...form, partnerId } })
      expect([body.code, body.fields[0]?.path]).toEqual(['partner_not_active', 'partnerId'])
    }
    const invited = await app.admin.call(partnerRoutes.invite, {
      body: { email: 'invited@exemple.fr', fullName: 'Ines Invitee', role: 'partner' },
    })
    const lead = await app.admin.call(leadRoutes.addLead, { body: { ...form, partnerId: invited.id } })
    expect(lead).toMatchObject({ status: 'nouveau', partner: { id: invited.id, name: 'Ines Invitee', deleted: false } })
  })

  test('an edit changes the given fields and records the difference, or nothing', async () => {
    const id = await add()
    app.pass(60_000)
    const edited = await marie.call(leadRoutes.editLead, { params: { id }, body: { notes: 'Rappeler lundi', name: form.name } })
    expect(edited).toMatchObject({ ...form, notes: 'Rappeler lundi', updatedAt: app.now.toISOString() })
    app.pass(60_000)
    const again = await marie.call(leadRoutes.editLead, { params: { id }, body: { notes: 'Rappeler lundi' } })
    expect(again.updatedAt).toBe(edited.updatedAt)
    expect((await eventsOf(id)).slice(1)).toEqual([
      { name: 'lead.changed', before: { notes: '' }, after: { notes: 'Rappeler lundi' } },
    ])
  })

  test('a changed amount of a signed lead leaves its commission frozen', async () => {
    const id = await add()
    await sign(id)
    await marie.call(leadRoutes.editLead, { params: { id }, body: { estimatedAmountCents: 9_000_000 } })
    expect(await commissionOf(id)).toMatchObject({ revenueCents: 1_000_000, amountCents: 150_000 })
  })

  test('a move to the current column changes and records nothing', async () => {
    const id = await add()
    app.pass(60_000)
    const { updatedAt, createdAt } = await marie.call(leadRoutes.moveLead, {
      params: { id },
      body: { from: 'nouveau', to: 'nouveau' },
    })
    expect(updatedAt).toBe(createdAt)
    expect((await eventsOf(id)).map((each) => each.name)).toEqual(['lead.created'])
  })

  test('a lead that returns to signe gets a new commission at the current rate', async () => {
    const id = await add({ estimatedAmountCents: 10_001 })
    await sign(id)
    const first = await commissionOf(id)
    await marie.call(leadRoutes.moveLead, { params: { id }, body: { from: 'signe', to: 'nouveau' } })
    await sign(id)
    const second = await commissionOf(id)
    expect(second?.id).not.toBe(first?.id)
    expect(second).toMatchObject({ status: 'en_attente', amountCents: 1500 })
    expect((await eventsOf(first?.id ?? '')).map((each) => [each.name, each.after?.reason])).toEqual([
      ['commission.created', undefined],
      ['commission.removed', 'moved'],
    ])
  })

  test('omitted fields stay unchanged, emptied ones are empty', async () => {
    const full = { phone: '06 12 34 56 78', website: 'https://bernard.example', notes: 'Recommandé par son expert-comptable.' }
    const id = await add(full)
    expect(await marie.call(leadRoutes.editLead, { params: { id }, body: { name: 'Paule Bernard' } })).toMatchObject(full)
    const emptied = await marie.call(leadRoutes.editLead, { params: { id }, body: { phone: '', website: '' } })
    expect(emptied).toMatchObject({ name: 'Paule Bernard', phone: '', website: '', notes: full.notes })
    const changed = (await eventsOf(id)).slice(1).map((each) => each.after)
    expect(changed).toEqual([{ name: 'Paule Bernard' }, { phone: '', website: '' }])
  })

  test('a pending commission is deleted with its lead', async () => {
    const id = await add()
    await sign(id)
    const commission = await commissionOf(id)
    await marie.call(leadRoutes.deleteLead, { params: { id } })
    expect(await commissionOf(id)).toBeUndefined()
    expect((await eventsOf(commission?.id ?? '')).at(-1)).toMatchObject({
      name: 'commission.removed',
      after: { reason: 'deleted' },
    })
    expect((await marie.try(leadRoutes.deleteLead, { params: { id } })).body.code).toBe('not_found')
  })

  test('a search ignores case and accents, has no wildcards, and counts its results', async () => {
    const id = await add({ name: 'Éloïse Lefèvre', company: 'Crêperie 100%_Bio', email: 'eloise@creperie.example' })
    const namesMatching = async (search: string, more: object = {}) => {
      const { items } = await app.admin.call(leadRoutes.listLeads, { query: { search, ...more } })
      const { byStatus: columns } = await app.admin.call(leadRoutes.leadSummary, { query: { search } })
      if (Object.keys(more).length === 0) expect(columns.reduce((sum, each) => sum + each.count, 0)).toBe(items.length)
      return items.map((each) => each.id)
    }
    for (const search of ['ELOISE', 'lefevre', 'Éloïse L', 'creperie', ' crêperie ', '100%_b', 'ise@crep']) {
      expect([search, await namesMatching(search)]).toEqual([search, [id]])
    }
    for (const search of ['1%b', 'elo_se', '100\\%']) expect([search, await namesMatching(search)]).toEqual([search, []])
    expect(await namesMatching('eloise', { status: 'nouveau', partnerId: marie.userId })).toEqual([id])
    expect(await namesMatching('eloise', { status: 'refuse' })).toEqual([])
    expect(await namesMatching('eloise', { partnerId: nobody })).toEqual([])
  })

  test('leads, comments and lead files are rate-limited by kind and by person', async () => {
    const many = await app.newPartner('many@exemple.fr')
    const { id } = await many.call(leadRoutes.addLead, { body: form })
    const comment = (client: Client) => client.try(leadRoutes.commentOnLead, { params: { id }, body: { body: 'Bonjour' } })
    const lead = (client: Client) => client.try(leadRoutes.addLead, { body: form })
    const begin = { kind: 'leads' as const, fileName: 'a.csv', fileHash: '0'.repeat(64), rowCount: 1 }
    const file = (client: Client) => client.try(importRoutes.beginImport, { body: begin })
    expect([(await comment(many)).status, (await file(many)).status]).toEqual([201, 200])
    // Sets the counter of this window as if the person had made `count` requests.
    const used = (count: number) => app.portal.database.asOwner((run) => run(`update auth.rate_limits set count = ${count}`))
    for (const [count, what] of [
      [300, lead],
      [300, comment],
      [60, file],
    ] as const) {
      await used(count)
      const refused = await what(many)
      expect([refused.status, refused.body.code, Number(refused.headers['retry-after']) > 0]).toEqual([
        429,
        'too_many_requests',
        true,
      ])
      expect(refused.body.detail).toContain('Trop d’ajouts en peu de temps')
      await used(count - 1)
      expect((await what(many)).status).toBeLessThan(300)
      expect((await lead(marie)).status).toBe(201)
    }
    app.pass(3_600_000)
    expect((await lead(many)).status).toBe(201)
  })

  test('an invalid cursor is refused, whatever its content', async () => {
    const forged = [`${'-'.repeat(36)}|1`, `${nobody}|`, `${nobody}|2026-01-01`, `${nobody}|${'9'.repeat(17)}`, '|']
    for (const cursor of forged.map((text) => Buffer.from(text).toString('base64url'))) {
      expect((await marie.try(leadRoutes.listLeads, { query: { cursor } })).status).toBe(422)
    }
  })
})
