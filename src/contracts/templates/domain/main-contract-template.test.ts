import { expect, test } from 'vitest'
import { shippedMainContract } from './main-contract-template.ts'
import { type FieldValues, fieldsOf, fillTemplate, templateError, templateFields, templateTitleMax } from './templates.ts'

const values = Object.fromEntries(templateFields.map((name) => [name, `<${name}>`])) as FieldValues
const { body, title } = shippedMainContract

const tiers = [
  { name: 'Bronze', revenue: 'de 0 € à moins de 10 000 €', rate: '15 %' },
  { name: 'Silver', revenue: 'à partir de 10 000 €', rate: '20 %' },
]

test('the shipped contract is a valid main contract, which names both parties by its fields', () => {
  expect(templateError(body)).toBeNull()
  expect(title.length).toBeLessThanOrEqual(templateTitleMax)
  const used = [...JSON.stringify(body).matchAll(/"field":"(\w+)"/g)].map(([, name]) => name)
  expect(used).toEqual([
    'provider_name',
    'provider_identity',
    'partner_company',
    'partner_identity',
    'partner_name',
    'partner_email',
    'protection_months',
    'tier_name',
    'commission_rate',
    'date',
  ])
  expect(fieldsOf('main')).toEqual(expect.arrayContaining(used))
  expect(fillTemplate(body, values, tiers).missing).toEqual([])
  // Without tiers it speaks of what there is not.
  expect(fillTemplate(body, values).missing).toEqual(['tier_name'])
})

test('the table of tiers has a row for each tier, in their order', () => {
  expect(fillTemplate(body, values, tiers).body.filter(({ type }) => type === 'table')).toEqual([
    {
      type: 'table',
      head: ['Palier', 'Chiffre d’affaires apporté', 'Taux'],
      rows: tiers.map(({ name, revenue, rate }) => [name, revenue, rate]),
    },
  ])
})

test.each([
  ['it is no mandate and no employment', 'ni salarié, ni agent commercial, ni mandataire'],
  ['contacts are protected from their registration', 'réservé au Partenaire', 'mois à compter de son enregistrement'],
  ['commissions are paid within thirty days', 'trente jours après sa validation'],
  ['lateness has its legal price', 'trois fois l’intérêt légal', 'quarante euros'],
  ['either party may end it', 'préavis d’un mois'],
  ['personal data have their law', '2016/679', '6 janvier 1978'],
  ['it is signed electronically', 'par voie électronique dans le Portail'],
])('%s', (_, ...clauses) => {
  for (const clause of clauses) expect(JSON.stringify(body)).toContain(clause)
})
