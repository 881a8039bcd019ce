import { expect, test } from 'vitest'
import { simulateSignings } from '#money/tiers/domain/simulation.ts'
import { dice } from '#test/dice.ts'
import { type RuleDefinition, tiersRule } from './definition.ts'
import { type OwnRule, simulateByRules } from './simulation.ts'

const tiers = [
  { name: 'Bronze', minRevenueCents: 0, maxRevenueCents: 2_000_000, commissionRate: 15 },
  { name: 'Argent', minRevenueCents: 2_000_000, maxRevenueCents: 5_000_000, commissionRate: 17.5 },
  { name: 'Or', minRevenueCents: 5_000_000, maxRevenueCents: null, commissionRate: 20 },
]
const ofAll = (change: Partial<RuleDefinition> = {}, offer: string | null = null, isOwn = false): OwnRule => ({
  offer,
  isOwn,
  definition: { ...tiersRule, ...change },
})
const start = (rules: readonly OwnRule[], revenueCents = 0) => ({ rules, tiers, revenueCents, day: '2026-03-10' })
const signing = (key: string, revenueCents: number, offer = 'star') => ({ key, offer, revenueCents })

test('under the specification’s rule it is the simulation that there was, in either order', () => {
  const roll = dice(77)
  for (let run = 0; run < 200; run += 1) {
    const revenue = Math.floor(roll() * 6_000_000)
    const amounts = Array.from({ length: 1 + Math.floor(roll() * 6) }, () => 1 + Math.floor(roll() * 2_000_000))
    for (const order of ['oneByOne', 'together'] as const) {
      const plain = simulateSignings(tiers, revenue, amounts, order)
      const signings = amounts.map((cents, index) => signing(`${index}`, cents))
      const byRules = simulateByRules(start([ofAll()], revenue), signings, order)
      expect(byRules.signings.map(({ amountCents }) => amountCents)).toEqual(plain.commissions.map((each) => each.amountCents))
      expect(byRules.totalCents).toBe(plain.totalCents)
      expect(byRules.revenueCents).toBe(revenue + amounts.reduce((sum, cents) => sum + cents, 0))
    }
  }
})

test('each offer has its rule, and the partner’s own terms come first', () => {
  const rules = [
    ofAll(),
    ofAll({ rate: { percent: 5 }, fixedCents: 25_000 }, 'audit'),
    ofAll({ rate: null, fixedCents: 40_000 }, 'star', true),
  ]
  const signings = [signing('a', 100_000, 'audit'), signing('b', 100_000), signing('c', 100_000, 'custom')]
  const { signings: made, totalCents } = simulateByRules(start(rules), signings, 'oneByOne')
  expect(made.map(({ lines }) => lines.map(({ amountCents }) => amountCents))).toEqual([[5_000, 25_000], [40_000], [15_000]])
  expect(totalCents).toBe(85_000)
})

test('what a client pays is paid as a whole, and bonuses come beside', () => {
  const bonuses = [{ measure: 'signatures', per: 'year', from: 2, pays: { cents: 10_000 } }] as const
  const rules = [ofAll({ base: 'client_payment', rate: { percent: 10 }, bonuses })]
  const result = simulateByRules(start(rules), [signing('a', 100_000), signing('b', 50_000)], 'together')
  expect(result.signings.map(({ amountCents }) => amountCents)).toEqual([10_000, 5_000])
  expect(result.bonuses.map(({ amountCents }) => amountCents)).toEqual([10_000])
  expect([result.totalCents, result.revenueCents]).toEqual([25_000, 150_000])
})
