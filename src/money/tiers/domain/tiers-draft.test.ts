import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currentTier } from './tiers.ts'
import {
  fallingRates,
  isUp,
  type ListedTier,
  listErrors,
  matchTiers,
  payTheSame,
  sameTier,
  type TierDraft,
  thresholdMessages,
  tierErrors,
  tierMessages,
  tierMoves,
  withRanges,
} from './tiers-draft.ts'

const draft = (name: string, euros: number, commissionRate: number) => ({
  id: name,
  name,
  minRevenueCents: Math.round(euros * 100),
  commissionRate,
})
const three = [draft('Bronze', 0, 15), draft('Silver', 10_000, 20), draft('Gold', 30_000, 25)]
/** A copy of the three tiers with one changed. */
const but = (index: number, change: Partial<TierDraft>) =>
  three.map((tier, place) => (place === index ? { ...tier, ...change } : tier))

describe('tier validation', () => {
  test.each([
    ['a name of nothing', but(1, { name: '   ' }), 'tiers.1.name', tierMessages.name],
    ['a name of 51 letters', but(1, { name: 'x'.repeat(51) }), 'tiers.1.name', tierMessages.nameLong],
    ['a name that is there already, in other letters', but(2, { name: ' SILVER ' }), 'tiers.2.name', tierMessages.nameTwice],
    ['a first tier above zero', but(0, { minRevenueCents: 1 }), 'tiers.0.minRevenueCents', tierMessages.firstThreshold],
    [
      'a threshold like the one before',
      but(2, { minRevenueCents: 1_000_000 }),
      'tiers.2.minRevenueCents',
      tierMessages.ascending,
    ],
    ['a threshold below the one before', but(2, { minRevenueCents: 999_999 }), 'tiers.2.minRevenueCents', tierMessages.ascending],
    ['a second threshold of zero', but(1, { minRevenueCents: 0 }), 'tiers.1.minRevenueCents', tierMessages.ascending],
    ['a negative threshold', but(1, { minRevenueCents: -1 }), 'tiers.1.minRevenueCents', thresholdMessages.notPositive],
    [
      'a threshold in parts of a cent',
      but(1, { minRevenueCents: 10.5 }),
      'tiers.1.minRevenueCents',
      thresholdMessages.unreadable('0.105'),
    ],
    ['a threshold beyond any deal', but(2, { minRevenueCents: 1e13 }), 'tiers.2.minRevenueCents', thresholdMessages.tooLarge],
    ['a rate below 0', but(0, { commissionRate: -0.01 }), 'tiers.0.commissionRate', tierMessages.rate],
    ['a rate above 100', but(2, { commissionRate: 100.01 }), 'tiers.2.commissionRate', tierMessages.rate],
    ['a rate that is no number', but(2, { commissionRate: Number.NaN }), 'tiers.2.commissionRate', tierMessages.rate],
    ['a rate of three decimals', but(2, { commissionRate: 25.125 }), 'tiers.2.commissionRate', tierMessages.rateDecimals],
  ])('%s', (_, tiers, path, message) => {
    expect(tierErrors(tiers)).toEqual([{ path, message }])
  })

  test('every invalid field is reported, row by row', () => {
    const tiers = [draft('', 1, 101), draft('Silver', 0, 20), draft('Silver', 0, 25)]
    expect(tierErrors(tiers).map((error) => error.path)).toEqual([
      'tiers.0.name',
      'tiers.0.minRevenueCents',
      'tiers.0.commissionRate',
      'tiers.1.minRevenueCents',
      'tiers.2.name',
      'tiers.2.minRevenueCents',
    ])
  })
})

test.each([
  ['the tiers there are', three],
  ['a name of 50 letters', but(0, { name: 'x'.repeat(50) })],
  ['rates from 0 to 100', but(0, { commissionRate: 0 }).concat(draft('Top', 40_000, 100))],
  ['rates with two decimals, however a computer writes them', but(0, { commissionRate: 8.29 })],
  ['a threshold one cent above the one before', but(2, { minRevenueCents: 1_000_001 })],
  ['a rate that falls', but(2, { commissionRate: 10 })],
])('these tiers are valid: %s', (_, tiers) => {
  expect(tierErrors(tiers)).toEqual([])
})

test.each([
  [[15, 20, 25], []],
  [[15, 15, 15], []],
  [[15, 20, 19.99], [2]],
  [
    [20, 15, 10],
    [1, 2],
  ],
])('of the rates %j, those at %j are below the previous tier’s', (rates, falling) => {
  expect(fallingRates(rates)).toEqual(falling)
})

test('each tier ends where the next begins, the last has no end', () => {
  expect(withRanges(three).map((tier) => tier.maxRevenueCents)).toEqual([1_000_000, 3_000_000, null])
})

test('two tiers are equal when name, threshold and rate are', () => {
  const [, silver] = three
  const but = (change: Partial<TierDraft>) => sameTier({ ...(silver as TierDraft), ...change }, silver)
  expect([{}, { name: 'Argent' }, { minRevenueCents: 1 }, { commissionRate: 20.01 }].map(but)).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(
    sameTier({ ...(silver as TierDraft), commissionRate: 8.29 }, { ...(silver as TierDraft), commissionRate: 829 / 100 }),
  ).toBe(true)
})

test('an error of a list with archived tiers names the place that it has there', () => {
  const [first, second, third] = three.map((tier) => ({ ...tier, archivedAt: null as string | null }))
  if (!first || !second || !third) throw new Error('there are three tiers')
  const away = { ...second, archivedAt: '2026-11-30T00:00:00.000Z' }
  expect(listErrors([first, away, { ...third, name: 'Silver' }])).toEqual([])
  expect(listErrors([first, away, { ...third, commissionRate: 101 }])).toMatchObject([{ path: 'tiers.2.commissionRate' }])
})

test('moving a threshold affects exactly those between the old and the new value', () => {
  const partners = [0, 999_999, 1_000_000, 1_500_000, 2_000_000, 9_000_000].map((revenueCents) => ({ revenueCents }))
  const moves = tierMoves(withRanges(three), withRanges(but(1, { minRevenueCents: 1_500_001 })), partners)
  expect(moves.map((move) => [move.partner.revenueCents, move.from?.name, move.to?.name, isUp(move)])).toEqual([
    [1_000_000, 'Silver', 'Bronze', false],
    [1_500_000, 'Silver', 'Bronze', false],
  ])
})

test('a tier that goes, one that comes and having none move partners up and down', () => {
  const partner = { revenueCents: 2_000_000 }
  const { id: _, ...iron } = draft('Iron', 15_000, 22)
  const names = (after: readonly ListedTier[], before: readonly ListedTier[] = withRanges(three)) =>
    tierMoves(before, after, [partner]).map((move) => [move.from?.name, move.to?.name, isUp(move)])
  expect(names(withRanges([...three.slice(0, 1), ...three.slice(2)]))).toEqual([['Silver', 'Bronze', false]])
  expect(names(withRanges([...three.slice(0, 2), iron, ...three.slice(2)]))).toEqual([['Silver', 'Iron', true]])
  expect(names([])).toEqual([['Silver', undefined, false]])
  expect(names(withRanges(three), [])).toEqual([[undefined, 'Silver', true]])
})

test('tiers of a file are those of their names, else those in their places', () => {
  const matched = (...names: string[]) =>
    matchTiers(
      three,
      names.map((name) => ({ name })),
    ).map((tier) => tier?.name)
  expect(matched('Bronze', 'Argent', 'Gold', 'Platine')).toEqual(['Bronze', 'Silver', 'Gold', undefined])
  expect(matched('Silver', 'gold')).toEqual(['Silver', 'Gold'])
  expect(matched('Gold', 'Neu')).toEqual(['Gold', 'Silver'])
})

const anyDrafts = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 8 })
  .map((limits) => [0, ...limits.sort((one, other) => one - other)].map((min, index) => draft(`Tier ${index}`, min, index)))

test('any ascending thresholds from zero are valid, and every revenue has one tier', () => {
  fc.assert(
    fc.property(anyDrafts, fc.integer({ min: 0, max: 2_000_000_000 }), (drafts, revenue) => {
      expect(tierErrors(drafts)).toEqual([])
      expect(currentTier(withRanges(drafts), revenue)?.minRevenueCents).toBeLessThanOrEqual(revenue)
    }),
  )
})

test('renaming tiers or changing rates alone affects nobody’s tier', () => {
  fc.assert(
    fc.property(anyDrafts, fc.array(fc.integer({ min: 0, max: 2_000_000_000 })), (drafts, revenues) => {
      const renamed = drafts.map((tier) => ({ ...tier, name: `${tier.name} bis`, commissionRate: 50 }))
      const partners = revenues.map((revenueCents) => ({ revenueCents }))
      expect(tierMoves(withRanges(drafts), withRanges(renamed), partners)).toEqual([])
    }),
  )
})

test('tiers with other names pay the same, with another rate, threshold or number they do not', () => {
  const tier = { name: 'Bronze', minRevenueCents: 0, commissionRate: 15 }
  expect(payTheSame([tier], [{ ...tier, name: 'Bois' }])).toBe(true)
  expect(payTheSame([tier], [{ ...tier, commissionRate: 15.5 }])).toBe(false)
  expect(payTheSame([tier], [tier, { ...tier, name: 'Silver', minRevenueCents: 100 }])).toBe(false)
  expect(payTheSame([tier], [])).toBe(false)
})
