import { basisPoints, type Cents, percentOf } from '#platform/domain/money.ts'

/** `cents × part / whole`, rounded half up; none of them negative. */
export function proportion(cents: Cents, part: number, whole: number): Cents {
  return Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}

/**
 * Fractions as whole cents, by largest remainder: each is rounded up or down, and they add up to their exact sum, which is
 * rounded half up. The first one of equal remainders is rounded up.
 */
function roundTogether(numerators: readonly bigint[], denominator: bigint): Cents[] {
  const exact = numerators.map((numerator, index) => ({
    index,
    floor: numerator / denominator,
    remainder: numerator % denominator,
  }))
  const sum = numerators.reduce((total, numerator) => total + numerator, 0n)
  const rounded = (2n * sum + denominator) / (2n * denominator)
  const missing = Number(rounded - exact.reduce((total, { floor }) => total + floor, 0n))
  const byRemainder = exact.toSorted((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
  const roundedUp = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return exact.map(({ index, floor }) => Number(floor) + (roundedUp.has(index) ? 1 : 0))
}

/** Whole cents in proportion to weights: the parts add up. Without any weight all parts are zero. */
export function splitCents(cents: Cents, weights: readonly number[]): Cents[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  return roundTogether(
    weights.map((weight) => BigInt(cents) * BigInt(weight)),
    whole,
  )
}

/** What a rate makes of parts of a revenue: together what it makes of the whole. */
export function ratedParts(parts: readonly Cents[], ratePercent: number): Cents[] {
  const rate = BigInt(basisPoints(ratePercent))
  return roundTogether(
    parts.map((part) => BigInt(part) * rate),
    10_000n,
  )
}

/**
 * What a rate makes of parts of a revenue that are taken back, of what is left of each: together what it makes of the whole, or
 * all that is left. What one has too little for goes from the next.
 */
export function takeRatedParts(left: readonly Cents[], parts: readonly Cents[], ratePercent: number): Cents[] {
  let open = 0
  const wanted = ratedParts(parts, ratePercent).map((cents, index) => {
    const taken = Math.min(cents, left[index] ?? 0)
    open += cents - taken
    return taken
  })
  return wanted.map((cents, index) => {
    const more = Math.min(open, (left[index] ?? 0) - cents)
    open -= more
    return cents + more
  })
}

/** What a rate makes of each part, rounded by itself: leads that were signed formerly have it. */
export const ratedApart = (parts: readonly Cents[], ratePercent: number): Cents[] =>
  parts.map((part) => percentOf(part, ratePercent))
