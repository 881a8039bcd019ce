import * as z from 'zod/mini'
import { typedCents } from '#platform/api/typed-cents.ts'
import { maxCents } from '#platform/domain/money.ts'
import { bonusCounts, bonusMeasures, bonusPeriods, ruleBases } from '../domain/definition.ts'
import { maxBonuses, maxRuleMonths, ruleAmounts, ruleErrors, ruleMessages } from '../domain/rule-errors.ts'

const percentWords = { error: () => ruleMessages.percent }
const percent = z.number(percentWords).check(z.minimum(0, percentWords), z.maximum(100, percentWords))
const monthsWords = { error: () => ruleMessages.months }
const months = z.int(monthsWords).check(z.minimum(1, monthsWords), z.maximum(maxRuleMonths, monthsWords))
const yes = z.literal(true)

const bonus = z.strictObject({
  measure: z.enum(bonusMeasures),
  per: z.enum(bonusPeriods),
  from: z.int().check(z.minimum(1), z.maximum(maxCents)),
  pays: z.union([z.strictObject({ cents: typedCents(ruleAmounts.bonus) }), z.strictObject({ percent })]),
  counts: z.optional(z.enum(bonusCounts)),
})

const shape = z.strictObject({
  base: z.enum(ruleBases),
  rate: z.nullable(z.union([z.strictObject({ tiers: yes }), z.strictObject({ percent })])),
  fixedCents: z.nullable(typedCents(ruleAmounts.fixed)),
  when: z.union([z.strictObject({ first: yes }), z.strictObject({ months }), z.strictObject({ always: yes })]),
  cap: z.strictObject({
    leadCents: z.nullable(typedCents(ruleAmounts.cap)),
    yearCents: z.nullable(typedCents(ruleAmounts.cap)),
  }),
  bonuses: z.array(bonus).check(z.maxLength(maxBonuses, { error: () => ruleMessages.bonuses })),
  reduction: z.nullable(z.strictObject({ months })),
})

/** A commission rule as data. Its JSON Schema is docs/commission-rule.schema.json; contradictions are found beyond that. */
export const ruleDefinition = shape.check(
  z.check<z.output<typeof shape>>(({ value, issues }) => {
    for (const { path, message } of ruleErrors(value)) {
      const place = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
      issues.push({ code: 'custom', input: value, path: place, message })
    }
  }),
)
