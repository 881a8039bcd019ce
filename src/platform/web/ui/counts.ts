import { numberFormat } from '#platform/domain/number-format.ts'

const grouped = numberFormat()

/** Formats a count: '12 346'. */
export function formatCount(count: number): string {
  return grouped(count)
}

/** '1 entry', '12 346 entries' */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
