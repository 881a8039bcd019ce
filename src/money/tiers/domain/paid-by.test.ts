import { expect, test } from 'vitest'
import { type RuleDefinition, tiersRule } from '#money/rules/domain/definition.ts'
import { paidOtherwise } from './paid-by.ts'

const percent: RuleDefinition = { ...tiersRule, rate: { percent: 10 } }
const rule = (partnerId: string | null, offer: string | null, definition = percent) => ({ partnerId, offer, definition })
const programme = rule(null, null, tiersRule)

test.each([
  ['the specification’s rule', [programme], null],
  ['own terms for every offer', [programme, rule('marie', null)], 'own_terms'],
  ['own terms for one offer', [programme, rule('marie', 'star')], null],
  ['own terms at the rate of the tier', [programme, rule('marie', null, tiersRule)], null],
  [
    'own terms for every offer and the tier’s rate for one',
    [programme, rule('marie', null), rule('marie', 'star', tiersRule)],
    null,
  ],
  [
    'an offer’s rule by tier that own terms precede',
    [rule(null, null), rule(null, 'star', tiersRule), rule('marie', 'star')],
    'rules',
  ],
  ['rules of the programme without a tier', [rule(null, null), rule(null, 'star')], 'rules'],
  ['rules of which one is by tier', [rule(null, null), rule(null, 'star', tiersRule)], null],
])('%s', (_, rules, by) => {
  expect(paidOtherwise(rules)).toBe(by)
})
