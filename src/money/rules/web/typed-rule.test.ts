import { expect, test } from 'vitest'
import { tiersRule } from '../domain/definition.ts'
import { ruleAmounts, ruleMessages } from '../domain/rule-errors.ts'
import { m } from '../messages/messages.ts'
import { newBonus, newRule, readRule, type TypedRule } from './typed-rule.ts'

const read = (change: Partial<TypedRule>) => readRule({ ...newRule, percent: '10', ...change })

test('what is typed becomes a rule; what is empty is left out', () => {
  expect(read({ percent: '12,5', fixed: '1 000,50', leadCap: '2000', yearCap: '' })).toEqual({
    definition: { ...tiersRule, rate: { percent: 12.5 }, fixedCents: 100_050, cap: { leadCents: 200_000, yearCents: null } },
    errors: [],
  })
  const bonuses = [
    { ...newBonus, cents: '500' } as const,
    { ...newBonus, measure: 'revenue', from: '50000', pays: 'percent', percent: '2' } as const,
  ]
  expect(read({ rate: 'tiers', base: 'client_payment', when: 'months', bonuses }).definition).toMatchObject({
    rate: { tiers: true },
    when: { months: 12 },
    bonuses: [
      { measure: 'signatures', per: 'quarter', from: 5, pays: { cents: 50_000 } },
      { measure: 'revenue', per: 'quarter', from: 5_000_000, pays: { percent: 2 } },
    ],
  })
})

test('a choice of payments is forgotten where the signature pays', () => {
  expect(read({ when: 'first' })).toMatchObject({ definition: { when: { always: true } }, errors: [] })
})

test.each<[string, Partial<TypedRule>, string, string]>([
  ['no percentage', { percent: '' }, 'rate.percent', ruleMessages.percent],
  ['a percentage that is none', { percent: 'ten' }, 'rate.percent', ruleMessages.percent],
  ['a sum that is none', { fixed: 'x' }, 'fixedCents', ruleAmounts.fixed.unreadable('x')],
  ['months that are none', { base: 'client_payment', when: 'months', months: '1.5' }, 'when.months', ruleMessages.months],
  ['neither rate nor sum', { rate: 'none' }, 'rate', m.paysNothing()],
  ['a threshold that is none', { bonuses: [{ ...newBonus, from: '', cents: '1' }] }, 'bonuses.0.from', ruleMessages.signatures],
  ['a bonus without a sum', { bonuses: [newBonus] }, 'bonuses.0.pays.cents', ruleAmounts.bonus.unreadable('')],
])('%s is a sentence at its field', (_, change, path, message) => {
  expect(read(change).errors).toEqual([{ path, message }])
})
