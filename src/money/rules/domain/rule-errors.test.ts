import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatEuros } from '#platform/domain/money.ts'
import { programmeFiles } from '#test/programmes/programme-files.ts'
import { ruleDefinition } from '../api/rule-definition.ts'
import { m } from '../messages/messages.ts'
import { emptyBook } from './book.ts'
import { type BonusDefinition, type RuleDefinition, tiersRule } from './definition.ts'
import { takeFact } from './engine.ts'
import { ruleAmounts, ruleErrors, ruleMessages, scopeErrors } from './rule-errors.ts'
import { besideRule, leastDeal, ruleWarnings } from './rule-warnings.ts'

const bonus: BonusDefinition = { measure: 'signatures', per: 'quarter', from: 5, pays: { cents: 50_000 } }
const ruleOf = (change: Partial<RuleDefinition>): RuleDefinition => ({ ...tiersRule, ...change })
const ofBonus = (change: Partial<BonusDefinition>, yearCents: number | null = null) =>
  ruleOf({ bonuses: [{ ...bonus, ...change }], cap: { leadCents: null, yearCents } })
const capped = (leadCents: number | null, yearCents: number | null, fixedCents: number | null = null) =>
  ruleOf({ cap: { leadCents, yearCents }, fixedCents })
const payment = 'client_payment' as const

describe('a rule that is not possible, or contradicts itself, is a sentence at its field', () => {
  test.each<[string, RuleDefinition, string, string]>([
    ['no rate and no fixed sum', ruleOf({ rate: null }), 'rate', ruleMessages.paysNothing],
    ['a rate above 100', ruleOf({ rate: { percent: 100.01 } }), 'rate.percent', ruleMessages.percent],
    ['a rate below 0', ruleOf({ rate: { percent: -1 } }), 'rate.percent', ruleMessages.percent],
    ['a rate of three decimals', ruleOf({ rate: { percent: 12.345 } }), 'rate.percent', ruleMessages.percentDecimals],
    ['a fixed sum of nothing', ruleOf({ fixedCents: 0 }), 'fixedCents', m.fixedNotAboveZero()],
    ['a negative fixed sum', ruleOf({ fixedCents: -1 }), 'fixedCents', ruleAmounts.fixed.notPositive],
    ['the first payment of an estimate', ruleOf({ when: { first: true } }), 'when', ruleMessages.whenOfEstimate],
    ['months of an estimate', ruleOf({ when: { months: 3 } }), 'when', ruleMessages.whenOfEstimate],
    ['no month', ruleOf({ base: payment, when: { months: 0 } }), 'when.months', ruleMessages.months],
    ['half a month', ruleOf({ base: payment, when: { months: 1.5 } }), 'when.months', ruleMessages.months],
    ['more than ten years', ruleOf({ reduction: { months: 121 } }), 'reduction.months', ruleMessages.months],
    ['a cap of nothing', capped(0, null), 'cap.leadCents', m.capNotAboveZero()],
    ['a cap below the fixed sum', capped(99, null, 100), 'cap.leadCents', m.capBelowFixed({ fixed: formatEuros(100) })],
    ['a year below the fixed sum', capped(null, 99, 100), 'cap.yearCents', m.capBelowFixed({ fixed: formatEuros(100) })],
    ['a year below a lead', capped(100, 99), 'cap.yearCents', m.capsContradict({ lead: formatEuros(100) })],
    ['a bonus for no signature', ofBonus({ from: 0 }), 'bonuses.0.from', ruleMessages.signatures],
    ['a bonus for half a signature', ofBonus({ from: 1.5 }), 'bonuses.0.from', ruleMessages.signatures],
    ['a bonus from 0 €', ofBonus({ measure: 'revenue', from: 0 }), 'bonuses.0.from', ruleAmounts.threshold.notPositive],
    ['a bonus of nothing', ofBonus({ pays: { cents: 0 } }), 'bonuses.0.pays.cents', m.bonusNotAboveZero()],
    ['a bonus of 0 %', ofBonus({ pays: { percent: 0 } }), 'bonuses.0.pays.percent', m.bonusNotAboveZero()],
    ['a bonus above the year', ofBonus({}, 49_999), 'bonuses.0.pays.cents', m.bonusNeverWhole({ cap: formatEuros(49_999) })],
    [
      'commissions above their cap',
      ofBonus({ measure: 'amount', from: 60_000 }, 59_999),
      'bonuses.0.from',
      m.bonusNeverReached({ cap: formatEuros(59_999) }),
    ],
    [
      'two bonuses at one threshold',
      ruleOf({ bonuses: [bonus, { ...bonus, pays: { percent: 1 } }] }),
      'bonuses.1.from',
      ruleMessages.bonusTwice,
    ],
  ])('%s', (_, rule, path, message) => {
    expect(ruleErrors(rule)).toEqual([{ path, message }])
  })

  test('and the API says the same sentence there', () => {
    const answer = ruleDefinition.safeParse(capped(100, 99))
    expect(answer.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['cap.yearCents', m.capsContradict({ lead: formatEuros(100) })],
    ])
  })
})

test('the programmes of trades are valid rules, as the API reads them', () => {
  expect(programmeFiles).toHaveLength(18)
  for (const { name, rules } of programmeFiles) {
    for (const { definition } of rules) if (definition) expect(ruleDefinition.parse(definition), name).toEqual(definition)
  }
})

describe('a rule that could pay more than the revenue asks', () => {
  test.each<[string, RuleDefinition, string, string]>([
    [
      'rate and bonus above 100 %',
      ruleOf({ rate: { percent: 99 }, bonuses: [{ ...bonus, pays: { percent: 1.01 } }] }),
      'rate',
      m.warnRatesAboveRevenue({ percent: '100,01\u00a0%' }),
    ],
    [
      'the highest tier with a bonus',
      ruleOf({ bonuses: [{ ...bonus, pays: { percent: 65.5 } }] }),
      'rate',
      m.warnRatesAboveRevenue({ percent: '100,5\u00a0%' }),
    ],
    [
      'a fixed sum',
      ruleOf({ rate: { percent: 20 }, fixedCents: 40_000 }),
      'fixedCents',
      m.warnFixedBelow({ amount: formatEuros(50_000) }),
    ],
    ['a fixed sum beside 100 %', ruleOf({ rate: { percent: 100 }, fixedCents: 1 }), 'fixedCents', m.warnFixedAlways()],
    [
      'a bonus above what its threshold leaves',
      ruleOf({ rate: { percent: 50 }, bonuses: [{ ...bonus, measure: 'revenue', from: 10_000, pays: { cents: 5_001 } }] }),
      'bonuses.0.pays.cents',
      m.warnBonusAboveRevenue({ from: formatEuros(10_000), paid: formatEuros(10_001) }),
    ],
  ])('%s', (_, rule, path, message) => {
    expect(ruleErrors(rule)).toEqual([])
    expect(ruleWarnings(rule, 35)).toEqual([{ path, message }])
  })

  test('but not about a fixed sum that no deal of its offers is too small for', () => {
    const rule = ruleOf({ rate: { percent: 20 }, fixedCents: 40_000 })
    const offers = [
      { key: 'star', leastCents: 50_000 },
      { key: 'custom', leastCents: 49_999 },
      { key: 'free', leastCents: null },
    ]
    const asked = ['star', 'custom', 'free', null].filter(
      (offer) => ruleWarnings(rule, 35, undefined, leastDeal(offers, offer)).length > 0,
    )
    expect(asked).toEqual(['custom', 'free', null])
    expect(ruleWarnings({ ...rule, rate: { percent: 100 } }, 35, undefined, 50_000)).toHaveLength(1)
  })

  test('exactly below the amount that it names', () => {
    const [percents, cents] = [fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 1_000_000 })]
    const paidFor = (rule: RuleDefinition, revenueCents: number) => {
      const rules = [{ ruleId: 'rule', version: 1, validFrom: '2026-01-01', partnerId: null, offer: null, definition: rule }]
      const shares = [{ partnerId: 'ada', basisPoints: 10_000 }]
      const fact = { kind: 'signed', leadId: 'lead', day: '2026-01-02', offer: 'star', shares, revenueCents } as const
      return takeFact(emptyBook, { rules, tiers: [] }, fact).lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
    }
    fc.assert(
      fc.property(percents, cents, (percent, fixedCents) => {
        const rule = ruleOf({ rate: { percent }, fixedCents })
        const [warning] = ruleWarnings(rule, 35)
        const exact = Math.ceil((fixedCents * 100) / (100 - percent))
        expect(warning?.message).toBe(m.warnFixedBelow({ amount: formatEuros(exact) }))
        // So far away from it that a line's rounding makes no difference.
        const away = Math.ceil(100 / (100 - percent)) + 1
        expect(paidFor(rule, exact + away)).toBeLessThanOrEqual(exact + away)
        if (exact > away) expect(paidFor(rule, exact - away)).toBeGreaterThan(exact - away)
      }),
    )
  })

  test('the rule of the tiers asks nothing', () => {
    expect(ruleWarnings(tiersRule, 35)).toEqual([])
  })
})

test('a bonus over all offers is another one than the rule’s, and no cap of the rule keeps it back', () => {
  const all = { ...bonus, counts: 'all' } as const
  const rule = { ...tiersRule, bonuses: [bonus, all] }
  expect(ruleErrors(rule)).toEqual([])
  const ofCommissions = { measure: 'amount', per: 'year', from: 200_000, pays: { cents: 1 }, counts: 'all' } as const
  expect(ruleErrors({ ...tiersRule, cap: { leadCents: null, yearCents: 100_000 }, bonuses: [ofCommissions] })).toEqual([])
  expect(scopeErrors('star', rule).map(({ path }) => path)).toEqual(['bonuses.1.counts'])
})

test('a bonus over all offers is added to the rate of each rule whose leads it counts', () => {
  const over = { measure: 'revenue', per: 'year', from: 100, pays: { percent: 40 }, counts: 'all' } as const
  const scoped = (partnerId: string | null, offerKey: string | null, change: Partial<RuleDefinition>) => ({
    partnerId,
    offer: offerKey,
    definition: ruleOf(change),
  })
  const programme = scoped(null, null, { rate: { percent: 10 }, bonuses: [over] })
  const offer = scoped(null, 'star', { rate: { percent: 70 } })
  const warned = (rule: typeof programme, rules: readonly (typeof programme)[]) =>
    ruleWarnings(rule.definition, 35, besideRule(rules, rule)).map(({ path }) => path)
  expect(warned(programme, [programme])).toEqual([])
  expect(warned(programme, [programme, offer])).toEqual(['rate'])
  expect(warned(offer, [programme, offer])).toEqual(['rate'])
  const own = scoped('marie', null, {})
  expect(warned({ ...offer, partnerId: 'marie' }, [programme, own])).toEqual([])
})
