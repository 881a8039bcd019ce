import { describe, expect, test } from 'vitest'
import { countryCodes } from '#platform/domain/countries.ts'
import { documentReading, inLanguageOf, type WrittenLanguage } from '#platform/domain/languages.ts'
import {
  type BillingTerms,
  billingFieldsFor,
  billingModes,
  billingRegimes,
  noVatText,
  regimesFor,
  vatOfPayout,
  vatWording,
} from './billing.ts'
import { type BillingInput, billingProblems, fittingInput } from './billing-check.ts'
import { vatCaseOf } from './vat.ts'

const standard: BillingTerms = { mode: 'upload', regime: 'standard', vatRate: 20 }
const franchise: BillingTerms = { mode: 'upload', regime: 'franchise', vatRate: null }
const abroad: BillingTerms = { mode: 'upload', regime: 'reverse_charge', vatRate: null }
const outside: BillingTerms = { mode: 'upload', regime: 'none', vatRate: null }
const individual: BillingTerms = { mode: 'receipt', regime: 'none', vatRate: null }

test.each([
  [220_000, standard, 44_000, null],
  [220_000, { ...standard, vatRate: 8.5 }, 18_700, null],
  [3, { ...standard, vatRate: 20 }, 1, null],
  [220_000, franchise, 0, 'franchise'],
  [220_000, abroad, 0, 'reverse_charge'],
  [220_000, outside, 0, 'none'],
  [220_000, individual, 0, 'receipt'],
  [220_000, null, 0, 'no_profile'],
])('a payout of %i cents to %o has %i cents of VAT', (net, terms, vatCents, reason) => {
  expect(vatOfPayout(net, terms)).toEqual({ vatCents, reason })
})

test('why there is no VAT is said in the language of the reader; French words of earlier statements stay', () => {
  const said = (language: WrittenLanguage) =>
    inLanguageOf(documentReading(language), () => [franchise, abroad, outside, individual].map(vatWording))
  expect(said('fr')).toEqual(['TVA non applicable, art. 293 B du CGI', 'Autoliquidation', 'Sans TVA française', 'Reçu, sans TVA'])
  expect(said('en')).toEqual(['VAT not applicable, art. 293 B of the CGI', 'Reverse charge', 'No French VAT', 'Receipt, no VAT'])
  expect(inLanguageOf(documentReading('en'), () => noVatText('no_profile'))).toBe('VAT not applied: no billing data')
  expect(inLanguageOf(documentReading('en'), () => noVatText('Sans TVA française'))).toBe('Sans TVA française')
})

test('VAT is shown with its rate', () => {
  expect(vatWording(standard)).toBe('TVA 20\u00a0% en plus')
  expect(vatWording({ ...standard, vatRate: 8.5 })).toBe('TVA 8,5\u00a0% en plus')
})

test('self-billing offers exactly the regimes for which invoices can be made', () => {
  for (const country of countryCodes) {
    const cases = (['vat_payer', 'franchise'] as const).map((regime) => vatCaseOf(regime, country))
    expect([country, regimesFor('self_billing', country)]).toEqual([country, cases.filter((each) => typeof each === 'string')])
  }
})

const company: BillingInput = {
  ...standard,
  legalName: 'Lefèvre Conseil',
  legalForm: 'SARL',
  companyNumber: '73282932000074',
  vatNumber: 'FR44732829320',
  street: 'rue du Port',
  buildingNumber: '3',
  postcode: '44000',
  town: 'Nantes',
  country: 'FR',
}
const person: BillingInput = { ...company, ...individual, legalForm: '', companyNumber: '', vatNumber: '' }
const belgian: BillingInput = {
  ...company,
  ...abroad,
  companyNumber: '',
  vatNumber: 'BE0403170701',
  postcode: '1000',
  town: 'Bruxelles',
  country: 'BE',
}
const swiss: BillingInput = { ...belgian, ...outside, vatNumber: '', country: 'CH' }

describe('a billing profile', () => {
  test.each([
    ['a company with VAT', company],
    ['one with its SIREN alone', { ...company, companyNumber: '732829320' }],
    ['one in franchise', { ...company, ...franchise, vatNumber: '' }],
    ['one of another EU country', belgian],
    ['one of another EU country without a VAT number', { ...belgian, ...outside, vatNumber: '' }],
    ['one outside the EU, where a legal form may be missing', { ...swiss, legalForm: '' }],
    ['an individual', person],
    ['an individual abroad', { ...person, country: 'SN', postcode: '' }],
  ])('of %s has no problem', (_title, input) => {
    expect(billingProblems(input)).toEqual([])
    expect(fittingInput(input)).toEqual(input)
  })

  const empty = 'Sans objet pour ce régime de TVA : laissez ce champ vide.'
  test.each([
    [company, { legalName: 'L' }, 'legalName', 'Indiquez le nom complet.'],
    [company, { legalForm: '' }, 'legalForm', 'Indiquez la forme juridique.'],
    [company, { companyNumber: '' }, 'companyNumber', 'Indiquez le SIREN ou le SIRET.'],
    [company, { companyNumber: '7328293200007' }, 'companyNumber', 'Le SIREN comporte 9 chiffres, le SIRET 14.'],
    [company, { companyNumber: '732829321' }, 'companyNumber', 'Ce SIREN est erroné : sa clé de contrôle ne correspond pas.'],
    [
      company,
      { companyNumber: '73282932000075' },
      'companyNumber',
      'Ce SIRET est erroné : sa clé de contrôle ne correspond pas.',
    ],
    [company, { vatNumber: '' }, 'vatNumber', 'Indiquez le numéro de TVA intracommunautaire.'],
    [company, { vatNumber: 'FR40303265045' }, 'vatNumber', 'Le numéro de TVA ne correspond pas au SIREN.'],
    [company, { vatRate: null }, 'vatRate', 'Choisissez un taux de TVA en vigueur.'],
    [company, { vatRate: 19.6 }, 'vatRate', 'Choisissez un taux de TVA en vigueur.'],
    [company, { street: '' }, 'street', 'Indiquez la rue.'],
    [company, { postcode: '4400' }, 'postcode', 'Un code postal français comporte 5 chiffres.'],
    [company, { town: '' }, 'town', 'Indiquez la ville.'],
    [swiss, { country: 'RE' }, 'country', 'Pour un département d’outre-mer, choisissez la France.'],
    [belgian, { vatNumber: 'DE129273398' }, 'vatNumber', 'Un numéro de TVA de ce pays commence par BE.'],
    [belgian, { companyNumber: '732829320' }, 'companyNumber', empty],
    [belgian, { vatRate: 20 }, 'vatRate', empty],
    [swiss, { vatNumber: 'CHE116281271' }, 'vatNumber', empty],
    [swiss, { mode: 'self_billing' as const }, 'regime', 'Choisissez un régime de TVA qui va avec ce pays.'],
    [person, { legalForm: 'SARL' }, 'legalForm', empty],
    [person, { companyNumber: '732829320' }, 'companyNumber', empty],
    [person, { regime: 'franchise' as const }, 'regime', 'Choisissez un régime de TVA qui va avec ce pays.'],
  ])('%#: %o with %o has a problem of %s: %s', (input, change, path, message) => {
    expect(billingProblems({ ...input, ...change })).toEqual([{ path, message }])
  })

  test('what a choice has no use for is removed, whatever was typed before', () => {
    const typed = { ...company, companyNumber: '732 829 320 00074', vatNumber: 'fr44 732829320' }
    expect(fittingInput(typed)).toEqual(company)
    expect(fittingInput({ ...typed, mode: 'receipt' })).toEqual(person)
    expect(fittingInput({ ...typed, country: 'BE', vatNumber: 'BE 0403.170.701', postcode: '1000', town: 'Bruxelles' })).toEqual(
      belgian,
    )
    for (const mode of billingModes.filter((each) => each !== 'self_billing')) {
      for (const country of countryCodes) {
        for (const regime of billingRegimes) {
          const fitting = fittingInput({ ...company, mode, country, regime })
          expect(regimesFor(mode, country)).toContain(fitting.regime)
          expect(billingFieldsFor(mode, country, fitting.regime).vatRate).toBe(fitting.vatRate !== null)
        }
      }
    }
  })
})
