import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadsOf } from '#test/imports.ts'
import { plainLead } from '#test/lead-samples.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import { programmeForm } from '#test/payout-app.ts'
import { fieldChanges, offerChanges } from '#test/saved-lists.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { leadRoutes } from '../api/leads.ts'

/** A household: a person with a telephone. */
const household = (name: string, phone: string) => ({ name, phone })

describe.each(databaseKinds('full'))('a portal whose clients are households, on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let jean: Client
  beforeAll(async () => {
    ;({ app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean'))
    await change('offerType', { required: false })
    await ofHouseholds()
    await app.admin.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, registrations: true } })
  })
  afterAll(() => app.close())

  const { change, archive, bringBack } = fieldChanges(() => app.admin)
  const ofHouseholds = async () => {
    for (const key of ['company', 'email', 'estimatedAmountCents']) await change(key, { required: false })
    expect((await archive('company')).status).toBe(200)
  }
  const add = (client: Client, body: object) =>
    client.try(leadRoutes.addLead, { body: { name: 'Anne Petit', offerType: 'star', ...body } })
  const added = async (client: Client, body: object) => {
    const answer = await add(client, body)
    expect([answer.status, answer.body.detail]).toEqual([201, undefined])
    return answer.body
  }
  const errorsOf = ({ body }: { body: { fields?: { path: string; message: string }[] } }) =>
    body.fields?.map(({ path, message }) => [path, message])

  test('a lead needs a name, and an e-mail or a telephone', async () => {
    const lead = await added(marie, household('Anne Petit', '06 11 22 33 44'))
    expect(lead).toMatchObject({ name: 'Anne Petit', company: '', email: '', estimatedAmountCents: 0, offerType: 'star' })
    expect(errorsOf(await add(marie, {}))).toEqual([['email', 'Indiquez une adresse e-mail ou un numéro de téléphone.']])
    expect(errorsOf(await add(marie, { name: '', phone: '0611111111' }))).toEqual([
      ['name', 'Le nom doit contenir au moins 2 caractères'],
    ])
    const emptied = await marie.try(leadRoutes.editLead, { params: { id: lead.id }, body: { phone: '' } })
    expect(errorsOf(emptied)?.[0]?.[0]).toBe('email')
    const mailed = { phone: '', email: 'anne@petit.example', estimatedAmountCents: null }
    expect(await marie.call(leadRoutes.editLead, { params: { id: lead.id }, body: mailed })).toMatchObject({
      email: 'anne@petit.example',
      phone: '',
      estimatedAmountCents: 0,
    })
  })

  test('clients without company and e-mail are compared by their telephone, and empty never equals empty', async () => {
    const one = await added(marie, household('Bob Roux', '06 20 00 00 01'))
    const other = await added(jean, household('Bob Noir', '06 20 00 00 02'))
    const again = await added(jean, household('Robert Roux', '+33 (0)6 20 00 00 01'))
    const seen = async (id: string) => (await app.admin.call(leadRoutes.getLead, { params: { id } })).possibleDuplicate?.id
    expect([await seen(one.id), await seen(other.id), await seen(again.id)]).toEqual([undefined, undefined, one.id])
    const look = (query: object) => jean.call(leadRoutes.findDuplicate, { query })
    expect(await look({ phone: '0620000001' })).toMatchObject({ state: 'followed', field: 'phone' })
    expect(await look({ phone: '0620000009' })).toEqual({ exists: false, state: 'free' })
    await jean.call(leadRoutes.editLead, { params: { id: other.id }, body: { phone: '0033 6 20 00 00 01' } })
    expect(await seen(other.id)).toBe(one.id)
  })

  test('between leads that have both, the telephone says nothing', async () => {
    const whole = (email: string, company: string) => ({ ...plainLead, email, company, phone: '06 30 00 00 01' })
    await added(marie, whole('a@whole.example', 'Alpha'))
    const second = await added(jean, whole('b@other.example', 'Beta'))
    expect((await app.admin.call(leadRoutes.getLead, { params: { id: second.id } })).possibleDuplicate).toBeNull()
    const person = await added(jean, household('Cléo Vert', '06 30 00 00 01'))
    expect((await app.admin.call(leadRoutes.getLead, { params: { id: person.id } })).possibleDuplicate).not.toBeNull()
  })

  test('one signs the client first: another lead of the same telephone is not signed', async () => {
    const one = await added(marie, { ...household('Dan Bleu', '06 40 00 00 01'), estimatedAmountCents: 100_000 })
    const other = await added(jean, { ...household('Dan Bleu', '0640000001'), estimatedAmountCents: 100_000 })
    const sign = (client: Client, id: string) =>
      client.try(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    expect((await sign(marie, one.id)).status).toBe(200)
    expect((await sign(jean, other.id)).body.code).toBe('company_held')
  })

  test('a lead is asked for its amount when it is signed, and its commission follows from the answer', async () => {
    const { id } = await added(marie, household('Eva Gris', '06 50 00 00 01'))
    const refused = await marie.try(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    expect([refused.status, refused.body.code, refused.body.fields?.[0]?.path]).toEqual([
      422,
      'stage_asks',
      'estimatedAmountCents',
    ])
    const body = { from: 'nouveau', to: 'signe', estimatedAmountCents: 200_000 }
    const priced = await added(marie, { ...household('Eva Gris', '06 50 00 00 02'), estimatedAmountCents: 100_000 })
    const other = await marie.try(leadRoutes.moveLead, { params: { id: priced.id }, body })
    expect([other.status, other.body.fields?.[0]?.path]).toEqual([422, 'estimatedAmountCents'])
    await marie.call(leadRoutes.moveLead, { params: { id }, body })
    const { items } = await marie.call(commissionRoutes.listCommissions, { query: {} })
    expect(items.find(({ lead }) => lead?.id === id)).toMatchObject({
      revenueCents: 200_000,
      amountCents: 30_000,
      lead: { name: 'Eva Gris', company: '' },
    })
  })

  test('a file says in a sentence what a row lacks, and repeats of a telephone are found', async () => {
    const { check } = leadsOf(app, marie)
    const row = (name: string, cells: object = {}) => ({ name, offer: 'Avancée', ...cells })
    const rows = await check([
      row('Fay Or', { phone: '06 60 00 00 01' }),
      row('Fay Or', { phone: '+33660000001' }),
      row('Gil Or'),
      row('Hal Or', { phone: '06 60 00 00 02', status: 'Signé' }),
      row('Ida Or', { phone: '06 60 00 00 03', status: 'Signé', amount: '1000' }),
      row('Jim Or', { phone: '06 60 00 00 04', amount: 'douze' }),
    ])
    expect(rows.map(({ outcome, messages }) => [outcome, messages[0]?.path, messages[0]?.message])).toEqual([
      ['ready', undefined, undefined],
      ['duplicate', '', expect.any(String)],
      ['refused', 'email', 'Indiquez une adresse e-mail ou un numéro de téléphone.'],
      ['refused', 'amount', 'Un lead signé a besoin de son montant : la commission en est une part.'],
      ['ready', undefined, undefined],
      ['refused', 'amount', 'Montant illisible : « douze »'],
    ])
  })

  test('an offer is taken by itself where there is one, and chosen where there are several', async () => {
    const lead = { ...household('Kim Pré', '06 70 00 00 01'), offerType: '' }
    expect(errorsOf(await add(marie, lead))).toEqual([['offerType', "Veuillez sélectionner un type d'offre"]])
    const { archive, bringBack } = offerChanges(() => app.admin)
    for (const key of ['automation', 'custom']) await archive(key)
    expect((await added(marie, lead)).offerType).toBe('star')
    for (const key of ['automation', 'custom']) await bringBack(key)
  })

  test('what is required of every lead says so as the specification does', async () => {
    await bringBack('company')
    await change('company', { required: true })
    await change('email', { required: true })
    await change('estimatedAmountCents', { required: true })
    expect(errorsOf(await add(marie, { phone: '0611111111' }))).toEqual([
      ['company', 'La société doit contenir au moins 2 caractères'],
      ['email', 'Email invalide'],
      ['estimatedAmountCents', 'Le montant doit être positif'],
    ])
    await ofHouseholds()
  })
})
