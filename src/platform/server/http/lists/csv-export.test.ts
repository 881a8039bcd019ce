import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { csvDay } from './csv-export.ts'

const lead = { phone: '', website: '', offerType: 'star' as const, notes: '' }

test.each([
  ['2026-03-04T22:59:59.000Z', '2026-03-04'],
  ['2026-03-04T23:30:00.000Z', '2026-03-05'],
  ['2026-07-31T22:30:00.000Z', '2026-08-01'],
  [null, ''],
])('dates in an export are in French time: %s is %s', (iso, day) => {
  expect(csvDay(iso, defaultTimeZone)).toBe(day)
})

const titlesOfLeads = [
  'Nom',
  'Société',
  'Email',
  'Téléphone',
  'Site web',
  'Montant',
  'Offre',
  'Statut',
  'Notes',
  'Créé le',
  'Identifiant',
  'Enregistrement',
  'État de l’enregistrement',
  'Protégé jusqu’au',
  'Offre à l’époque',
  'Sans mouvement depuis',
]

describe.each(databaseKinds())('exports on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  let hostile: Client
  let leadId: string
  let commissionId: string
  let bonusId: string
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    hostile = await app.newPartner('h@exemple.fr', '=HYPERLINK("http://x";"y")')
    const body = { ...lead, name: 'Zoé; "Zed"', company: '+33 SARL', email: 'zoe@zed.example', estimatedAmountCents: 123_456 }
    const { id } = await marie.call(leadRoutes.addLead, { body: { ...body, phone: '+33 6 12', notes: 'ligne 1\nligne 2' } })
    await marie.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const bonus = { partnerId: hostile.userId, description: '@SUM(A1)', revenueCents: 5, commissionRate: 17.5 }
    leadId = id
    bonusId = (await app.admin.call(commissionRoutes.addCommission, { body: bonus })).id
    commissionId = (await marie.call(commissionRoutes.listCommissions, { query: {} })).items[0]?.id ?? ''
  })
  afterAll(() => app.close())

  /** Parses an export naively: no test cell but the quoted one contains a semicolon. */
  const get = async (client: Client, path: string) => {
    const response = await client.send('GET', `/api${path}`)
    return { response, lines: response.body.slice(1).trimEnd().split('\r\n') }
  }

  test('commissions have a byte order mark, semicolons, French amounts and every reason', async () => {
    const { response, lines } = await get(app.admin, '/commissions.csv')
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="commissions-\d{4}-\d\d-\d\d\.csv"$/)
    expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const day = csvDay(app.now.toISOString(), defaultTimeZone)
    expect(lines).toEqual([
      'Date;Partner;Lead;Company;Description;Revenue (EUR);Rate (%);Tier;Amount (EUR);Status;' +
        'Validated;Payable by;Paid Date;Payment reference;On hold;Client invoice;Received;Dispute;Payout;' +
        'Partner email;Partner id;Lead id;Clawback of;Id;Commission rule;Calculation',
      `${day};"'=HYPERLINK(""http://x"";""y"")";;;'@SUM(A1);0,05;17,5;Bronze;0,01;Pending;;;;;;;;;;` +
        `h@exemple.fr;${hostile.userId};;;${bonusId};;`,
      `${day};Marie Dupont;"Zoé; ""Zed""";'+33 SARL;;1234,56;15;Bronze;185,18;Pending;;;;;;;;;;` +
        `marie@exemple.fr;${marie.userId};${leadId};;${commissionId};Rule of the programme, version 1;`,
    ])
  })

  test('a partner’s file has their own rows only, and filters apply', async () => {
    expect((await get(marie, '/commissions.csv')).lines).toHaveLength(2)
    expect((await get(hostile, '/leads.csv')).lines).toEqual([titlesOfLeads.join(';')])
    expect((await get(app.admin, '/commissions.csv?status=paye')).lines).toHaveLength(1)
    expect((await get(app.admin, `/commissions.csv?partnerId=${marie.userId}`)).lines).toHaveLength(2)
    expect((await get(app.admin, '/partners.csv?search=dupont')).lines[1]).toMatch(
      /^Marie Dupont;marie@exemple\.fr;;partner;active;Signed;0,00;/,
    )
    expect((await get(app.admin, '/contracts.csv?status=signe')).lines).toHaveLength(3)
  })

  test('formulas are escaped, line breaks stay in their cell', async () => {
    const { lines } = await get(marie, '/leads.csv')
    const [titles = [], cells = []] = Papa.parse<string[]>(`${lines[0]}\r\n${lines[1]}`, { delimiter: ';' }).data
    expect(lines[1]).toMatch(/^"Zoé; ""Zed""";'\+33 SARL;zoe@zed\.example;'\+33 6 12;/)
    expect(lines[1]).toContain(`;1234,56;${offer};`)
    expect(lines[1]).toContain(';Signé;"ligne 1\nligne 2";')
    expect(Object.fromEntries(titles.map((title, at) => [title, cells[at]]))).toMatchObject({
      'Créé le': csvDay(app.now.toISOString(), defaultTimeZone),
      Identifiant: leadId,
      Enregistrement: `REF-${app.now.getUTCFullYear()}-000001`,
      'État de l’enregistrement': 'Signé',
      'Protégé jusqu’au': '',
      'Offre à l’époque': '',
      'Sans mouvement depuis': '',
    })
  })
  const offer = 'Star 8-12K€'

  test('exporting a list needs the permission to read it', async () => {
    for (const path of ['/partners.csv', '/contracts.csv']) expect((await get(marie, path)).response.statusCode).toBe(403)
    const unsigned = await app.newPerson('unsigned@exemple.fr')
    for (const path of ['/commissions.csv', '/leads.csv']) {
      const { response } = await get(unsigned, path)
      expect([response.statusCode, response.json().code]).toEqual([403, 'contract_not_signed'])
      expect((await get(app.anonymous(), path)).response.statusCode).toBe(401)
    }
    expect((await get(marie, '/leads.csv?duplicates=yes')).response.statusCode).toBe(403)
    expect((await get(app.admin, '/commissions.csv?status=none')).response.statusCode).toBe(422)
  })

  test('a file of several batches has each row once', async () => {
    const many = Array.from({ length: 1203 }, (_, index) => index)
    await app.portal.database.asActor(system, (tx) =>
      tx
        .insertInto('commissions')
        .values(
          many.map((index) => ({
            id: `0190c000-0000-7000-8000-${String(index).padStart(12, '0')}`,
            partner_id: hostile.userId,
            lead_id: null,
            kind: 'manual' as const,
            description: `Row ${index}`,
            revenue_cents: 0,
            commission_rate: 15,
            tier_name: 'Bronze',
            tier_names: '{}',
            amount_cents: 0,
            status: 'en_attente' as const,
            created_at: new Date(app.now.getTime() - (index % 7) * 1000),
            validated_at: null,
            paid_at: null,
          })),
        )
        .execute(),
    )
    const { lines } = await get(app.admin, `/commissions.csv?partnerId=${hostile.userId}&search=Row`)
    expect(new Set(lines.slice(1).map((line) => /Row \d+/.exec(line)?.[0]))).toEqual(new Set(many.map((index) => `Row ${index}`)))
    expect(lines).toHaveLength(1204)
  })
})
