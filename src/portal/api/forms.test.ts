import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { loginForm } from '#accounts/auth/api/auth.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { adminLeadForm, leadForm } from '#leads/leads/api/leads.ts'
import { bankDetailsForm, paymentForm } from '#money/bank-details/api.ts'
import { invitationForm } from '#partners/partners/api/partners.ts'
import { defaultReading, setReadingSource } from '#platform/domain/languages.ts'
import { staffReading } from '#test/staff-reading.ts'

const id = '01900000-0000-7000-8000-000000000000'
const letters = (count: number) => 'x'.repeat(count)

/** The form's error messages for `whole` with these changes; the first one is the toast's. */
function messagesOf(form: z.core.$ZodType, whole: object, changes: object): string[] {
  const result = z.safeParse(form, { ...whole, ...changes })
  return result.success ? [] : result.error.issues.map((issue) => issue.message)
}
const first = (form: z.core.$ZodType, whole: object, changes: object) => messagesOf(form, whole, changes)[0] ?? null

const lead = {
  name: 'Paul Bernard',
  company: 'Boulangerie Bernard',
  email: 'paul@bernard.example',
  phone: '',
  website: '',
  estimatedAmountCents: 0,
  offerType: 'star',
  notes: '',
}

test.each([
  [{}, null],
  [{ email: 'nobody' }, 'Email invalide'],
  [{ email: '' }, 'Email invalide'],
  [{ password: '12345' }, 'Le mot de passe doit contenir au moins 6 caractères'],
  [{ password: '123456' }, null],
  [{ email: '', password: '' }, 'Email invalide'],
])('signing in with %j says %s', (changes, message) => {
  expect(first(loginForm, { email: 'a@b.fr', password: 'secret' }, changes)).toBe(message)
})

describe('the lead form', () => {
  const tooShort = 'Le nom doit contenir au moins 2 caractères'
  test.each([
    [{ name: 'P' }, tooShort],
    [{ name: '  P  ' }, tooShort],
    [{ name: 'Pa' }, null],
    [{ name: letters(100) }, null],
    [{ name: letters(101) }, 'Le nom ne peut pas dépasser 100 caractères'],
    [{ company: 'B' }, 'La société doit contenir au moins 2 caractères'],
    [{ company: 'BB' }, null],
    [{ company: letters(100) }, null],
    [{ company: letters(101) }, 'La société ne peut pas dépasser 100 caractères'],
    [{ email: 'paul@' }, 'Email invalide'],
    [{ email: `${letters(64)}@${letters(60)}.${letters(60)}.${letters(60)}.example` }, null],
    [{ email: `paul@${`${letters(60)}.`.repeat(4)}example` }, 'Email invalide'],
    [{ phone: '+33 6 12 34 56 78' }, null],
    [{ website: 'nowhere' }, 'URL invalide'],
    [{ website: 'javascript:alert(1)' }, 'URL invalide'],
    [{ website: 'https://bernard.example' }, null],
    [{ estimatedAmountCents: -1 }, 'Le montant doit être positif'],
    [{ estimatedAmountCents: null }, 'Le montant doit être positif'],
    [{ offerType: null }, "Veuillez sélectionner un type d'offre"],
    [{ offerType: '' }, "Veuillez sélectionner un type d'offre"],
    [{ offerType: 'Or' }, "Veuillez sélectionner un type d'offre"],
    [{ notes: letters(1000) }, null],
    [{ notes: letters(1001) }, 'Les notes ne peuvent pas dépasser 1000 caractères'],
  ])('with %j says %s', (changes, message) => expect(first(leadForm, lead, changes)).toBe(message))

  test('phone, website and notes are optional; errors come in field order', () => {
    const { name, company, email, estimatedAmountCents, offerType } = lead
    expect(z.safeParse(leadForm, { name, company, email, estimatedAmountCents, offerType }).success).toBe(true)
    expect(messagesOf(leadForm, {}, {})).toEqual([
      tooShort,
      'La société doit contenir au moins 2 caractères',
      'Email invalide',
      'Le montant doit être positif',
      "Veuillez sélectionner un type d'offre",
    ])
  })

  test('staff name the partner too', () => {
    expect(first(adminLeadForm, lead, {})).toBe('Please fill in all required fields')
    expect(first(adminLeadForm, lead, { partnerId: id })).toBeNull()
  })
})

describe('the invitation form', () => {
  // Staff fill it in.
  beforeAll(() => setReadingSource(() => staffReading))
  afterAll(() => setReadingSource(() => defaultReading))
  const missing = 'Please fill in all required fields'
  test.each([
    [{ fullName: '' }, missing],
    [{ email: '' }, missing],
    [{ email: 'nobody' }, 'Invalid email'],
    [{ role: 'owner' }, expect.any(String)],
    [{}, null],
  ])('with %j says %s', (changes, message) =>
    expect(first(invitationForm, { fullName: 'Marie', email: 'm@e.fr' }, changes)).toEqual(message),
  )

  test('the role defaults to partner', () => {
    expect(z.parse(invitationForm, { fullName: 'Marie', email: 'm@e.fr' }).role).toBe('partner')
    expect(z.parse(invitationForm, { fullName: 'Marie', email: 'm@e.fr', role: 'admin' }).role).toBe('admin')
  })
})

test.each([
  ['contract', { title: '' }, 'Please fill in all required fields'],
  ['contract', { partnerId: '' }, 'Please fill in all required fields'],
  ['contract', { document: { kind: 'file', uploadId: '' } }, 'Please upload a contract file'],
  ['contract', { document: { kind: 'link', url: '' } }, 'Please provide an external link'],
  ['contract', {}, null],
  ['resource', { title: ' ' }, 'Please fill in all required fields'],
  ['resource', { document: { kind: 'file', uploadId: '' } }, 'Please upload a file'],
  ['resource', { document: { kind: 'link', url: 'x' } }, 'Please provide an external link'],
  ['resource', {}, null],
] as const)('a %s with %j says %s', (kind, changes, message) => {
  const form = kind === 'contract' ? contractRoutes.assignContract.body : resourceRoutes.addResource.body
  const own = kind === 'contract' ? { partnerId: id, contractType: 'main' } : { description: '', category: 'documents' }
  expect(first(form, { title: 'Titre', document: { kind: 'file', uploadId: id }, ...own }, changes)).toBe(message)
})

describe('the bank details', () => {
  const wrongIban = 'Invalid IBAN format (e.g., FR76...)'
  const details = {
    company: 'Dupont Conseil',
    iban: 'FR7630006000011234567890189',
    address: '1 rue de la Paix',
    country: 'France',
  }
  test.each([
    [{}, null],
    [{ company: ' D ' }, 'Company name must be at least 2 characters'],
    [{ company: letters(200) }, null],
    [{ company: letters(201) }, 'Company name too long'],
    [{ iban: 'FR7630006000011' }, null],
    [{ iban: 'FR763000600001' }, wrongIban],
    [{ iban: `FR76${'A'.repeat(30)}` }, null],
    [{ iban: `FR76${'A'.repeat(31)}` }, wrongIban],
    [{ iban: 'fr7630006000011234567890189' }, wrongIban],
    [{ iban: 'F17630006000011234567890189' }, wrongIban],
    [{ iban: 'FRA630006000011234567890189' }, wrongIban],
    [{ iban: 'FR76300060000112345678901é9' }, wrongIban],
    [{ address: '1 ru' }, 'Address must be at least 5 characters'],
    [{ address: letters(500) }, null],
    [{ address: letters(501) }, 'Address too long'],
    [{ country: 'F' }, 'Country must be at least 2 characters'],
    [{ country: letters(100) }, null],
    [{ country: letters(101) }, 'Country name too long'],
    [{ company: '', iban: '', address: '', country: '' }, 'Company name must be at least 2 characters'],
  ])('with %j say %s', (changes, message) => expect(first(paymentForm, details, changes)).toBe(message))

  const address = { street: 'rue du Port', buildingNumber: '3', postcode: '44000', town: 'Nantes', postalCountry: 'FR' }
  test.each([
    [{}, null],
    [{ accountHolder: 'Société Générale d’Élevage & Cie', ...address }, null],
    [{ accountHolder: '', street: '', buildingNumber: '', postcode: '', town: '', postalCountry: '' }, null],
    [{ accountHolder: letters(70) }, null],
    [{ accountHolder: letters(71) }, '70 caractères au plus'],
    [{ accountHolder: 'Иванов' }, 'Écrivez le nom en lettres latines, comme sur le RIB : la banque ne lit pas « И ».'],
    [{ ...address, street: letters(71) }, '70 caractères au plus'],
    [{ ...address, buildingNumber: letters(17) }, '16 caractères au plus'],
    [{ ...address, postcode: letters(17) }, '16 caractères au plus'],
    [{ ...address, town: letters(36) }, '35 caractères au plus'],
    [{ ...address, town: ' ' }, 'Indiquez la ville'],
    [{ ...address, postalCountry: '' }, 'Indiquez le pays'],
    [{ town: 'Nantes' }, 'Indiquez le pays'],
    [{ ...address, postalCountry: 'XX' }, 'Choisissez un pays de la liste'],
    [{ company: 'D', accountHolder: letters(71) }, 'Company name must be at least 2 characters'],
  ])('with an account holder %j say %s', (changes, message) => expect(first(bankDetailsForm, details, changes)).toBe(message))

  test('are trimmed', () => {
    const typed = {
      company: ' Dupont ',
      iban: ' FR76 3000 6000 0112 3456 7890 189 ',
      address: ' 1 rue du Port ',
      country: ' France ',
    }
    expect(z.parse(paymentForm, typed)).toEqual({
      company: 'Dupont',
      iban: 'FR7630006000011234567890189',
      address: '1 rue du Port',
      country: 'France',
    })
  })
})
