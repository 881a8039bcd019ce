import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { searchRoutes } from '#overview/search/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from './databases.ts'
import { leadsOf } from './imports.ts'
import { inOrder } from './in-order.ts'
import { ibans, PayoutApp, programmeForm } from './payout-app.ts'
import { type Client, password } from './test-app.ts'

const lead = { estimatedAmountCents: 500_000, offerType: 'star' as const }
const unseen = ['\u200b\u200b', '\u3164\u3164', '\u2800\u2800', '\u2060\u2060', '\u200e\u200f', '\u00ad\u00ad', '\ufe0f\ufe0f']
/** As it was stored before, and as it is typed. */
const spaces: readonly (readonly [string, string])[] = [
  ['Marie\u00a0Dubreuil', 'Marie Dubreuil'],
  ['Luc\u202fAmbroise', 'Luc Ambroise'],
  ['Tannerie  Olbia', 'Tannerie Olbia'],
  ['Paul\tEstaing', 'Paul Estaing'],
  ['Ana\u200bBelcourt', 'AnaBelcourt'],
  ['Verre\u00adrie Quint', 'Verrerie Quint'],
  ['Filtre Un', 'Filtre\u00a0Un'],
  ['Deuxième Filtre', 'deuxieme \u200b \u2009filtre'],
  ['Ele\u0301onore Roux', 'Éléonore Roux'],
]
const row = { name: 'Cas Journal', company: 'Olbia', email: 'cas@cas.example', amount: '1000', offer: 'automation' }

describe.each(databaseKinds('every'))('typed texts on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let marie: Client
  let staff: Client

  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    marie = await world.partner('Marie Dupont')
    staff = world.staff
  })
  afterAll(() => world.app.close())

  const stored = (statement: string, values: unknown[]) => world.app.portal.database.asOwner((run) => run(statement, values))
  const namesOf = async (client: Client, search: string) =>
    (await client.call(leadRoutes.listLeads, { query: { search, limit: 50 } })).items.map(({ name }) => name)

  test('a line break or a tab in a name is a space, from a file as from a form', async () => {
    const rows = [
      { ...row, company: 'Ligne un\r\nligne deux' },
      { ...row, name: ' Cas\u2028\tTab ', company: 'Menuiserie\tK', email: 'b@b.example' },
    ]
    const done = await leadsOf(world.app, marie).add(rows)
    expect(done.map(({ outcome }) => outcome)).toEqual(['imported', 'imported'])
    const body = {
      ...lead,
      name: 'Un\nDeux',
      company: 'Cinq\u202esix',
      email: '\u202aun@cinq.example\u202c',
      notes: 'Un\r\n\r\nDeux\u200b',
    }
    const { id } = await marie.call(leadRoutes.addLead, { body })
    expect(await marie.call(leadRoutes.getLead, { params: { id } })).toMatchObject({
      name: 'Un Deux',
      company: 'Cinqsix',
      email: 'un@cinq.example',
      notes: 'Un\n\nDeux',
    })
    const { items } = await marie.call(leadRoutes.listLeads, { query: { search: 'cas', limit: 50 } })
    expect(items.map(({ name, company }) => [name, company]).sort()).toEqual([
      ['Cas Journal', 'Ligne un ligne deux'],
      ['Cas Tab', 'Menuiserie K'],
    ])
  })

  test('emoji and scripts keep what they need', async () => {
    const name = '👩🏽‍🚀 می‌خواهم क्‍ष שלום\u200f 葛\u{e0100}'
    const { id } = await marie.call(leadRoutes.addLead, {
      body: { ...lead, name, company: 'Scripts', email: 'x@scripts.example' },
    })
    expect((await marie.call(leadRoutes.getLead, { params: { id } })).name).toBe(name)
    expect(await namesOf(marie, 'میخواهم')).toEqual([name])
  })

  test.each(unseen)('a name of nothing but %j is refused with the message of its field', async (name) => {
    const added = await marie.try(leadRoutes.addLead, { body: { ...lead, name, company: name, email: 'n@n.example' } })
    expect([added.status, added.body.fields?.map(({ path }) => path)]).toEqual([422, ['name', 'company']])
    expect(added.body.fields?.[0]?.message).toBe('Le nom doit contenir au moins 2 caractères')
    const invited = await staff.try(partnerRoutes.invite, { body: { fullName: name, email: 'nobody@nowhere.example' } })
    expect([invited.status, invited.body.fields?.map(({ path }) => path)]).toEqual([422, ['fullName']])
    const rows = await leadsOf(world.app, marie).check([{ ...row, name }])
    expect(rows.map(({ outcome, messages }) => [outcome, messages[0]?.path])).toEqual([['refused', 'name']])
  })

  test.each(spaces)('%j is found by %j, in lists and in the search, by staff and by its partner', async (name, typed) => {
    const body = { ...lead, name: 'Avant', company: 'Avant', email: 'avant@avant.example' }
    const { id } = await marie.call(leadRoutes.addLead, { body })
    await stored('update leads set name = $1 where id = $2', [name, id])
    expect(await namesOf(marie, typed)).toEqual([name])
    expect(await namesOf(staff, typed)).toEqual([name])
    for (const who of [marie, staff]) {
      const { groups } = await who.call(searchRoutes.search, { query: { q: typed } })
      expect(groups.flatMap(({ hits }) => hits.map((hit) => hit.id))).toContain(id)
    }
    await stored('update profiles set company = $1 where user_id = $2', [name, marie.userId])
    const { items } = await staff.call(partnerRoutes.listPartners, { query: { search: typed } })
    expect(items.map((each) => each.id)).toEqual([marie.userId])
    await marie.call(leadRoutes.deleteLead, { params: { id } })
  })

  test('marks of direction around an amount, an account, a number and an address are read over', async () => {
    const amounts = [
      '\u202d1 200\u202c',
      '\u202a1 200,50\u202c',
      '\u200e1 200',
      '1 200\u200b',
      '\u20681 200\u2069',
      '1\u2060200',
      '+1 200',
    ]
    const rows = await leadsOf(world.app, marie).check(
      amounts.map((amount, at) => ({ ...row, company: `Montant ${at}`, email: `m${at}@montant.example`, amount })),
    )
    expect(rows.map(({ read }) => read?.amountCents)).toEqual(amounts.map((_, at) => (at === 1 ? 120_050 : 120_000)))
    const marked = (text: string) => `\u202a${text}\u200f\u202c`
    const iban = marked((ibans[0].match(/.{1,4}/g) ?? []).join('\u00a0'))
    const details = { company: 'Acme', iban, address: '1 rue du Port\r\nNantes', country: 'France', password }
    expect(await marie.call(paymentRoutes.savePaymentInfo, { body: details })).toMatchObject({ ibanChecksOut: true })
    const { paymentInfo } = await marie.call(paymentRoutes.getPaymentInfo, {})
    expect(paymentInfo).toMatchObject({ iban: ibans[0], address: '1 rue du Port\nNantes' })
    const own = { iban: marked('DE89 3704 0044 0532 0130 00'), bic: marked('cobadeff'), siren: marked('732 829 320') }
    await world.programme({ ...own, vatNumber: marked('FR44732829320'), electronicAddress: marked('732829320') })
    expect(await staff.call(programmeRoutes.getProgramme, {})).toMatchObject({
      bic: 'COBADEFF',
      siren: '732829320',
      vatNumber: 'FR44732829320',
      electronicAddress: '732829320',
    })
    await world.programme(programmeForm)
    const again = await world.app.anonymous().try(authRoutes.signIn, { body: { email: marked('partner1@exemple.fr'), password } })
    expect(again.status).toBe(200)
  })

  test('what is stored with line breaks leaves in one line, in the accountant’s journal and in tables', async () => {
    const id = await world.payable(marie, 12_000, 'Ligne un ligne deux')
    const today = world.app.now.toISOString().slice(0, 10)
    await staff.call(commissionRoutes.payCommission, { params: { id }, body: { paidOn: today, reference: 'VIR 1' } })
    await stored('alter table commissions disable trigger user', [])
    await stored("update commissions set description = E'Ligne un\\r\\nligne\\tdeux\\u202e' where id = $1", [id])
    await stored('alter table commissions enable trigger user', [])
    await stored("update profiles set full_name = E'Marie\\nDupont\\u200b' where user_id = $1", [marie.userId])
    const lines = async (path: string) =>
      (await staff.send('GET', path)).body
        .slice(1)
        .trimEnd()
        .split(/[\r\n]+/)
    const journal = (await lines('/api/journal.csv')).map((line) => line.split(';'))
    expect(journal.map((cells) => cells.length)).toEqual(journal.map(() => 20))
    expect(journal.slice(1).map((cells) => [cells[8], cells[10]])).toEqual(
      expect.arrayContaining([['Ligne un ligne deux', expect.stringMatching(/ Ligne un ligne deux.* Marie Dupont$/)]]),
    )
    expect(JSON.stringify(journal)).not.toMatch(/\\t|\u202e|\u200b/)
    expect((await lines('/api/commissions.csv')).find((line) => line.includes(id))).toContain(
      ';Marie Dupont;;;Ligne un ligne deux;',
    )
  })
})
