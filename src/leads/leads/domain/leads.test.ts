import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultStages, leadStatuses } from '#test/default-stages.ts'
import { leadAbilities, maySign } from './lead-abilities.ts'
import { type LeadStatus, leadStats, moveEffect } from './leads.ts'

describe('a move between columns', () => {
  test.each(leadStatuses.flatMap((from) => leadStatuses.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
    const expected = from === to ? 'none' : to === 'signe' ? 'create_commission' : from === 'signe' ? 'remove_commission' : 'none'
    expect(moveEffect(from, to)).toBe(expected)
  })

  test('after any sequence of moves a commission exists exactly while the lead is signed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...leadStatuses)), (walk) => {
        let status: LeadStatus = 'nouveau'
        let commissions = 0
        for (const to of walk) {
          const effect = moveEffect(status, to)
          if (effect === 'create_commission') commissions += 1
          if (effect === 'remove_commission') commissions -= 1
          status = to
          expect(commissions).toBe(status === 'signe' ? 1 : 0)
        }
      }),
    )
  })
})

const column = fc.record({ count: fc.nat({ max: 1000 }), amountCents: fc.nat({ max: 1_000_000_000 }) })

test('the lead cards count what their labels say', () => {
  const columns = leadStatuses.map((status, index) => ({ status, count: index + 1, amountCents: (index + 1) * 100 }))
  expect(leadStats(columns, defaultStages)).toEqual({
    total: 15,
    inProgress: 5,
    callsMade: 7,
    signed: 4,
    lost: 5,
    estimatedRevenueCents: 1000,
  })
  // Where no stage counts as a call, those that are signed were called, as the card's hint says.
  expect(
    leadStats(
      columns,
      defaultStages.map((stage) => ({ ...stage, countsAsCall: false })),
    ).callsMade,
  ).toBe(4)
  expect(leadStats([], defaultStages)).toEqual({
    total: 0,
    inProgress: 0,
    callsMade: 0,
    signed: 0,
    lost: 0,
    estimatedRevenueCents: 0,
  })
})

test('new, in progress, signed and lost add up to the total, and lost leads count as no revenue', () => {
  fc.assert(
    fc.property(fc.tuple(column, column, column, column, column), (stats) => {
      const columns = leadStatuses.map((status, index) => ({ status, ...(stats[index] ?? { count: 0, amountCents: 0 }) }))
      const { total, inProgress, signed, lost, estimatedRevenueCents } = leadStats(columns, defaultStages)
      expect(total).toBe(stats[0].count + inProgress + signed + lost)
      expect(estimatedRevenueCents + stats[4].amountCents).toBe(stats.reduce((sum, each) => sum + each.amountCents, 0))
    }),
  )
})

test.each([
  [{}, true],
  [{ settled: false }, true],
  [{ settled: true }, false],
])('a lead with %j may be moved and deleted: %s; edited always', (lead, free) => {
  expect(leadAbilities(lead)).toEqual({ edit: true, move: free, delete: free })
  expect(leadAbilities(lead, { mayAct: false })).toEqual({ edit: false, move: false, delete: false })
})

test('a lead whose client was erased goes on, and is not edited', () => {
  expect(leadAbilities({ erasedAt: '2026-11-30T00:00:00.000Z' })).toEqual({ edit: false, move: true, delete: true })
})

test('a lead whose client is about to be erased is changed by nobody', () => {
  expect(leadAbilities({ isRestricted: true })).toEqual({ edit: false, move: false, delete: false })
})

test('who reads no money neither signs a lead nor takes that back', () => {
  const member = { isPartner: true, mayDecide: false }
  expect(leadAbilities({ status: 'contacte' }, member)).toEqual({ edit: true, move: true, delete: true })
  expect(leadAbilities({ status: 'signe' }, member)).toEqual({ edit: true, move: false, delete: false })
  expect([maySign({}, member), maySign({}, { isPartner: true })]).toEqual([false, true])
  expect(maySign({ share: {} }, { isPartner: true })).toBe(false)
})
