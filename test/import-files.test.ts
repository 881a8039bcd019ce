import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from './databases.ts'
import { apply, checkRows, importRows, stage } from './imports.ts'
import { mapFile } from './mapped-files.ts'
import { openWithPartners } from './open-with-partners.ts'
import { plainField } from './repeated-fields.ts'
import { fieldChanges } from './saved-lists.ts'
import type { Client, TestApp } from './test-app.ts'

const utf8 = (...lines: string[]) => new TextEncoder().encode(`\ufeff${lines.join('\r\n')}\r\n`)
/** `|é` is one byte of Latin-1 among those of UTF-8. */
const mixed = (...lines: string[]) =>
  Uint8Array.from(
    lines
      .join('\r\n')
      .match(/\|.|[^|]+/gs)
      ?.flatMap((part) => {
        return part.startsWith('|') ? [part.charCodeAt(1)] : [...new TextEncoder().encode(part)]
      }) ?? [],
  )

const plain = (text: string) => text.replace(/[\s\u00a0]+/g, ' ')
const said = (rows: readonly { messages: readonly { path: string; message: string }[] }[]) =>
  rows.map(({ messages }) => messages.map(({ path, message }) => `${path}: ${plain(message)}`))

describe.each(databaseKinds('full'))('files of other tools on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    ;({ app, marie } = await openWithPartners(databaseKind, 'marie'))
  })
  afterAll(() => app.close())

  /** The dry run of a file of leads, its import, and the leads of it as they are stored, by their addresses. */
  async function importLeads(bytes: Uint8Array<ArrayBuffer>, custom: { key: string; name: string }[] = []) {
    const cells = await mapFile('leads', bytes, custom)
    const { id, rows: checked } = await stage(marie, { kind: 'leads', rows: cells })
    const rows = await apply(app, marie, id)
    const { items } = await marie.call(leadRoutes.listLeads, { query: { limit: 200, fields: 'all' } })
    const leads = cells.map((row) => items.find((lead) => lead.email === row?.email && lead.company === row?.company))
    return { checked, rows, leads, outcomes: rows.map(({ outcome }) => outcome) }
  }
  const checkPartners = async (bytes: Uint8Array<ArrayBuffer>) => {
    const rows = await mapFile('partners', bytes)
    return { rows, checked: await checkRows(app.admin, { kind: 'partners', rows }) }
  }
  const checkPayments = async (bytes: Uint8Array<ArrayBuffer>) =>
    checkRows(app.admin, { kind: 'client_payments', rows: await mapFile('client_payments', bytes) })

  test.each([
    ['Prénom', 'Nom'],
    ['Prénom', 'Nom de famille'],
    ['Prénom du contact', 'Nom du contact'],
    ['Prénom', 'Nom du contact'],
    ['First Name', 'Last Name'],
    ['first_name', 'last_name'],
    ['Given Name', 'Family Name'],
    ['Firstname', 'Surname'],
    ['Contact First Name', 'Contact Last Name'],
    ['Person - First name', 'Person - Last name'],
    ['Vorname', 'Nachname'],
    ['Vorname', 'Name'],
    ['Voornaam', 'Achternaam'],
    ['Nombre', 'Apellidos'],
    ['Nome', 'Cognome'],
  ])('a lead has both names of the columns %j and %j, in either order', async (first, last) => {
    const domain = `${encodeURIComponent(first + last).replace(/[^a-z]/gi, '')}.example`.toLowerCase()
    const { leads } = await importLeads(
      utf8(
        `${first};${last};Société;Email;Montant;Offre`,
        `Élise;Forêt;Noël ${domain};elise@${domain};1200;Star`,
        `;Roux;Roux ${domain};roux@${domain};1200;Star`,
        `Paul;;Paul ${domain};paul@${domain};1200;Star`,
      ),
    )
    expect(leads.map((lead) => lead?.name)).toEqual(['Élise Forêt', 'Roux', 'Paul'])
    const turned = await importLeads(
      utf8(`Email;${last};Société;${first};Montant;Offre`, `a@a.${domain};Forêt;Turned ${domain};Élise;1200;Star`),
    )
    expect(turned.leads.map((lead) => lead?.name)).toEqual(['Élise Forêt'])
  })

  test('middle names are joined too, a whole name is not made longer, and other columns stay what they are', async () => {
    const { leads } = await importLeads(
      utf8(
        'First Name,Middle Name,Last Name,Name,Company,Email,Amount,Offer',
        'Zoé,Inès,Martin,,Whole One,zoe@whole.example,10,Star',
        'Paul,,Paul Roux,,Whole Two,paul@whole.example,10,Star',
        'Martin,,Martin,,Whole Three,martin@whole.example,10,Star',
      ),
    )
    expect(leads.map((lead) => lead?.name)).toEqual(['Zoé Inès Martin', 'Paul Roux', 'Martin Martin'])
    const others = await importLeads(
      utf8(
        'First contact;Last contact;Nombre;Nom;Société;Email;Montant;Offre',
        '01/02/2026;03/02/2026;12;Anne Forêt;Whole Four;anne@whole.example;10;Star',
      ),
    )
    expect(others.leads.map((lead) => lead?.name)).toEqual(['Anne Forêt'])
  })

  test.each([
    ['Prénom;Nom', 'prenom'],
    ['Affiliate First Name;Affiliate Last Name', 'affiliate'],
    ['Partner_first;Partner_last', 'partner'],
    ['Prénom du partenaire;Nom du partenaire', 'partenaire'],
  ])('an invited partner has both names of the columns %j', async (titles, domain) => {
    const { rows, checked } = await checkPartners(utf8(`${titles};Email`, `Élise;Forêt;elise@${domain}.example`))
    expect(checked.map(({ outcome }) => outcome)).toEqual(['ready'])
    await importRows(app, app.admin, { kind: 'partners', rows })
    const { items } = await app.admin.call(partnerRoutes.listPartners, { query: { search: `${domain}.example` } })
    expect(items.map(({ fullName }) => fullName)).toEqual(['Élise Forêt'])
  })

  test('one byte of Latin-1 spoils no other letter, and its row is refused with the reason', async () => {
    const { outcomes, checked, leads } = await importLeads(
      mixed(
        'Name,Company,Email,Amount,Offer',
        'Élise Forêt,Boulangerie Noël,elise@latin.example,1200,Star',
        'Ren|é Roux,Forge Roux,rene@latin.example,900,Star',
      ),
    )
    expect(outcomes).toEqual(['imported', 'refused'])
    expect(leads[0]).toMatchObject({ name: 'Élise Forêt', company: 'Boulangerie Noël' })
    expect(said(checked)[1]).toEqual([
      'name: Lettres illisibles : « Ren\ufffd Roux ». Enregistrez le fichier au format « CSV UTF-8 », ou corrigez la cellule.',
    ])
  })

  test('a row of UTF-8 in a file of Latin-1, and letters that were spoilt, are refused with the reason', async () => {
    const { outcomes, leads } = await importLeads(
      mixed(
        'Nom;Soci|ét|é;Email;T|él|éphone;Montant;Offre',
        'Ren|é Roux;Forge Roux;rene@western.example;;900;Star',
        'Zo|é L|é|ï;Caf|é |»;zoe@western.example;;900;Star',
        'Élise Roux;Atelier;elise@western.example;;900;Star',
      ),
    )
    expect(outcomes).toEqual(['imported', 'imported', 'refused'])
    expect(leads[0]).toMatchObject({ name: 'René Roux' })
    const spoilt = await importLeads(
      utf8(
        'Nom;Société;Email;Montant;Offre',
        'Ã‰lise ForÃªt;L’Ã‚tre;ea@spoilt.example;900;Star',
        'Paul Roux;Lâ€™Atelier;eb@spoilt.example;900;Star',
        'João Conceição;PADRÃO Â;ec@spoilt.example;900;Star',
      ),
    )
    expect(spoilt.outcomes).toEqual(['refused', 'refused', 'imported'])
  })

  test('spoilt letters are refused in files of partners and of payments as well', async () => {
    const { checked } = await checkPartners(
      mixed('Nom;Société;Email', 'Élise Forêt;Noël;elise@mixed.example', 'Ren|é Roux;Forgé;rene@mixed.example'),
    )
    expect(checked.map(({ outcome }) => outcome)).toEqual(['ready', 'refused'])
    expect(said(checked)[1]?.[0]).toContain('fullName: Letters that cannot be read: “Ren\ufffd Roux”')
    const payments = await checkPayments(
      mixed('Société;Facture;Date;Montant', 'Forg|é;F-é1;01/02/2026;100', 'Forgé;2,02601E+11;01/02/2026;100'),
    )
    expect(payments.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    expect(said(payments).map(([first]) => first?.slice(0, 40))).toEqual([
      'company: Letters that cannot be read: “F',
      'reference: A spreadsheet has shortened t',
    ])
  })

  test('telephones that a spreadsheet has shortened are refused, and strangers are no duplicates', async () => {
    const { outcomes, checked } = await importLeads(
      utf8(
        'Nom;Société;Email;Téléphone;Montant;Offre',
        'Aa Un;Soc Un;a1@ph.example;6,12346E+08;100;Star',
        'Aa Deux;Soc Deux;a2@ph.example;6.12346E+10;100;Star',
        'Aa Trois;Soc Trois;a3@ph.example;6.12346e+10;100;Star',
      ),
    )
    expect(outcomes).toEqual(['refused', 'refused', 'refused'])
    expect(said(checked)[1]).toEqual([
      'phone: Un tableur a abrégé ce nombre : « 6.12346E+10 ». Mettez la colonne au format Texte et saisissez-le en entier.',
    ])
    for (const company of ['Direct Un', 'Direct Deux']) {
      const body = { name: company, company, email: '', phone: '6.12346E+10', estimatedAmountCents: 100, offerType: 'star' }
      const { status, body: answer } = await marie.try(leadRoutes.addLead, {
        body: { ...body, email: `${company[7]}@d.example` },
      })
      expect([status, answer.fields?.[0]?.path]).toEqual([422, 'phone'])
    }
  })

  test('a telephone that a spreadsheet took for a number is made whole, and the dry run says so', async () => {
    const phones = [
      '612345678',
      '33612345678.0',
      '33712345678',
      '612345679,00',
      '06 12 34 56 78 / 01 23 45 67 89',
      '+32 2 123 45 67',
    ]
    const { checked, outcomes, leads } = await importLeads(
      utf8(
        'Nom;Société;Email;Téléphone;Montant;Offre',
        ...phones.map((phone, at) => `Bb ${at};Nombre ${at};b${at}@whole-ph.example;${phone};100;Star`),
      ),
    )
    expect(outcomes).toEqual(phones.map(() => 'imported'))
    expect(leads.map((lead) => lead?.phone)).toEqual([
      '0612345678',
      '+33612345678',
      '+33712345678',
      '0612345679',
      '06 12 34 56 78 / 01 23 45 67 89',
      '+32 2 123 45 67',
    ])
    expect(said(checked).map(([first = '']) => first)).toEqual([
      'phone: Téléphone « 612345678 » lu comme 0612345678',
      'phone: Téléphone « 33612345678.0 » lu comme +33612345678',
      'phone: Téléphone « 33712345678 » lu comme +33712345678',
      'phone: Téléphone « 612345679,00 » lu comme 0612345679',
      '',
      '',
    ])
  })

  test('what a spreadsheet does to numbers is told in the custom fields as well', async () => {
    const custom = [
      { key: 'direct_line', name: 'Ligne directe', kind: 'phone' as const },
      { key: 'contract', name: 'Contrat', kind: 'text' as const },
    ]
    for (const field of custom) await fieldChanges(() => app.admin).add({ ...plainField, ...field })
    const { outcomes, checked, leads } = await importLeads(
      utf8(
        'Nom;Société;Email;Montant;Offre;Ligne directe;Contrat',
        'Cc Un;Own Un;c1@own.example;100;Star;612345678;20260100012',
        'Cc Deux;Own Deux;c2@own.example;100;Star;;2,02601E+10',
      ),
      custom,
    )
    expect(outcomes).toEqual(['imported', 'refused'])
    expect(leads[0]?.fields).toMatchObject({ direct_line: '0612345678', contract: '20260100012' })
    expect(said(checked).map(([first = '']) => first.slice(0, 50))).toEqual([
      'fields.direct_line: Téléphone « 612345678 » lu com',
      'fields.contract: Un tableur a abrégé ce nombre : «',
    ])
  })

  test('what lies beyond the last filled cell does not exist', async () => {
    const empty = ';'.repeat(16_384 - 5)
    const { leads } = await importLeads(
      utf8(`Nom;Société;Email;Montant;Offre${empty}`, `Elise;Wide Noel;elise@wide.example;100;Star${empty}`),
    )
    expect(leads.map((lead) => lead?.name)).toEqual(['Elise'])
  })
})
