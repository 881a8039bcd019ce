import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { leadSettingsRoutes } from '#leads/lead-settings/api.ts'
import { leadExternalIdRoutes } from '#leads/leads/api/lead-external-ids.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { Language } from '#platform/domain/languages.ts'
import { databaseKinds } from '#test/databases.ts'
import { defaultOffers } from '#test/default-offers.ts'
import { leadsOf } from '#test/imports.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { offerChanges } from '#test/saved-lists.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { type EditedOffer, offerRoutes, type WrittenOffer } from '../api/offers.ts'
import type { OfferDraft } from '../domain/offer-draft.ts'

const audit: OfferDraft = {
  name: 'Audit énergétique',
  names: { en: 'Energy audit' },
  staffName: 'Audit',
  staffNames: {},
  description: 'Un jour sur place, un rapport.',
  descriptions: { en: 'A day on site, a report.' },
  suggestedCents: 250_000,
  leastCents: 200_000,
  mostCents: 400_000,
  onIntroductions: false,
}

describe.each(databaseKinds('full'))('offers on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
  })
  afterAll(() => app.close())

  const read = (client: Client) => client.call(leadSettingsRoutes.leadSettings, {})
  const namesOf = async (client: Client) => (await read(client)).offers.map(({ name }) => name)
  const choose = (client: Client, language: Language | null) => client.call(accountRoutes.chooseLanguage, { body: { language } })
  const edited = async (key: string): Promise<EditedOffer> => {
    const { offers } = await app.admin.call(offerRoutes.listOffers, {})
    const offer = offers.find((each) => each.key === key)
    if (!offer) throw new Error(`there is no offer ${key}`)
    return offer
  }
  const { read: list, save, change, archive, bringBack, remove, ...changes } = offerChanges(() => app.admin)
  const add = (key: string, draft: object = {}) => changes.add({ ...audit, key, ...draft })
  const lead = (offerType: string) => {
    const number = Math.random().toString(36).slice(2)
    return { ...plainLead, company: `Société ${number}`, email: `${number}@client.example`, offerType }
  }
  const take = (offerType: string, client = marie) => client.try(leadRoutes.addLead, { body: lead(offerType) })
  const eventsOf = (name: 'offer.changed' | 'offer.added' | 'offers.reordered') =>
    app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select(['audience', 'before', 'after']).where('name', '=', name).orderBy('seq').execute(),
    )

  test('partners see an offer with its price, staff see Essentielle, Avancée, Sur mesure', async () => {
    expect(await namesOf(marie)).toEqual(['Automation simple 3-5K€', 'Star 8-12K€', 'Custom 30-50K€'])
    expect(await namesOf(app.admin)).toEqual(['Essentielle', 'Avancée', 'Sur mesure'])
    const { offers } = await read(app.admin)
    expect(offers.map(({ key, nameLanguage }) => [key, nameLanguage])).toEqual([
      ['automation', 'fr'],
      ['star', 'fr'],
      ['custom', 'fr'],
    ])
    const stored = (await app.admin.call(offerRoutes.listOffers, {})).offers
    expect(stored).toMatchObject(
      defaultOffers.map((offer) => ({ ...offer, isUsed: false, archivedAt: null, onIntroductions: false })),
    )
  })

  test('each language has its names', async () => {
    await choose(marie, 'en')
    await choose(app.admin, 'en')
    expect(await namesOf(marie)).toEqual(['Simple automation €3-5K', 'Star €8-12K', 'Custom €30-50K'])
    expect(await namesOf(app.admin)).toEqual(['Essential', 'Advanced', 'Bespoke'])
    expect((await read(marie)).offers.every(({ nameLanguage }) => nameLanguage === null)).toBe(true)
    await choose(app.admin, 'fr')
    expect(await namesOf(app.admin)).toEqual(['Essentielle', 'Avancée', 'Sur mesure'])
    await choose(marie, null)
    await choose(app.admin, null)
  })

  test('an offer that staff add is taken by a partner at once, and its words are told in each language', async () => {
    expect((await take('audit')).body).toMatchObject({ code: 'invalid_input', fields: [{ path: 'offerType' }] })
    expect((await add('audit')).status).toBe(200)
    const { offers } = await read(marie)
    expect(offers.at(-1)).toEqual({
      key: 'audit',
      name: 'Audit énergétique',
      nameLanguage: null,
      description: 'Un jour sur place, un rapport.',
      proposedCents: 250_000,
      isSuggested: true,
      leastCents: 200_000,
      mostCents: 400_000,
      isOpen: true,
    })
    expect((await take('audit')).body).toMatchObject({ offerType: 'audit' })
    expect(await eventsOf('offer.added')).toMatchObject([
      { audience: 'everyone', before: null, after: { key: 'audit', ...audit } },
    ])
    const program = await app.newProgram(['leads:read'])
    expect((await read(program)).offers.map(({ key }) => key)).toEqual(['automation', 'star', 'custom', 'audit'])
  })

  test('a renamed offer is read everywhere by its new name, and older leads say what it was called', async () => {
    const before = (await take('audit')).body
    expect(before.offerThen).toBeUndefined()
    expect((await change('audit', { name: 'Bilan énergétique', names: { en: 'Energy review' } })).status).toBe(200)
    const after = (await take('audit')).body
    const look = async (id: string, client = marie) => (await client.call(leadRoutes.getLead, { params: { id } })).offerThen
    expect([await look(before.id), await look(after.id)]).toEqual(['Audit énergétique', undefined])
    // What staff call it has not changed.
    expect(await look(before.id, app.admin)).toBeUndefined()
    await choose(marie, 'en')
    expect(await look(before.id)).toBe('Energy audit')
    await choose(marie, null)
    const csv = (await marie.send('GET', '/api/leads.csv')).body.split('\r\n')
    expect(csv[0]).toMatch(/;Offre à l’époque;Sans mouvement depuis$/)
    expect(csv.find((line) => line.includes(before.company))).toMatch(/Bilan énergétique.*;Audit énergétique;$/)
    expect(csv.find((line) => line.includes(after.company))).toMatch(/Bilan énergétique.*;;$/)
    await marie.call(leadRoutes.editLead, { params: { id: before.id }, body: { notes: 'Rappeler' } })
    expect(await look(before.id)).toBe('Audit énergétique')
  })

  test('a change tells what was before, and one that builds on older values is refused', async () => {
    const expected = await list()
    const withAudit = (draft: Partial<WrittenOffer>) =>
      expected.map((offer) => (offer.key === 'audit' ? { ...offer, ...draft } : offer))
    expect((await change('audit', { suggestedCents: 300_000 })).status).toBe(200)
    const saved = (offers: WrittenOffer[], dryRun = false) =>
      app.admin.try(offerRoutes.saveOffers, { body: { offers, expected, dryRun } })
    const refused = await saved(withAudit({ description: 'Deux jours' }))
    expect([refused.body.code, refused.body.detail]).toEqual([
      'offers_changed_meanwhile',
      'Somebody else has just changed the same: Audit. Look at it, then try again.',
    ])
    expect((await change('audit', {})).status).toBe(200)
    const events = await eventsOf('offer.changed')
    expect(events.at(-1)).toMatchObject({ before: { key: 'audit', suggestedCents: 250_000 }, after: { suggestedCents: 300_000 } })
    // Whoever changes another one meanwhile, or tries a change, takes nothing back.
    const [first, ...others] = expected
    const renamed = { ...(first as WrittenOffer), description: 'Autre texte' }
    expect((await saved([renamed, ...others], true)).body.offers[0]?.description).toBe('Autre texte')
    expect((await list())[0]?.description).toBe(first?.description)
    expect((await saved([renamed, ...others])).status).toBe(200)
    const now = await list()
    expect([now[0]?.description, now.find(({ key }) => key === 'audit')?.suggestedCents]).toEqual(['Autre texte', 300_000])
    expect((await save(() => expected)).status).toBe(200)
    expect((await eventsOf('offer.changed')).length).toBe(events.length + 3)
  })

  test('what an offer lacks is said at its field', async () => {
    const errorsOf = async (draft: object, key = 'bilan') => {
      const { status, body } = await add(key, draft)
      return [status, ...body.fields.map(({ path }) => path.replace(/^offers\.\d+\./, ''))]
    }
    expect(await errorsOf({}, 'audit')).toEqual([422, 'key'])
    expect(await errorsOf({}, 'Audit 2')).toEqual([422, 'key'])
    expect(await errorsOf({ name: ' ' })).toEqual([422, 'name'])
    expect(await errorsOf({ staffName: '' })).toEqual([422, 'staffName'])
    expect(await errorsOf({ name: 'x'.repeat(61) })).toEqual([422, 'name'])
    expect(await errorsOf({ leastCents: 500_000 })).toEqual([422, 'mostCents'])
    expect(await errorsOf({ mostCents: null })).toEqual([422, 'mostCents'])
    expect(await errorsOf({ suggestedCents: 100 })).toEqual([422, 'suggestedCents'])
    expect(await errorsOf({ names: { en: 'x'.repeat(61) } })).toEqual([422, 'names.en'])
  })

  test('one that is archived stays on its leads, and no new lead takes it until it is back', async () => {
    const { id } = (await take('audit')).body
    await archive('audit')
    expect((await read(marie)).offers.find(({ key }) => key === 'audit')?.isOpen).toBe(false)
    const refused = await take('audit')
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      [{ path: 'offerType', message: 'Cette offre n’est plus proposée : choisissez-en une autre.' }],
    ])
    const moved = await marie.try(leadRoutes.editLead, { params: { id }, body: { notes: 'Toujours là', offerType: 'audit' } })
    expect([moved.status, moved.body.offerType]).toEqual([200, 'audit'])
    const other = (await take('star')).body
    expect((await marie.try(leadRoutes.editLead, { params: { id: other.id }, body: { offerType: 'audit' } })).status).toBe(422)
    await bringBack('audit')
    expect((await take('audit')).status).toBe(201)
  })

  test('the last open offer is not archived', async () => {
    const others = ['automation', 'star', 'custom']
    for (const key of others) expect((await archive(key)).status).toBe(200)
    expect((await archive('audit')).body.code).toBe('last_open_offer')
    for (const key of others) await bringBack(key)
  })

  test('one that a lead has had is not deleted, even when the lead is gone; another one is', async () => {
    await add('essai')
    expect((await remove('essai')).status).toBe(200)
    expect((await list()).map(({ key }) => key)).not.toContain('essai')
    await add('essai')
    const { id } = (await take('essai')).body
    await marie.call(leadRoutes.deleteLead, { params: { id } })
    expect((await remove('essai')).body.code).toBe('offer_in_use')
    expect((await edited('essai')).isUsed).toBe(true)
    await archive('essai')
  })

  test('the order is that of the list, and one that builds on an older order is refused', async () => {
    const expected = (await read(marie)).offers.map(({ key }) => key)
    const keys = ['audit', ...expected.filter((key) => key !== 'audit')]
    const stored = await list()
    const inOrderOf = (order: readonly string[]) => order.flatMap((key) => stored.find((offer) => offer.key === key) ?? [])
    const order = (order: readonly string[], before: readonly string[]) =>
      app.admin.try(offerRoutes.saveOffers, { body: { offers: inOrderOf(order), expected: inOrderOf(before) } })
    expect((await order(keys, expected)).status).toBe(200)
    expect((await read(marie)).offers.map(({ key }) => key)).toEqual(keys)
    const other = keys.toReversed()
    expect((await order(other, expected)).body.code).toBe('offers_changed_meanwhile')
    expect(await eventsOf('offers.reordered')).toMatchObject([{ before: { keys: expected }, after: { keys } }])
    expect((await order(expected, keys)).status).toBe(200)
  })

  test('a list of one offer has its leads alone, in the columns’ sums too', async () => {
    const { items } = await marie.call(leadRoutes.listLeads, { query: { offer: 'audit' } })
    expect(items.length).toBeGreaterThan(2)
    expect(new Set(items.map(({ offerType }) => offerType))).toEqual(new Set(['audit']))
    const { byStatus } = await app.admin.call(leadRoutes.leadSummary, { query: { offer: 'audit' } })
    expect(byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(items.length)
    const search = { offer: 'audit', search: 'Société' }
    expect((await app.admin.call(leadRoutes.listLeads, { query: search })).items).toHaveLength(items.length)
    expect((await app.admin.call(leadRoutes.listLeads, { query: { offer: 'or' } })).items).toEqual([])
  })

  test('a file names an offer by its key, and by a name that it has or had for either side', async () => {
    const row = (offer: string) => {
      const { name, company, email } = lead('star')
      return { name, company, email, phone: '', website: '', amount: '12000', offer, status: '', notes: '', partner: '' }
    }
    const names = ['audit', 'Bilan énergétique', 'AUDIT ENERGETIQUE', 'Energy review', 'Audit', 'Avancée', 'Star', 'Essai', 'Or']
    const rows = await leadsOf(app, marie).check(names.map(row))
    expect(rows.map(({ outcome, messages }) => [outcome, ...messages.map(({ message }) => message)])).toEqual([
      ...names.slice(0, 7).map(() => ['ready']),
      ['refused', 'Cette offre n’est plus proposée : « Essai »'],
      ['refused', 'Offre inconnue : « Or »'],
    ])
  })

  test('a program that sends an unknown offer is told which field', async () => {
    const program = await app.newProgram(['leads:read', 'leads:write'])
    const upsert = await program.try(leadExternalIdRoutes.upsertLead, {
      params: { externalId: 'crm-1' },
      body: { ...lead('nothing'), partnerId: marie.userId },
    })
    expect([upsert.status, upsert.body.fields.map(({ path }) => path)]).toEqual([422, ['offerType']])
  })

  test('staff without the right to the programme read the offers, and change none', async () => {
    const finance = await app.newStaff('finance@acme.example', 'finance')
    expect((await finance.call(offerRoutes.listOffers, {})).offers.length).toBeGreaterThan(3)
    const refused = await archive('audit', finance)
    expect([refused.status, refused.body.code]).toEqual([403, 'right_missing'])
    expect((await marie.try(offerRoutes.listOffers, {})).status).toBe(403)
  })

  test('the figures by offer add up to all leads', async () => {
    const { id } = (await take('star')).body
    await marie.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const { figures } = await app.admin.call(offerRoutes.offerFigures, {})
    const { byStatus } = await app.admin.call(leadRoutes.leadSummary, { query: {} })
    const sum = (of: readonly { count: number }[]) => of.reduce((total, { count }) => total + count, 0)
    expect(sum(figures)).toBe(sum(byStatus))
    expect(figures.find(({ key }) => key === 'star')).toMatchObject({
      signedCount: 1,
      signedCents: plainLead.estimatedAmountCents,
    })
    for (const { count, openCount, signedCount, lostCount } of figures) expect(openCount + signedCount + lostCount).toBe(count)
  })
})
