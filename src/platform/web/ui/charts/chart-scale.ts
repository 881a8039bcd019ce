import type { Cents } from '#platform/domain/money.ts'
import { numberFormat } from '#platform/domain/number-format.ts'

const compact = numberFormat({ style: 'currency', currency: 'EUR', notation: 'compact', maximumFractionDigits: 1 })

/** Compact amounts for axes: '12 k€', '1,5 M€', '800 €'; in English '€12k'. French is written without the space of 'k €'. */
export const compactEuros = (cents: Cents): string => compact(cents / 100).replace(/(?<=[kM])\u00a0€/, '€')

/** Round axis ticks from zero to at least the maximum; at most five. */
export function axisSteps(highest: number): readonly number[] {
  if (highest <= 0) return [0]
  const minStep = highest / 4
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= minStep) ?? 10)
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}
