import { afterEach, describe, expect, test } from 'vitest'
import { fileFields, fileTitle, mapFileFields } from '#leads/leads/domain/lead-file.ts'
import { readCell } from '#platform/domain/file-columns.ts'
import { defaultReading, type Reading, readings, setReadingSource } from '#platform/domain/languages.ts'
import { nameIn } from '#platform/domain/names.ts'
import { namedOffers, readableOffers } from '#test/default-offers.ts'
import { leadStatuses, namedStages } from '#test/default-stages.ts'
import { mapTitles } from '#test/mapped-files.ts'
import { readOffer, readStatus } from './lead-values.ts'

const mapFileColumns = (titles: readonly string[]) => {
  const mapped = mapTitles('leads', titles)
  return mapFileFields((field) => mapped[field]?.[0] ?? null)
}

describe('the status column of a lead file', () => {
  test.each([
    ['', 'nouveau'],
    ['nouveau', 'nouveau'],
    ['premier_contact', 'premier_contact'],
    ['Premier contact', 'premier_contact'],
    ['en_cours', 'premier_contact'],
    ['En cours', 'premier_contact'],
    ['appel', 'call_effectue'],
    ['Appel', 'call_effectue'],
    ['CALL EFFECTUÉ', 'call_effectue'],
    ['signe', 'signe'],
    ['Signé', 'signe'],
    ['perdu', 'refuse'],
    ['refuse', 'refuse'],
    ['Refusé', 'refuse'],
    ['gelé', null],
    ['constructor', null],
    ['-', null],
  ])('%j is read as %s', (text, status) => expect(readStatus(text, namedStages)).toBe(status))
})

describe('the offer column of a lead file', () => {
  test.each([
    ['automation', 'automation'],
    ['Automation simple', 'automation'],
    ['Automation simple 3-5K€', 'automation'],
    ['ESSENTIELLE', 'automation'],
    ['Star 8-12K€', 'star'],
    ['avancee', 'star'],
    ['Avancée ', 'star'],
    ['Custom', 'custom'],
    ['sur-mesure', 'custom'],
    ['', null],
    ['Premium', null],
  ])('%j is read as %s', (text, offer) => expect(readOffer(text, namedOffers)?.key ?? null).toBe(offer))

  test('a name that two offers share but for the price names neither without it', () => {
    const offers = [
      { key: 'pack_a', names: ['Pack 3-5K€'], isOpen: true },
      { key: 'pack_b', names: ['Pack 8-12K€', 'Étoile'], isOpen: false },
    ]
    const read = (text: string) => readOffer(text, offers)?.key ?? null
    expect(['Pack 3-5K€', 'pack 8-12k€', 'etoile', 'pack_b', 'Pack', 'Pack 9K€'].map(read)).toEqual([
      'pack_a',
      'pack_b',
      'pack_b',
      'pack_b',
      null,
      null,
    ])
  })
})

describe('the header of a lead file', () => {
  test('French headers match regardless of case, accents and punctuation', () => {
    const titles = [
      'Nom du contact',
      'SOCIETE',
      'E-mail',
      'Téléphone',
      'Site web',
      'Montant estimé (€)',
      "Type d'offre",
      'Statut',
    ]
    expect(mapFileColumns(titles)).toMatchObject({
      partner: null,
      name: 0,
      company: 1,
      email: 2,
      phone: 3,
      website: 4,
      amount: 5,
      offer: 6,
      status: 7,
      notes: null,
    })
  })

  test.each(['Montant HT', 'CA', 'C.A. HT', 'Budget', 'Budget estimé', 'Chiffre d’affaires', 'Montant H.T. (€)'])(
    'the amount column may be called %j',
    (title) => expect(mapFileColumns(['Nom', title])).toMatchObject({ name: 0, amount: 1 }),
  )

  test.each(['Te\u0301le\u0301phone', 'ＴÉＬÉＰＨＯＮＥ', ' telephone : '])(
    'a phone is found under %j, however it is encoded',
    (title) => expect(mapFileColumns(['Nom', title])).toMatchObject({ name: 0, phone: 1 }),
  )

  test('English headers and stored names match, unknown headers are ignored', () => {
    const titles = ['created_at', 'Partner', 'name', 'company', 'email', 'estimated_amount', 'offer_type', 'notes', 'email']
    expect(mapFileColumns(titles)).toMatchObject({
      partner: 1,
      name: 2,
      company: 3,
      email: 4,
      amount: 5,
      offer: 6,
      notes: 7,
      status: null,
    })
  })
})

test.each([
  ["'+33 6 12 34 56 78", '+33 6 12 34 56 78'],
  ["'=1+1", '=1+1'],
  ["l'été", "l'été"],
  ["'n Boek", "'n Boek"],
  ['  Paul ', 'Paul'],
  ['=HYPERLINK("x")', '=HYPERLINK("x")'],
])('the cell %j is read as %j', (text, value) => expect(readCell(text)).toBe(value))

describe('a file that was exported in one language', () => {
  afterEach(() => setReadingSource(() => defaultReading))
  test.each(readings.map((reading) => [JSON.stringify(reading), reading] as const))(
    'in %s is read in every other',
    (_, reading: Reading) => {
      setReadingSource(() => reading)
      const labels = [readableOffers(), readableOffers(true)].flatMap((offers) => [...offers.values()])
      const stages = namedStages.map(({ names }) => nameIn({ name: names[0], names: { fr: names[0], en: names[1] } }))
      const titles = fileFields.map((field) => fileTitle(field))
      setReadingSource(() => defaultReading)
      for (const { key, name } of labels) expect(readOffer(name, namedOffers)?.key).toBe(key)
      expect(stages.map((name) => readStatus(name, namedStages))).toEqual(leadStatuses)
      expect(Object.values(mapFileColumns(titles))).toEqual(fileFields.map((_field, at) => at))
    },
  )
})
