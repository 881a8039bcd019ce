import { expect, test } from 'vitest'
import { mandateBody, mandateTitle } from './mandate-template.ts'
import { type FieldValues, fieldsOf, fillTemplate, templateError, templateFields, templateTitleMax } from './templates.ts'

const values = Object.fromEntries(templateFields.map((name) => [name, `<${name}>`])) as FieldValues

/** All text of the filled mandate. */
const wording = (contestDays = 15) => {
  const { body } = fillTemplate(mandateBody, { ...values, contest_days: String(contestDays) })
  return JSON.stringify(body).replaceAll(/",?("marks":\["bold"\])?},\{"type":"text","text":"/g, '')
}

test('the shipped mandate is a valid template body that needs no field of amendments', () => {
  expect(templateError(mandateBody)).toBeNull()
  expect(mandateTitle.length).toBeLessThanOrEqual(templateTitleMax)
  expect(fillTemplate(mandateBody, values).missing).toEqual([])
  const used = [...JSON.stringify(mandateBody).matchAll(/"field":"(\w+)"/g)].map(([, name]) => name)
  expect(used).toEqual([
    'billing_name',
    'billing_identity',
    'partner_name',
    'provider_name',
    'provider_address',
    'contest_days',
    'date',
  ])
  expect(fieldsOf('mandate')).toEqual(expect.arrayContaining(used))
})

test.each([
  ['it is express and names the law', 'mandat exprès', 'article 289, I-2', '242 nonies'],
  ['it is prior', 'ne vaut que pour les factures émises après sa signature'],
  ['it gives 15 days to contest', 'dispose de 15 jours'],
  ['the supplier corrects what it contests', 'le Fournisseur émet une facture rectificative'],
  ['the supplier stays liable for VAT', 'reste seul responsable', 'déclarer et verser la TVA'],
  [
    'the supplier gets a copy and claims what is missing',
    'copie électronique de chaque facture',
    'réclamer sans délai le double',
  ],
  ['changes are reported', 'signaler sans délai tout changement'],
  ['either party may revoke it', 'mettre fin à tout moment'],
  ['invoices bear its words and their own series', '« Autofacturation »', 'série chronologique et continue'],
])('%s', (_, ...clauses) => {
  for (const clause of clauses) expect(wording()).toContain(clause)
})

test('the delay to contest is that of the programme', () => {
  expect(wording(30)).toContain('dispose de 30 jours')
  expect(wording(30)).not.toContain('15 jours')
})
