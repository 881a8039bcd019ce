import type { Cents } from '#platform/domain/money.ts'

/** `cents × part / whole`, rounded half up; none of them negative. */
export function proportion(cents: Cents, part: number, whole: number): Cents {
  return Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}

/**
 * Whole cents in proportion to weights, by largest remainder: the parts add up, and each is its exact share rounded up or
 * down. The first one of equal remainders is rounded up. Without any weight all parts are zero.
 */
export function splitCents(cents: Cents, weights: readonly number[]): Cents[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const exact = weights.map((weight, index) => {
    const scaled = BigInt(cents) * BigInt(weight)
    return { index, floor: scaled / whole, remainder: scaled % whole }
  })
  const missing = Number(BigInt(cents) - exact.reduce((sum, { floor }) => sum + floor, 0n))
  const byRemainder = exact.toSorted((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
  const roundedUp = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return exact.map(({ index, floor }) => Number(floor) + (roundedUp.has(index) ? 1 : 0))
}
