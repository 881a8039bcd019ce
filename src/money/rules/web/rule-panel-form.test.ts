import { expect, test } from 'vitest'
import type { ListedRule, RuleList } from '../api/rules.ts'
import { type RuleDefinition, tiersRule } from '../domain/definition.ts'
import { inScope, type TypedVersion } from './rule-panel-form.ts'
import { typedRule } from './typed-rule.ts'

const fixed = (cents: number): RuleDefinition => ({ ...tiersRule, rate: null, fixedCents: cents })

const ruleFor = (partnerId: string | null, offer: string | null, definition: RuleDefinition | null) =>
  ({
    id: `${partnerId} ${offer}`,
    partner: partnerId === null ? null : { id: partnerId, name: 'Marc Petit', deleted: false },
    offer: offer === null ? null : { key: offer, name: offer },
    versions: [{ version: 1, validFrom: '2026-01-01', definition }],
  }) as ListedRule

const list = {
  today: '2026-11-26',
  rules: [ruleFor(null, null, tiersRule), ruleFor(null, 'roof', fixed(25_000)), ruleFor('marc', null, null)],
} as Pick<RuleList, 'today' | 'rules'> as RuleList

const opened: TypedVersion = {
  ...typedRule(tiersRule),
  partnerId: null,
  offer: null,
  validFrom: '2026-11-26',
}

test('a rule that is begun shows what applies to what it is for, an ended rule of the partner aside', () => {
  const ofOffer = inScope(list, opened, { offer: 'roof' })
  expect(ofOffer).toEqual({ ...opened, offer: 'roof', ...typedRule(fixed(25_000)) })
  const ofPartner = inScope(list, ofOffer, { partnerId: 'marc' })
  expect(ofPartner).toEqual({ ...ofOffer, partnerId: 'marc' })
  expect(inScope(list, ofPartner, { offer: null })).toEqual({ ...opened, partnerId: 'marc' })
})

test('a rule for an offer begins without the bonuses over all offers, which go on', () => {
  const bonus = { measure: 'signatures', per: 'quarter', from: 5, pays: { cents: 50_000 } } as const
  const programme = { ...tiersRule, bonuses: [bonus, { ...bonus, counts: 'all' }] } as const
  const rules = [ruleFor(null, null, programme)]
  const typed = { ...opened, ...typedRule(programme) }
  expect(inScope({ ...list, rules }, typed, { offer: 'roof' }).bonuses).toEqual(typed.bonuses.slice(0, 1))
  expect(inScope({ ...list, rules }, typed, { partnerId: 'marc' }).bonuses).toEqual(typed.bonuses)
})

test('what was typed stays, whatever it is for', () => {
  const typed = { ...opened, rate: 'none', fixed: '300' } as const
  expect(inScope(list, typed, { offer: 'roof' })).toEqual({ ...typed, offer: 'roof' })
})
