import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { leadExternalIdRoutes } from '../api/lead-external-ids.ts'
import { leadRoutes } from '../api/leads.ts'

const lead = {
  name: 'Paul',
  company: 'Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 100_000,
  offerType: 'star' as const,
}

describe.each(databaseKinds())('external ids on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let crm: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr')
    crm = await app.newProgram(['leads:read', 'leads:write', 'partners:read', 'partners:write'])
  })
  afterAll(() => app.close())

  const put = (externalId: string, body: object) =>
    crm.try(leadExternalIdRoutes.upsertLead, { params: { externalId }, body: body as never })
  const eventsOf = async (id: string) => {
    const { rows } = await app.portal.database.asOwner((run) =>
      run('select name from events where subject_id = $1 order by seq', [id]),
    )
    return rows.map(({ name }) => name)
  }

  test('a lead is added once under its id, whatever characters that has, and then changed', async () => {
    const id = `a/b?c#d é${'ü'.repeat(190)}`
    const missing = await put(id, { name: 'Paul', partnerId: marie.userId })
    expect([missing.status, missing.body.fields.map(({ path }) => path)]).toEqual([
      422,
      ['company', 'email', 'estimatedAmountCents', 'offerType'],
    ])
    const answers = await Promise.all([1, 2, 3].map(() => put(id, { ...lead, partnerId: marie.userId })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.lead.id)).size).toBe(1)
    const read = await crm.call(leadExternalIdRoutes.getLeadByExternalId, { params: { externalId: id } })
    expect(read).toMatchObject({ ...lead, externalId: id, status: 'nouveau' })
    const changed = await put(id, { notes: 'Rappeler', status: 'premier_contact' })
    expect(changed.body).toMatchObject({ created: false, lead: { notes: 'Rappeler', phone: '', status: 'premier_contact' } })
    expect(await eventsOf(read.id)).toEqual(['lead.created', 'lead.external_id_changed', 'lead.changed', 'lead.moved'])
    // The same again changes nothing.
    await put(id, { notes: 'Rappeler', status: 'premier_contact' })
    expect(await eventsOf(read.id)).toHaveLength(4)
    const csv = await app.admin.send('GET', '/api/leads.csv')
    expect(csv.body.split('\n')[0]).toContain('External id')
    expect(csv.body).toContain(id)
  })

  test('the rules of leads hold: duplicates are marked, settled leads stay, partners keep their leads', async () => {
    const first = await put('rules-1', { ...lead, company: 'Martin', email: 'a@martin.example', partnerId: marie.userId })
    const second = await put('rules-2', { ...lead, company: 'Martin', email: 'b@martin.example', partnerId: marie.userId })
    expect(second.body.lead.possibleDuplicate?.id).toBe(first.body.lead.id)
    const paul = await app.newPartner('paul@exemple.fr', 'Paul Autre')
    const other = await put('rules-1', { partnerId: paul.userId, name: 'Autre' })
    expect([other.status, other.body.code]).toEqual([409, 'lead_of_other_partner'])
    expect((await crm.call(leadRoutes.getLead, { params: { id: first.body.lead.id } })).name).toBe('Paul')
    expect((await put('rules-1', { status: 'signe', estimatedAmountCents: 200_000 })).status).toBe(200)
    const { commission } = await crm.call(leadRoutes.getLead, { params: { id: first.body.lead.id } })
    expect(commission?.revenueCents).toBe(200_000)
    const { items } = await app.admin.call(commissionRoutes.listCommissions, { query: { partnerId: marie.userId } })
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: items[0]?.id ?? '' } })
    const settled = await put('rules-1', { status: 'nouveau', notes: 'Perdu' })
    expect([settled.status, settled.body.code]).toEqual([409, 'lead_has_settled_commission'])
    // All of it or nothing.
    expect((await crm.call(leadRoutes.getLead, { params: { id: first.body.lead.id } })).notes).toBe('')
  })

  const setId = (id: string, externalId: string | null) =>
    crm.try(leadExternalIdRoutes.setLeadExternalId, { params: { id }, body: { externalId } })

  test('a lead that a partner registered gets its id afterwards, which the partner does not see', async () => {
    const { id } = await marie.call(leadRoutes.addLead, { body: lead })
    expect((await setId(id, 'deal-7')).body.externalId).toBe('deal-7')
    expect((await marie.call(leadRoutes.getLead, { params: { id } })).externalId).toBeNull()
    expect((await marie.send('GET', '/api/leads.csv')).body).not.toContain('deal-7')
    expect((await marie.try(leadExternalIdRoutes.getLeadByExternalId, { params: { externalId: 'deal-7' } })).status).toBe(403)
  })

  test('an id is taken until it is removed from its lead', async () => {
    const { id } = await marie.call(leadRoutes.addLead, { body: lead })
    const other = await marie.call(leadRoutes.addLead, { body: lead })
    expect((await setId(id, 'deal-8')).status).toBe(200)
    const taken = await setId(other.id, 'deal-8')
    expect([taken.status, taken.body.code]).toEqual([409, 'external_id_taken'])
    expect((await setId(id, null)).body.externalId).toBeNull()
    expect((await crm.try(leadExternalIdRoutes.getLeadByExternalId, { params: { externalId: 'deal-8' } })).status).toBe(404)
    expect((await setId(id, 'x'.repeat(201))).status).toBe(422)
  })

  test('a partner is invited once under their id, and keeps what is theirs', async () => {
    const upsert = (externalId: string, fullName: string, email: string) =>
      crm.try(partnerRoutes.upsertPartner, { params: { externalId }, body: { fullName, email } })
    const invited = await Promise.all([1, 2].map(() => upsert('contact-1', 'Zoé Neuve', 'zoe@exemple.fr')))
    expect(invited.map(({ status }) => status)).toEqual([200, 200])
    expect(invited.filter(({ body }) => body.created)).toHaveLength(1)
    expect(invited[0]?.body.partner).toMatchObject({ role: 'partner', state: 'invited', externalId: 'contact-1' })
    const renamed = await upsert('contact-1', 'Zoé Nouvelle', 'ailleurs@exemple.fr')
    expect(renamed.body).toMatchObject({ created: false, kept: ['email'], partner: { fullName: 'Zoé Nouvelle' } })
    const joined = await upsert('contact-2', 'Marie Renommée', 'Marie@exemple.fr')
    expect(joined.body).toMatchObject({
      created: false,
      kept: ['fullName'],
      partner: { id: marie.userId, fullName: 'Marie Dupont' },
    })
    const partner = await crm.call(partnerRoutes.getPartnerByExternalId, { params: { externalId: 'contact-2' } })
    expect(partner.id).toBe(marie.userId)
    const byPartner = await put('by-partner', { ...lead, partnerExternalId: 'contact-2' })
    expect(byPartner.body.lead.partner.id).toBe(marie.userId)
    expect((await put('nobody', { ...lead, partnerExternalId: 'contact-9' })).body.code).toBe('not_found')
    expect((await upsert('contact-3', 'Marie', 'marie@exemple.fr')).body.code).toBe('external_id_taken')
    expect((await upsert('contact-4', 'Ada', 'admin@acme.example')).body.code).toBe('email_taken')
    const csv = await app.admin.send('GET', '/api/partners.csv')
    expect(csv.body).toContain('contact-2')
    const deletedPartner = await app.newPerson('gone@exemple.fr', 'partner', 'Guy Parti')
    const params = { id: deletedPartner.userId }
    await crm.call(partnerRoutes.setPartnerExternalId, { params, body: { externalId: 'contact-5' } })
    await app.admin.call(partnerRoutes.deletePartner, { params, query: {} })
    expect((await upsert('contact-5', 'Guy', 'guy@exemple.fr')).body.code).toBe('partner_not_active')
  })
})
