import { describe, expect, test } from 'vitest'
import { isUnanswered, type RegistrationState, registrationStates } from '#leads/leads/domain/registration-states.ts'
import { type Claim, firstByRule, inOrderOfPriority } from './registration-priority.ts'
import { answerBy, daysLeft, isInForce, registrationSteps } from './registrations.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const claim = (leadId: string, state: RegistrationState, seq: number, accepted: number | null = null, lost = false): Claim => ({
  leadId,
  state,
  seq,
  decidedAt: accepted === null ? null : at(accepted),
  lost,
})

describe('the states of a registration', () => {
  test('every state is reached from submitted, and only a merged one is final', () => {
    const reached = new Set<RegistrationState>(['submitted'])
    for (const state of reached) for (const next of registrationSteps[state]) reached.add(next)
    expect([...reached].sort()).toEqual([...registrationStates].sort())
    expect(registrationStates.filter((state) => registrationSteps[state].length === 0)).toEqual(['merged'])
  })

  test('no state both waits and is in force', () => {
    expect(registrationStates.filter(isUnanswered)).toEqual(['submitted', 'appealed'])
    expect(registrationStates.filter(isInForce)).toEqual(['accepted', 'extended', 'converted'])
  })

  test('hours to answer count from the appeal, if there is one; days left are whole', () => {
    expect(answerBy({ submittedAt: at(1), appealedAt: null }, 48)).toBe(at(3).getTime())
    expect(answerBy({ submittedAt: at(1), appealedAt: at(5) }, 24)).toBe(at(6).getTime())
    expect(daysLeft(at(9), new Date(at(8).getTime() + 1))).toBe(1)
    expect(daysLeft(at(9), at(7))).toBe(2)
    expect(daysLeft(at(9), at(10))).toBe(0)
  })
})

describe('the priority rule', () => {
  test('the first accepted one holds, then the earlier submission', () => {
    const claims = [
      claim('late submission', 'submitted', 9),
      claim('accepted second', 'extended', 1, 8),
      claim('early submission', 'appealed', 5, 2),
      claim('accepted first', 'converted', 7, 3),
    ]
    expect(inOrderOfPriority(claims).map(({ leadId }) => leadId)).toEqual([
      'accepted first',
      'accepted second',
      'early submission',
      'late submission',
    ])
  })

  test('accepted in one moment, the earlier submission holds', () => {
    expect(firstByRule([claim('b', 'accepted', 2, 4), claim('a', 'accepted', 1, 4)])?.leadId).toBe('a')
  })

  test('refused, merged, expired and lost ones do not count', () => {
    const others = (['refused', 'merged', 'expired'] as const).map((state, n) => claim(state, state, n, 1))
    expect(firstByRule([...others, claim('lost', 'accepted', 4, 1, true)])).toBeNull()
    expect(firstByRule([...others, claim('waits', 'submitted', 9)])?.leadId).toBe('waits')
  })

  test('exactly one claim is first, in whatever order the claims are listed', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let run = 0; run < 500; run += 1) {
      const claims = Array.from({ length: 1 + random(6) }, (_, seq) => {
        const state = registrationStates[random(registrationStates.length)] ?? 'submitted'
        return claim(String(seq), state, seq, state === 'submitted' ? null : 1 + random(4), random(5) === 0)
      })
      const first = firstByRule(claims)
      expect(firstByRule(claims.toReversed())).toEqual(first)
      const held = claims.filter(({ state, lost }) => isInForce(state) && !lost)
      if (held.length > 0) expect(first && isInForce(first.state)).toBe(true)
      else {
        const waiting = claims.filter(({ state, lost }) => isUnanswered(state) && !lost)
        expect(first?.seq).toBe(waiting.length > 0 ? Math.min(...waiting.map(({ seq }) => seq)) : undefined)
      }
    }
  })
})
