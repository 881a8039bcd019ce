import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { introductionRoutes } from '#leads/introductions/api.ts'
import { leadExternalIdRoutes } from '#leads/leads/api/lead-external-ids.ts'
import { type LeadAfter, leadRoutes } from '#leads/leads/api/leads.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadsOf } from '#test/imports.ts'
import { plainLead } from '#test/lead-samples.ts'
import { plainField } from '#test/repeated-fields.ts'
import { fieldChanges } from '#test/saved-lists.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { fieldRoutes, type WrittenField } from '../api/fields.ts'

type Values = Record<string, string | number | boolean | string[] | null>

const option = (key: string, name: string) => ({ key, name, names: {} })
const regions = [option('idf', 'Île-de-France'), option('paca', 'Provence')]
const { offerType: _offer, estimatedAmountCents: _amount, ...contact } = plainLead

describe.each(databaseKinds('full'))('values of fields on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let leads = 0
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    await add('region', { kind: 'choice', name: 'Région', names: { en: 'Region' }, options: regions, onCard: true })
    await add('tags', { kind: 'choices', options: regions })
    await add('budget', { kind: 'amount', inList: true })
    await add('opening', { kind: 'date' })
    await add('urgent', { kind: 'yes_no' })
    await add('siret', { kind: 'siret', searchable: true })
    await add('margin', { kind: 'text', name: 'Marge', partner: 'none', searchable: true, onCard: true })
    await add('origin', { kind: 'text', partner: 'reads' })
  })
  afterAll(() => app.close())

  const fieldList = fieldChanges(() => app.admin)
  const add = (key: string, more: Partial<typeof plainField> = {}) => fieldList.add({ ...plainField, key, name: key, ...more })
  const change = (key: string, more: Partial<WrittenField>, unfit?: 'keep') => fieldList.change(key, more, unfit ? { unfit } : {})
  const leadWith = (fields?: Values) => {
    leads += 1
    return { ...plainLead, company: `Société ${leads}`, email: `c${leads}@client.example`, ...(fields ? { fields } : {}) }
  }
  const tryAdd = (fields?: Values, client = marie) => client.try(leadRoutes.addLead, { body: leadWith(fields) })
  const addLead = async (fields?: Values, client = marie): Promise<LeadAfter> => {
    const { status, body } = await tryAdd(fields, client)
    expect(status).toBe(201)
    return body
  }
  const read = (id: string, client = marie) => client.call(leadRoutes.getLead, { params: { id } })
  const edit = (id: string, body: object, client = marie) => client.try(leadRoutes.editLead, { params: { id }, body })
  const errorsOf = ({ status, body }: { status: number; body: { fields?: { path: string }[] } }) => [
    status,
    ...(body.fields ?? []).map(({ path }) => path),
  ]
  const idsOf = async (query: object, client = marie) =>
    (await client.call(leadRoutes.listLeads, { query })).items.map(({ id }) => id)

  test('values are stored typed, and a change of what was not sent never erases', async () => {
    const { id, fields } = await addLead({
      region: 'idf',
      budget: 120_050,
      urgent: false,
      siret: '732 829 320 00074',
      tags: ['paca', 'idf'],
    })
    const stored = { region: 'idf', budget: 120_050, urgent: false, siret: '73282932000074', tags: ['idf', 'paca'] }
    expect(fields).toEqual(stored)
    await edit(id, { fields: { region: 'paca' } })
    await edit(id, { notes: 'Rappeler' })
    await edit(id, { fields: { urgent: null } })
    const { urgent: _, ...left } = stored
    expect((await read(id)).fields).toEqual({ ...left, region: 'paca' })
    expect((await read((await addLead()).id)).fields).toBeUndefined()
  })

  test('what a field does not take is refused at each field, in a sentence', async () => {
    const refused = await tryAdd({ region: 'bretagne', budget: 1.5, opening: '2026-02-30', siret: '73282932000075', attic: 'x' })
    expect(errorsOf(refused)).toEqual([422, 'fields.region', 'fields.budget', 'fields.opening', 'fields.siret', 'fields.attic'])
    const { id } = await addLead()
    // To a partner a hidden field is one that there is not, and one that is read is not filled in.
    expect(errorsOf(await edit(id, { fields: { margin: 'x' } }))).toEqual([422, 'fields.margin'])
    expect(errorsOf(await edit(id, { fields: { origin: 'x' } }))).toEqual([422, 'fields.origin'])
    expect((await edit(id, { fields: { origin: 'Salon' } }, app.admin)).status).toBe(200)
    expect((await read(id)).fields).toEqual({ origin: 'Salon' })
  })

  test('cards and lists show the fields that are chosen for them, of those that the reader sees', async () => {
    const { id } = await addLead({ region: 'idf', budget: 5_000, urgent: true })
    await edit(id, { fields: { margin: 'forte' } }, app.admin)
    const listed = async (client: Client) => {
      const { pages } = await client.call(leadRoutes.leadBoard, { query: { columns: 'all' } })
      return pages.flatMap(({ items }) => items).find((lead) => lead.id === id)?.fields
    }
    expect(await listed(marie)).toEqual({ region: 'idf', budget: 5_000 })
    expect(await listed(app.admin)).toEqual({ region: 'idf', budget: 5_000, margin: 'forte' })
    const { leads: changed } = await marie.call(leadRoutes.changedLeads, { query: { ids: id } })
    expect(changed[0]?.fields).toEqual({ region: 'idf', budget: 5_000 })
    const { items } = await app.admin.call(leadRoutes.listLeads, { query: { fields: 'all' } })
    expect(items.find((lead) => lead.id === id)?.fields).toEqual({ region: 'idf', budget: 5_000, urgent: true, margin: 'forte' })
  })

  test('a list is filtered by fields: one of several choices, a range, yes or no', async () => {
    const { id: one } = await addLead({
      region: 'idf',
      budget: 1_000,
      opening: '2026-01-31',
      tags: ['idf', 'paca'],
      urgent: true,
    })
    const { id: other } = await addLead({ region: 'paca', budget: 9_000, opening: '2026-12-31', tags: ['paca'], urgent: false })
    await edit(one, { fields: { margin: 'a;b' } }, app.admin)
    const found = async (fieldValues: string, client = marie) =>
      (await idsOf({ fieldValues }, client))
        .filter((id) => id === one || id === other)
        .map((id) => (id === one ? 'one' : 'other'))
    expect(await found('region:idf;budget:..2000')).toEqual(['one'])
    expect(await found('region:idf|paca')).toEqual(['other', 'one'])
    expect(await found('opening:2026-06-01..')).toEqual(['other'])
    expect(await found('tags:idf')).toEqual(['one'])
    expect(await found('urgent:no')).toEqual(['other'])
    expect(await found('margin:a%3Bb', app.admin)).toEqual(['one'])
    for (const fieldValues of ['margin:x', 'nothing:1', 'budget:much', 'region:bretagne']) {
      expect(errorsOf(await marie.try(leadRoutes.listLeads, { query: { fieldValues } }))).toEqual([422, 'fieldValues'])
    }
    const { byStatus } = await marie.call(leadRoutes.leadSummary, { query: { fieldValues: 'urgent:no' } })
    expect(byStatus[0]?.count).toBe((await idsOf({ fieldValues: 'urgent:no' })).length)
  })

  test('a search finds leads by the fields that are searched, and partners by none that they do not see', async () => {
    const { id } = await addLead({ siret: '55208131766522' })
    await edit(id, { fields: { margin: 'Confidentielle' } }, app.admin)
    for (const client of [marie, app.admin]) expect(await idsOf({ search: '55208131766522' }, client)).toEqual([id])
    expect(await idsOf({ search: 'confidentielle' }, app.admin)).toEqual([id])
    expect(await idsOf({ search: 'confidentielle', partnerId: (await read(id)).partner.id }, app.admin)).toEqual([id])
    expect(await idsOf({ search: 'confidentielle' })).toEqual([])
    const { byStatus } = await app.admin.call(leadRoutes.leadSummary, { query: { search: 'confidentielle' } })
    expect(byStatus[0]?.count).toBe(1)
    await change('siret', { searchable: false })
    expect(await idsOf({ search: '55208131766522' })).toEqual([])
    await change('siret', { searchable: true })
    expect(await idsOf({ search: '55208131766522' })).toEqual([id])
  })

  test('the history tells old and new values, and partners nothing of what they do not see', async () => {
    const { id, updatedAt } = await addLead({ region: 'idf' })
    await edit(id, { fields: { margin: 'faible' } }, app.admin)
    const history = async (client: Client) =>
      (await client.call(leadRoutes.leadTimeline, { params: { id }, query: {} })).items.flatMap(
        ({ ownChanges }) => ownChanges ?? [],
      )
    expect([await history(marie), (await read(id)).updatedAt]).toEqual([[], updatedAt])
    await edit(id, { fields: { region: 'paca' } })
    expect(await history(marie)).toEqual([{ key: 'region', before: 'idf', after: 'paca' }])
    expect(await history(app.admin)).toEqual([
      { key: 'region', before: 'idf', after: 'paca' },
      { key: 'margin', before: null, after: 'faible' },
    ])
  })

  test('what is exported is imported again, by labels or by keys', async () => {
    const fields = {
      region: 'idf',
      tags: ['idf', 'paca'],
      budget: 120_050,
      opening: '2026-11-26',
      urgent: true,
      siret: '73282932000074',
    }
    const { id } = await addLead(fields)
    const exported = await marie.send('GET', '/api/leads.csv?fieldValues=opening:2026-11-26')
    const [titles = [], row = []] = Papa.parse<string[]>(exported.body, { delimiter: ';' }).data
    expect(titles).not.toContain('Marge')
    const cells = Object.fromEntries(
      ['Région', 'tags', 'budget', 'opening', 'urgent', 'siret'].map((title) => [title, row[titles.indexOf(title)] ?? '']),
    )
    await marie.call(leadRoutes.deleteLead, { params: { id } })
    const sent = (named: object) => {
      leads += 1
      return {
        ...contact,
        company: `Fichier ${leads}`,
        email: `f${leads}@client.example`,
        amount: '1000',
        offer: 'star',
        partner: '',
        status: '',
        fields: named,
      }
    }
    const { Région: region = '', ...others } = cells
    const byKey = { region, ...others }
    const rows = await leadsOf(app, marie).add([sent(cells), sent(byKey)])
    expect(rows.map(({ outcome, messages }) => [outcome, messages])).toEqual([
      ['imported', []],
      ['imported', []],
    ])
    const { items } = await marie.call(leadRoutes.listLeads, { query: { fields: 'all', fieldValues: 'opening:2026-11-26' } })
    expect(items.map((lead) => lead.fields)).toEqual([fields, fields])
    const bad = await leadsOf(app, marie).check([sent({ budget: 'beaucoup', Marge: 'x' }), sent({ region: 'Bretagne' })])
    expect(bad.map(({ messages }) => messages.map(({ path }) => path))).toEqual([
      ['fields.budget', 'fields.Marge'],
      ['fields.region'],
    ])
    const byStaff = await app.admin.send('GET', '/api/leads.csv')
    expect(byStaff.body.split('\n')[0]).toContain('Marge')
  })

  test('a program fills in fields of a lead by its external id', async () => {
    const put = (fields: Values) =>
      app.admin.try(leadExternalIdRoutes.upsertLead, {
        params: { externalId: 'crm-1' },
        body: { ...leadWith(), partnerId: marieId, fields },
      })
    const marieId = (await addLead()).partner.id
    expect((await put({ region: 'idf', margin: 'forte' })).body.lead.fields).toEqual({ region: 'idf', margin: 'forte' })
    expect((await put({ margin: null })).body.lead.fields).toEqual({ region: 'idf' })
  })

  test('a field is required from the beginning or from a stage on, and not emptied after', async () => {
    const { id } = await addLead()
    await change('opening', { required: true, requiredFrom: 'call_effectue' })
    const move = (to: string, from = 'nouveau') => marie.try(leadRoutes.moveLead, { params: { id }, body: { from, to } })
    expect((await move('premier_contact')).status).toBe(200)
    const refused = await move('call_effectue', 'premier_contact')
    expect([refused.body.code, ...errorsOf(refused)]).toEqual(['stage_asks', 422, 'fields.opening'])
    await edit(id, { fields: { opening: '2026-05-01' } })
    expect((await move('call_effectue', 'premier_contact')).status).toBe(200)
    expect(errorsOf(await edit(id, { fields: { opening: null } }))).toEqual([422, 'fields.opening'])
    await change('opening', { required: true, requiredFrom: null })
    expect(errorsOf(await tryAdd({ region: 'idf' }))).toEqual([422, 'fields.opening'])
    await change('opening', { required: false })
    await change('phone', { required: true })
    expect(errorsOf(await tryAdd())).toEqual([422, 'phone'])
    await change('phone', { required: false })
  })

  test('a client fills in the fields of the form behind a link', async () => {
    await change('region', { onIntroductions: true, required: true })
    await change('margin', { onIntroductions: true })
    await marie.call(introductionRoutes.makeIntroductionLink, {})
    const { link } = await marie.call(introductionRoutes.getIntroductionLink, {})
    const token = link?.url.split('/').at(-1) ?? ''
    const client = app.anonymous()
    const { fields, formToken } = await client.call(introductionRoutes.openIntroduction, { body: { token } })
    expect(fields.map(({ key, required }) => [key, required])).toEqual([
      ['region', true],
      ['margin', false],
    ])
    app.pass(60_000)
    const leave = (values: Values, email = 'anne@client.example') =>
      client.try(introductionRoutes.leaveDetails, {
        body: { token, formToken, name: 'Anne Petit', company: 'Petit SARL', email, phone: '', consent: true, fields: values },
      })
    expect(errorsOf(await leave({ budget: 1 }))).toEqual([422, 'fields.budget'])
    expect(errorsOf(await leave({ margin: 'x' }))).toEqual([422, 'fields.region'])
    expect((await leave({ region: 'paca', margin: 'du client' })).status).toBe(202)
    const [id = ''] = await idsOf({ search: 'Petit SARL' })
    expect((await read(id)).fields).toEqual({ region: 'paca' })
    expect((await read(id, app.admin)).fields).toEqual({ region: 'paca', margin: 'du client' })
    await change('region', { onIntroductions: false, required: false })
    await change('margin', { onIntroductions: false })
  })

  test('values move when a field is hidden from partners, and when it is shown again', async () => {
    const { id } = await addLead({ siret: '73282932000074' })
    await change('siret', { partner: 'none' })
    expect((await read(id)).fields).toBeUndefined()
    expect((await read(id, app.admin)).fields).toEqual({ siret: '73282932000074' })
    expect(await idsOf({ search: '73282932000074' })).toEqual([])
    expect(await idsOf({ search: '73282932000074' }, app.admin)).toContain(id)
    const { items } = await marie.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
    expect(JSON.stringify(items)).not.toContain('73282932000074')
    await change('siret', { partner: 'edits' })
    expect((await read(id)).fields).toEqual({ siret: '73282932000074' })
    expect(await idsOf({ search: '73282932000074' })).toContain(id)
  })

  test('a changed kind never loses values: what does not fit is shown before, and kept as text', async () => {
    await add('size', { kind: 'text', name: 'Taille' })
    const values = ['12', '1 234,5', 'grande']
    const ids: string[] = []
    for (const size of values) ids.push((await addLead({ size })).id)
    const { body: tried } = await fieldList.change('size', { kind: 'number' }, { unfit: 'keep', dryRun: true })
    expect(tried.converted).toMatchObject([{ key: 'size', values: 3, unfit: 1, items: [{ leadId: ids[2], value: 'grande' }] }])
    const refused = await change('size', { kind: 'number' })
    expect([refused.status, refused.body.code]).toEqual([409, 'field_values_unfit'])
    expect((await read(ids[0] ?? '')).fields).toEqual({ size: '12' })
    expect((await change('size', { kind: 'number' }, 'keep')).status).toBe(200)
    const kept: unknown[] = []
    for (const id of ids) kept.push((await read(id)).fields)
    expect(kept).toEqual([{ size: 12 }, { size: 1234.5 }, { size_text: 'grande' }])
    const { fields } = await app.admin.call(fieldRoutes.listFields, {})
    expect(fields.find(({ key }) => key === 'size_text')).toMatchObject({ name: 'Taille', kind: 'long_text', isUsed: true })
    expect(fields.find(({ key }) => key === 'size_text')?.archivedAt).not.toBeNull()
    // A choice that is taken away is treated in the same way.
    await add('places', { kind: 'choices', options: regions })
    const { id } = await addLead({ places: ['idf', 'paca'] })
    expect((await change('places', { options: regions.slice(0, 1) })).body.code).toBe('field_values_unfit')
    expect((await change('places', { options: regions.slice(0, 1) }, 'keep')).status).toBe(200)
    expect((await read(id)).fields).toEqual({ places_text: 'Île-de-France, Provence' })
  })

  test('a used field is archived, its values stay readable, and nobody fills it in', async () => {
    const { id } = await addLead({ urgent: true })
    expect((await fieldList.remove('urgent')).body.code).toBe('field_in_use')
    await fieldList.archive('urgent')
    expect((await read(id)).fields).toEqual({ urgent: true })
    expect(errorsOf(await tryAdd({ urgent: true }))).toEqual([422, 'fields.urgent'])
    await fieldList.bringBack('urgent')
  })

  test('the system reads the same values as staff', async () => {
    const { id } = await addLead()
    await edit(id, { fields: { margin: 'moyenne' } }, app.admin)
    const found = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('lead_staff_fields').select('lead_id').where('search_text', '<>', '').execute(),
    )
    expect(found).toContainEqual({ lead_id: id })
  })
})
