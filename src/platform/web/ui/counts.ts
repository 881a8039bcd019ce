import { numberFormat } from '#platform/domain/number-format.ts'

const grouped = numberFormat()

/** Formats a count: '12 346'. */
export function formatCount(count: number): string {
  return grouped(count)
}
