import { expect, test } from 'vitest'
import type { ActiveRule } from './choose-rule.ts'
import { type RuleDefinition, tiersRule } from './definition.ts'
import { rulesSummary } from './rule-summary.ts'
import { termsText } from './terms-text.ts'

const fixed = (euros: number): RuleDefinition => ({
  ...tiersRule,
  base: 'client_payment',
  rate: null,
  fixedCents: euros * 100,
  when: { first: true },
})
const rule = (partnerId: string | null, offer: string | null, definition: RuleDefinition): ActiveRule => ({
  ruleId: `${partnerId} ${offer}`,
  version: 1,
  validFrom: '2026-01-01',
  partnerId,
  offer,
  definition,
})
const offers = [
  { key: 'house', name: 'Renovation', names: {} },
  { key: 'room', name: 'Kitchen', names: {} },
]
const firstPayment = 'par paiement, le premier paiement seulement'
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('what is paid for every offer, then for those with a rule of their own', () => {
  const rules = [rule(null, null, fixed(300)), rule(null, 'house', fixed(600))]
  expect(plain(termsText(rules, offers))).toBe(`300,00 € ${firstPayment} ; « Renovation » : 600,00 € ${firstPayment}`)
})

test('a partner’s own terms precede the programme’s for an offer, and their own for one come first', () => {
  const programme = [rule(null, null, fixed(300)), rule(null, 'house', fixed(600)), rule(null, 'room', fixed(50))]
  const own = rule('marie', null, { ...tiersRule, rate: { percent: 8 } })
  expect(plain(termsText([...programme, own], offers))).toBe('8 % du montant signé')
  const ofRoom = rule('marie', 'room', fixed(80))
  expect(plain(termsText([...programme, own, ofRoom], offers))).toBe(
    '8 % du montant signé ; « Kitchen » : 80,00 € par paiement, le premier paiement seulement',
  )
})

test('rules of offers that differ by a figure alone are told as its range, others as differing', () => {
  const summary = (...rules: RuleDefinition[]) => plain(rulesSummary(rules))
  const share = (percent: number) => ({ ...tiersRule, rate: { percent } })
  expect(summary(share(5), share(5))).toBe('5 % du montant signé')
  expect(summary(share(5), share(8), share(6))).toBe('de 5 % à 8 % du montant signé, selon l’offre')
  expect(summary(fixed(300), fixed(600), fixed(50))).toBe(`de 50,00 € à 600,00 € ${firstPayment}, selon l’offre`)
  expect(summary(share(5), fixed(600))).toBe('5 % du montant signé ; autrement pour certaines offres')
  expect(summary(share(5), { ...share(8), reduction: { months: 12 } })).toBe(
    '5 % du montant signé ; autrement pour certaines offres',
  )
})
