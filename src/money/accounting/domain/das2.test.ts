import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countryCodes } from '#platform/domain/countries.ts'
import { withoutFormulas } from '#platform/domain/csv.ts'
import { readDas2 } from '#test/das2/read-das2.ts'
import { das2Country, inseeCountryCode } from './country-codes.ts'
import { das2Table } from './das2-table.ts'
import { type Das2Beneficiary, das2Lines, das2ThresholdCents, missingNames, wholeEuros } from './declaration.ts'
import { type Das2Declarant, das2File } from './fixed-width-file.ts'
import { latinText } from './latin-text.ts'

const nantes = { line1: '12 quai de la Fosse', line2: '', postcode: '44000', city: 'Nantes', country: 'FR' }

const declarant: Das2Declarant = {
  name: 'Atelier Loire & Associés',
  siren: '732829320',
  siret: '73282932000074',
  ape: '6201Z',
  address: nantes,
  paysWages: true,
  contact: { name: 'Hélène Marchand', phone: '+33 2 40 00 00 00', email: 'compta@atelier-loire.example' },
}

const business: Das2Beneficiary = {
  id: 'p1',
  name: { kind: 'business', companyName: 'Cœur & Ça Conseil' },
  siret: '55210055400013',
  profession: 'Conseil',
  address: nantes,
  countryCode: null,
  paidCents: 264_008,
}
const person: Das2Beneficiary = {
  ...business,
  id: 'p2',
  name: { kind: 'person', lastName: 'Lefèvre', firstName: 'Camille' },
  siret: null,
  profession: '',
  paidCents: 300_050,
}
const belgian: Das2Beneficiary = {
  ...business,
  id: 'p3',
  name: { kind: 'business', companyName: 'Van den Berg' },
  siret: null,
  address: { line1: 'Avenue Louise 54', line2: '', postcode: '1050', city: 'Bruxelles', country: 'BE' },
  countryCode: '99131',
  paidCents: 500_000,
}

describe('who is declared', () => {
  test.each([
    [2022, 120_000],
    [2023, 120_000],
    [2024, 240_000],
    [2026, 240_000],
  ])('the threshold of %i is %i cents', (year, cents) => {
    expect(das2ThresholdCents(year)).toBe(cents)
  })

  test.each([
    [2026, 239_999, 'below_threshold', false],
    [2026, 240_000, 'to_declare', true],
    [2026, 240_001, 'to_declare', false],
    [2023, 120_001, 'to_declare', false],
  ])('in %i, %i cents: %s, at the threshold %s', (year, paidCents, state, atThreshold) => {
    expect(das2Lines(year, [{ ...business, paidCents }])).toMatchObject([{ state, atThreshold }])
  })

  test('who was not paid has no line', () => {
    expect(das2Lines(2026, [{ ...business, paidCents: 0 }])).toEqual([])
  })

  test.each<[string, Das2Beneficiary, string[]]>([
    ['a French business without SIRET', { ...business, siret: null }, ['SIRET']],
    ['a wrong SIRET', { ...business, siret: '55210055400014' }, ['SIRET valide']],
    ['a person without names', { ...person, name: { kind: 'person', lastName: '', firstName: ' ' } }, ['Nom', 'Prénom']],
    ['no town', { ...person, address: { ...nantes, city: '', postcode: '44' } }, ['Ville', 'Code postal']],
    ['a country without code', { ...belgian, countryCode: null }, ['Code INSEE du pays']],
    ['another script', { ...belgian, name: { kind: 'business', companyName: 'Ελλάς' } }, ['Écriture en caractères latins']],
  ])('%s is incomplete, stays in the list and stops the file', (_, beneficiary, missing) => {
    const lines = das2Lines(2026, [business, beneficiary])
    expect(lines[1]?.state).toBe('incomplete')
    expect(missingNames(lines[1]?.missing ?? [])).toEqual(missing)
    expect(() => das2File(2026, declarant, lines)).toThrow('incomplete')
    expect(das2Table(lines)[2]?.[0]).toBe('Donnée manquante')
  })
})

describe('the file', () => {
  test('has the records of the declarant, of each beneficiary above the threshold, and totals that re-add', () => {
    const small = { ...business, id: 'p4', paidCents: 100 }
    const { records, beneficiaries, commissions } = readDas2(
      das2File(2026, declarant, das2Lines(2026, [business, person, small, belgian])),
    )
    expect(records[0]).toMatchObject({
      siren: '732829320',
      ape: '6201Z',
      name: 'Atelier Loire & Associés',
      kind: 'X',
      seatZip: '44000',
    })
    expect(records[1]).toMatchObject({ siret: '73282932000074', year: '2026', type: '4', n1: 'N', n2: 'N' })
    expect(beneficiaries).toMatchObject([
      {
        beneficiary: '55210055400013',
        company: 'Coeur & Ça Conseil',
        last: '',
        sum1: '0000000000',
        sum2: '0000002640',
        homeOffice: 'Nantes',
      },
      { beneficiary: '', company: '', last: 'Lefèvre', first: 'Camille', sum2: '0000003001' },
      {
        company: 'Van den Berg',
        homeCog: '99131',
        homeCommune: '1050 Bruxelles',
        homeZip: '99131',
        homeOffice: 'Belgique',
        sum2: '0000005000',
      },
    ])
    expect(records.at(-2)).toMatchObject({
      contact: 'Hélène Marchand',
      phone: '0240000000',
      mail: 'compta@atelier-loire.example',
      siren: '732829320',
    })
    expect(commissions).toBe(2640 + 3001 + 5000)
  })

  test('a provider without wages declares type 1', () => {
    const file = das2File(2026, { ...declarant, paysWages: false }, das2Lines(2026, [business]))
    expect(readDas2(file).records[1]).toMatchObject({ type: '1' })
  })

  test('is not made when nothing is to be declared', () => {
    expect(() => das2File(2026, declarant, das2Lines(2026, [{ ...business, paidCents: 5 }]))).toThrow('nothing')
  })

  test('any names and sums: 672 bytes per record, and the sum of the lines above the threshold', () => {
    const latin = fc
      .string({ unit: fc.constantFrom(...'abcXYZéèçàœŒÿ’–€ÀÉ &-.0123'), minLength: 1, maxLength: 90 })
      .filter((text) => text.trim() !== '')
    const beneficiary = fc.record({
      companyName: latin,
      profession: latin,
      city: latin,
      paidCents: fc.integer({ min: 1, max: 50_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(beneficiary, { minLength: 1, maxLength: 15 }), fc.integer({ min: 2020, max: 2040 }), (all, year) => {
        const lines = das2Lines(
          year,
          all.map(({ companyName, profession, city, paidCents }) => ({
            ...business,
            name: { kind: 'business', companyName },
            profession,
            address: { ...nantes, city },
            paidCents,
          })),
        )
        const declared = all.filter(({ paidCents }) => paidCents >= das2ThresholdCents(year))
        fc.pre(declared.length > 0)
        const { beneficiaries, commissions } = readDas2(das2File(year, declarant, lines))
        expect(beneficiaries).toHaveLength(declared.length)
        expect(commissions).toBe(declared.reduce((sum, { paidCents }) => sum + Math.round(paidCents / 100), 0))
      }),
    )
  })

  test('the reader notices a wrong total, a wrong count, a short record and a moved column', () => {
    const text = Buffer.from(das2File(2026, declarant, das2Lines(2026, [business, person]))).toString('latin1')
    const broken = (from: string | RegExp, to: string) => () => readDas2(Buffer.from(text.replace(from, to), 'latin1'))
    expect(broken('0000002640', '0000002641')).toThrow('does not add up')
    expect(broken(/(9{12}310\d{11}\d{5})2/, '$13')).toThrow('count')
    expect(broken('Conseil ', 'Conseil')).toThrow('has 671 bytes')
    expect(broken('N   N ', ' N   N')).toThrow('should be')
  })
})

test.each([
  ['Cœur d’Œuvre – Élevage', "Coeur d'OEuvre - Élevage"],
  ['Łódź', 'Lódz'],
  ['Škoda Αθήνα', null],
  ['a\u00a0b\u202fc\td', 'a b c d'],
  ['Ελλάς', null],
])('%s in ISO-8859-1: %s', (text, latin) => {
  expect(latinText(text)).toBe(latin)
})

test('half an euro counts as one', () => {
  expect([0, 49, 50, 149, 150, 264_008].map(wholeEuros)).toEqual([0, 0, 1, 1, 2, 2640])
})

test('the table has a row for everybody and no formulas', () => {
  const lines = das2Lines(2026, [{ ...business, profession: '=1+1' }, person, { ...business, paidCents: 5 }])
  const rows = withoutFormulas(das2Table(lines))
  expect(rows.map((row) => row.length)).toEqual([15, 15, 15, 15, 1])
  expect(rows[4]).toEqual(['À contrôler par votre comptable'])
  expect(rows[1]).toEqual(expect.arrayContaining(['À déclarer', 'Cœur & Ça Conseil', "'=1+1", 2640, '2640,08']))
  expect(rows[3]?.[0]).toBe('Sous le seuil')
})

test('every country but Antarctica has a code of INSEE’s, or is declared as France', () => {
  const without = countryCodes.filter((country) => das2Country(country) !== 'FR' && inseeCountryCode(country) === null)
  expect(without).toEqual(['AQ'])
  for (const country of countryCodes) expect(inseeCountryCode(country) ?? '99000').toMatch(/^99[0-5]\d\d$/)
  // There is one country of each continent, and a territory that has the code of its country.
  expect(['BE', 'JP', 'MA', 'US', 'AU', 'GG'].map(inseeCountryCode)).toEqual([
    '99131',
    '99217',
    '99350',
    '99404',
    '99501',
    '99132',
  ])
  expect(['GP', 'NC', 'PM'].map(das2Country)).toEqual(['FR', 'FR', 'FR'])
})
