import type { Days } from '#platform/domain/periods.ts'

/** What a bonus is called in lists, in every language alike: 'Bonus 2026', or 'Bonus 10-12/2026' of a quarter. */
export function bonusName({ from, to }: Days): string {
  const [year, firstMonth] = from.split('-')
  const lastMonth = to.slice(5, 7)
  return firstMonth === '01' && lastMonth === '12' ? `Bonus ${year}` : `Bonus ${firstMonth}-${lastMonth}/${year}`
}
