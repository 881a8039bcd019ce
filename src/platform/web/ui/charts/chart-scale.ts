import type { Cents } from '#platform/domain/money.ts'
import { numberFormat } from '#platform/domain/number-format.ts'

const space = '\u00a0'
const short = numberFormat({ maximumFractionDigits: 1 })

/** Compact amounts for axes: '12 k€', '1,5 M€', '800 €'. */
export function compactEuros(cents: Cents): string {
  const euros = cents / 100
  if (euros >= 1_000_000) return `${short(euros / 1_000_000)}${space}M€`
  if (euros >= 1000) return `${short(euros / 1000)}${space}k€`
  return `${short(euros)}${space}€`
}

/** Round axis ticks from zero to at least the maximum; at most five. */
export function axisSteps(highest: number): readonly number[] {
  if (highest <= 0) return [0]
  const minStep = highest / 4
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= minStep) ?? 10)
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}
