import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { databaseKinds } from '#test/databases.ts'
import { checkRows, importRows, readRows, stage } from '#test/imports.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { type CheckedRow, importRoutes, maxStagedRows } from '../api.ts'
import { applyInBatches } from './apply-job.ts'

let serial = 0
/** A valid row of a new contact. */
const row = (cells: Record<string, string> = {}) => {
  serial += 1
  return {
    name: `Paul Bernard ${serial}`,
    company: `Boulangerie ${serial} Bernard`,
    email: `paul${serial}@bernard.example`,
    amount: '1 234,50',
    offer: 'Avancée',
    ...cells,
  }
}

describe.each(databaseKinds())('lead imports on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let jean: Client
  beforeAll(async () => {
    ;({ app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean'))
  })
  afterAll(() => app.close())

  const check = (client: Client, rows: unknown[], settings = {}) => checkRows(client, { kind: 'leads', rows, settings })
  const add = (client: Client, rows: unknown[], settings = {}) => importRows(app, client, { kind: 'leads', rows, settings })
  const begin = (settings: object) => ({
    kind: 'leads' as const,
    fileName: 'a.csv',
    fileHash: '0'.repeat(64),
    rowCount: 1,
    settings,
  })
  const leadsOf = async (client: Client, search: string) =>
    (await client.call(leadRoutes.listLeads, { query: { search, limit: 200, fields: 'all' } })).items
  const eventsOf = (subjectId: string) =>
    withTransaction(app.portal, system, ({ tx }) =>
      tx.selectFrom('events').select(['name', 'after']).where('subject_id', '=', subjectId).orderBy('seq').execute(),
    )

  test('a row is validated by the form’s rules with its messages, independently of other rows', async () => {
    const lea = await app.newPartner('lea@exemple.fr', 'Léa Dupont')
    const rows = [
      row(),
      row({ name: 'P', email: 'nobody', website: 'pas une adresse', amount: '-3', offer: '' }),
      row({ amount: 'douze', offer: 'Premium', status: 'gelé', notes: 'x'.repeat(1001) }),
      { ...row(), surname: 'unknown' },
      { ...row(), amount: 12 },
      'a text',
      row({ name: '😀', company: 'A\u0000B' }),
      row({ status: 'Appel', website: 'bernard.example' }),
    ]
    const validated = await check(lea, rows)
    expect(validated.map(({ index, outcome }) => [index, outcome])).toEqual(
      ['ready', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'ready'].map((outcome, at) => [at, outcome]),
    )
    expect(validated[1]?.messages).toEqual([
      { path: 'name', message: 'Le nom doit contenir au moins 2 caractères' },
      { path: 'email', message: 'Email invalide' },
      { path: 'website', message: 'URL invalide' },
      { path: 'amount', message: 'Le montant doit être positif' },
      { path: 'offer', message: "Veuillez sélectionner un type d'offre" },
    ])
    expect(validated[2]?.messages).toEqual([
      { path: 'amount', message: 'Montant illisible : « douze »' },
      { path: 'offer', message: 'Offre inconnue : « Premium »' },
      { path: 'notes', message: 'Les notes ne peuvent pas dépasser 1000 caractères' },
      { path: 'status', message: 'Statut inconnu : « gelé »' },
    ])
    expect(validated[6]?.messages.length).toBeGreaterThan(0)
    expect(validated[7]?.read).toMatchObject({ status: 'call_effectue', amountCents: 123_450, partner: 'Léa Dupont' })
    expect(await leadsOf(lea, 'Boulangerie')).toEqual([])
    const imported = await add(lea, rows)
    expect(imported.filter(({ outcome }) => outcome === 'imported').map(({ index }) => index)).toEqual([0, 7])
    expect((await leadsOf(lea, 'Boulangerie')).map((lead) => [lead.status, lead.website])).toEqual([
      ['call_effectue', 'https://bernard.example'],
      ['nouveau', ''],
    ])
  })

  test('an ambiguous amount is refused with both readings, in the screen’s language', async () => {
    const rows = [row({ amount: '1.234' }), row({ amount: '-3' }), row({ amount: '1.234,50' })]
    const firstMessages = (validated: readonly CheckedRow[]) =>
      validated.map(({ messages }) => messages[0]?.message.replace(/\s/g, ' ') ?? null)
    expect(firstMessages(await check(marie, rows))).toEqual([
      '« 1.234 » peut se lire 1 234 € ou 1,234 € : écrivez 1 234 ou 1,23',
      'Le montant doit être positif',
      null,
    ])
    expect(firstMessages(await check(app.admin, rows, { partnerId: marie.userId }))).toEqual([
      '“1.234” may mean 1 234 € or 1,234 €: write 1 234 or 1,23',
      'The amount must be zero or more',
      null,
    ])
  })

  test('legacy statuses are mapped and never stored', async () => {
    const rows = ['en_cours', 'appel', 'perdu', 'Signé', ''].map((status) => row({ status, notes: 'former' }))
    expect((await add(marie, rows)).map(({ read }) => read?.status)).toEqual([
      'premier_contact',
      'call_effectue',
      'refuse',
      'signe',
      'nouveau',
    ])
    const statuses = await Promise.all(rows.map(async ({ email }) => (await leadsOf(marie, email))[0]?.status))
    expect(statuses).toEqual(['premier_contact', 'call_effectue', 'refuse', 'signe', 'nouveau'])
  })

  test('a row in signe creates a pending commission at the tier’s rate, frozen', async () => {
    const luc = await app.newPartner('luc@exemple.fr', 'Luc Autre')
    const signed = row({ status: 'signe', amount: '1.234,57 €' })
    expect((await check(luc, [signed]))[0]?.read).toMatchObject({ status: 'signe', amountCents: 123_457 })
    await add(luc, [row(), signed, row({ status: 'signe', amount: '100' })])
    const [lead] = await leadsOf(luc, signed.email)
    const commissionOf = async (leadId: string) =>
      (await app.admin.call(commissionRoutes.listCommissions, { query: { limit: 200 } })).items.filter(
        (each) => each.lead?.id === leadId,
      )
    const expected = { status: 'en_attente', revenueCents: 123_457, commissionRate: 15, amountCents: 18_519, tierName: 'Bronze' }
    const [commission, ...others] = await commissionOf(lead?.id ?? '')
    expect([commission, others]).toMatchObject([expected, []])
    expect((await eventsOf(lead?.id ?? '')).map(({ name }) => name)).toEqual(['lead.created', 'lead.moved', 'lead.signed'])
    expect((await eventsOf(commission?.id ?? '')).map(({ name }) => name)).toEqual(['commission.created'])
    const { tiers } = await app.admin.call(tierRoutes.listTiers, {})
    const rows = await withTransaction(app.portal, system, async ({ tx }) => {
      await tx.updateTable('partner_tiers').set({ commission_rate: 50 }).where('tier_order', '=', 1).execute()
      return tx
        .selectFrom('commissions')
        .select('commission_rate')
        .where('lead_id', '=', lead?.id ?? '')
        .execute()
    })
    expect(rows.map(({ commission_rate }) => Number(commission_rate))).toEqual([15])
    await withTransaction(app.portal, system, ({ tx }) =>
      tx
        .updateTable('partner_tiers')
        .set({ commission_rate: tiers[0]?.commissionRate ?? 15 })
        .where('tier_order', '=', 1)
        .execute(),
    )
    expect((await luc.call(leadRoutes.leadSummary, { query: {} })).byStatus.map(({ count }) => count)).toEqual([1, 0, 0, 2, 0])
    await luc.call(leadRoutes.moveLead, { params: { id: lead?.id ?? '' }, body: { from: 'signe', to: 'refuse' } })
    expect(await commissionOf(lead?.id ?? '')).toEqual([])
  })

  test('a duplicate row is skipped unless requested', async () => {
    const first = row()
    await add(jean, [first])
    const again = row({ company: `SARL ${first.company.toUpperCase()}` })
    const rows = [again, row({ email: first.email.toUpperCase() }), row()]
    const validated = await check(marie, rows)
    expect(validated.map(({ outcome }) => outcome)).toEqual(['duplicate', 'duplicate', 'ready'])
    expect((await add(marie, rows)).map(({ outcome }) => outcome)).toEqual(['duplicate', 'duplicate', 'imported'])
    expect((await add(marie, [again], { includeDuplicates: true })).map(({ outcome }) => outcome)).toEqual(['imported'])
    const [marked] = await withTransaction(app.portal, system, ({ tx }) =>
      tx.selectFrom('leads').select('possible_duplicate_of').where('email', '=', again.email).execute(),
    )
    expect(marked?.possible_duplicate_of).toBe((await leadsOf(jean, first.email))[0]?.id)
  })

  test('staff learn whose lead a row duplicates, a partner does not', async () => {
    const first = row()
    await add(jean, [first])
    const again = row({ company: `SARL ${first.company.toUpperCase()}` })
    const validated = await check(marie, [again])
    expect(validated[0]?.messages).toEqual([{ path: '', message: 'Ce contact est déjà suivi' }])
    expect(JSON.stringify(validated)).not.toContain('Jean')
    const [forStaff] = await check(app.admin, [{ ...again, partner: 'marie@exemple.fr' }])
    expect(forStaff?.messages).toEqual([{ path: '', message: `Already followed: ${first.name}, ${first.company} (Jean Autre)` }])
  })

  test('a row that repeats an earlier row of the batch is a duplicate too', async () => {
    const first = row()
    const outcomes = async (rows: unknown[]) => (await check(marie, rows)).map(({ outcome }) => outcome)
    expect(await outcomes([first, row({ email: first.email }), row()])).toEqual(['ready', 'duplicate', 'ready'])
    expect(await outcomes([{ ...first, status: 'perdu' }, row({ email: first.email })])).toEqual(['ready', 'ready'])
  })

  test('rows that are staged and applied again and again are imported once', async () => {
    const rows = [row({ notes: 'once' }), row({ notes: 'once' })]
    const { id } = await stage(marie, { kind: 'leads', rows })
    const body = { rows: rows.map((cells, at) => ({ number: at + 2, cells })) }
    const answers = await Promise.all([1, 2, 3].map(() => marie.try(importRoutes.stageRows, { params: { id }, body })))
    const answered = answers.filter(({ status }) => status === 200)
    expect(new Set(answered.map((answer) => JSON.stringify(answer.body.rows))).size).toBe(1)
    const presses = await Promise.all([1, 2, 3].map(() => marie.try(importRoutes.applyImport, { params: { id }, body: {} })))
    expect(presses.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
    await Promise.all([1, 2].map(() => applyInBatches(app.portal, { importId: id })))
    expect((await readRows(marie, id)).map(({ outcome }) => outcome)).toEqual(['imported', 'imported'])
    for (const { email } of rows) expect(await leadsOf(marie, email)).toHaveLength(1)
  })

  test('a partner cannot import for another, and may name themselves', async () => {
    const validated = await add(marie, [row({ partner: 'jean@exemple.fr' }), row({ partner: 'MARIE@exemple.fr' })])
    expect(validated.map(({ outcome }) => outcome)).toEqual(['refused', 'imported'])
    const { status, body } = await marie.try(importRoutes.beginImport, { body: begin({ partnerId: jean.userId }) })
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  test('staff name the partner by e-mail, or one for all rows without one', async () => {
    const rows = [
      row({ partner: 'Jean@exemple.fr' }),
      row({ partner: 'nobody@exemple.fr' }),
      row(),
      row({ partner: 'admin@acme.example' }),
    ]
    const validated = await check(app.admin, rows)
    expect(validated.map(({ outcome, messages }) => [outcome, messages[0]?.message])).toEqual([
      ['ready', undefined],
      ['refused', 'Partner not found: nobody@exemple.fr'],
      ['refused', 'Please fill in all required fields'],
      ['refused', 'Partner not found: admin@acme.example'],
    ])
    const imported = await add(app.admin, rows, { partnerId: marie.userId })
    expect(imported.map(({ outcome }) => outcome)).toEqual(['imported', 'refused', 'imported', 'refused'])
    expect((await leadsOf(jean, rows[0]?.email ?? ''))[0]?.partner?.name).toBe('Jean Autre')
    expect((await leadsOf(marie, rows[2]?.email ?? ''))[0]?.partner?.name).toBe('Marie Dupont')
    const unknown = begin({ partnerId: app.admin.userId })
    expect((await app.admin.try(importRoutes.beginImport, { body: unknown })).body.code).toBe('partner_not_active')
  })

  test('formula-like cells stay text', async () => {
    const formula = '=HYPERLINK("https://evil.example","x")'
    const formulaRow = row({ name: formula, phone: "'+33 6 12 34 56 78", notes: '@SUM(1+1)' })
    await add(marie, [formulaRow])
    expect((await leadsOf(marie, formulaRow.email))[0]).toMatchObject({
      name: formula,
      phone: '+33 6 12 34 56 78',
      notes: '@SUM(1+1)',
    })
  })

  test('an import records one event besides those of its leads', async () => {
    const imports = () =>
      withTransaction(app.portal, system, ({ tx }) =>
        tx
          .selectFrom('events')
          .select(['after', 'audience', 'partner_id'])
          .where('name', '=', 'import.applied')
          .orderBy('seq')
          .execute(),
      )
    await add(marie, [row(), row(), row({ name: '' })])
    expect((await imports()).at(-1)).toMatchObject({
      after: { counts: { imported: 2, refused: 1 } },
      audience: 'partner',
      partner_id: marie.userId,
    })
    const before = (await imports()).length
    await add(marie, [row({ name: '' })])
    expect(await imports()).toHaveLength(before)
  })

  test('imports of signed leads and moves to Signé do not block each other', async () => {
    await add(
      marie,
      Array.from({ length: 12 }, () => row()),
      { includeDuplicates: true },
    )
    const { items } = await marie.call(leadRoutes.listLeads, { query: { status: 'nouveau', limit: 12 } })
    const signing = async () => {
      await add(marie, [row({ status: 'signe' }), row()])
      return { status: 200 }
    }
    // Four concurrent imports per person are allowed.
    for (let from = 0; from < items.length; from += 4) {
      const answers = await Promise.all(
        items
          .slice(from, from + 4)
          .flatMap(({ id }) => [
            marie.try(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } }),
            signing(),
          ]),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
  })

  test.each(['partner', 'name', 'company', 'email', 'phone', 'website', 'amount', 'offer', 'status', 'notes'])(
    'whatever is in column %s of one row, the others are imported',
    async (column) => {
      const nasty = [
        '\u0000',
        'a\u0000b',
        '\ud800',
        'x\udfff',
        '😀',
        '😀'.repeat(100),
        "'",
        '\\',
        '1e308',
        'https://a.fr/\u0000',
        '__proto__',
      ]
      for (const client of [marie, app.admin]) {
        const whose: Record<string, string> = client === marie ? {} : { partner: 'marie@exemple.fr' }
        const rows = [...nasty.map((text) => row({ ...whose, [column]: text })), row(whose)]
        const outcomes = (await add(client, rows)).map(({ outcome }) => outcome)
        expect(outcomes.at(-1)).toBe('imported')
        // What cannot be stored is refused, rather than something else stored in its place.
        const isText = !['partner', 'amount', 'offer', 'status'].includes(column)
        if (isText) expect(outcomes.slice(0, 4)).toEqual(Array(4).fill('refused'))
      }
    },
  )

  test('a batch has at most 100 rows', async () => {
    const rows = Array.from({ length: maxStagedRows + 1 }, () => row())
    const { id } = await marie.call(importRoutes.beginImport, { body: begin({}) })
    const sent = (body: { rows: { number: number; cells: unknown }[] }) =>
      marie.try(importRoutes.stageRows, { params: { id }, body })
    expect((await sent({ rows: rows.map((cells, at) => ({ number: at + 2, cells })) })).status).toBe(422)
    expect((await sent({ rows: [] })).status).toBe(422)
  })
})
