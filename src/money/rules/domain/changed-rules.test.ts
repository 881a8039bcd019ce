import { describe, expect, test } from 'vitest'
import { changedRules } from './changed-rules.ts'
import { type RuleDefinition, type RuleVersion, tiersRule } from './definition.ts'

const percent = (rate: number): RuleDefinition => ({ ...tiersRule, rate: { percent: rate } })
const version = (change: Partial<RuleVersion>): RuleVersion => ({
  ruleId: `${change.partnerId ?? 'all'} ${change.offer ?? 'all'}`,
  version: 1,
  validFrom: '2027-01-01',
  partnerId: null,
  offer: null,
  definition: tiersRule,
  ...change,
})
const programme = version({ validFrom: '0001-01-01' })
const own = version({ partnerId: 'marie', definition: percent(20) })
const changes = (before: RuleVersion[], after: RuleVersion[], partnerId = 'marie') =>
  changedRules(before, after, { partnerId, offers: ['star', 'custom'], day: '2027-01-01' })

describe('rules that change for a partner', () => {
  test('are those of their own, and nobody else’s', () => {
    expect(changes([programme], [programme, own])).toEqual([{ offers: null, definition: percent(20), until: tiersRule }])
    expect(changes([programme], [programme, own], 'karim')).toEqual([])
  })

  test('are those of the offers that no rule of their own is for', () => {
    const later = version({ ruleId: programme.ruleId, version: 2, definition: percent(10) })
    const ofOffer = version({ partnerId: 'marie', offer: 'star', validFrom: '2026-01-01', definition: percent(30) })
    const rules = [programme, ofOffer]
    expect(changes(rules, [...rules, later])).toEqual([{ offers: ['custom'], definition: percent(10), until: tiersRule }])
    expect(changes([programme, { ...own, validFrom: '2026-01-01' }], [programme, own, later])).toEqual([])
  })

  test('go back to the more general one where their own end or are withdrawn', () => {
    const begun = { ...own, validFrom: '2026-01-01' }
    const end = version({ partnerId: 'marie', version: 2, definition: null })
    expect(changes([programme, begun], [programme, begun, end])).toEqual([
      { offers: null, definition: tiersRule, until: percent(20) },
    ])
    expect(changes([programme, own], [programme])).toEqual([{ offers: null, definition: tiersRule, until: null }])
  })

  test('are none where a new version pays as the one before', () => {
    expect(changes([programme], [programme, version({ ruleId: programme.ruleId, version: 2 })])).toEqual([])
  })
})
