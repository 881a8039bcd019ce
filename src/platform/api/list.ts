import * as z from 'zod/mini'
import { periodInOrder } from './period.ts'
import { pageQuery, sortBy } from './shapes.ts'

/** What a list can be narrowed by: optional parts of its query, by their names in the API. */
export type Filters = Readonly<Record<string, z.ZodMiniType>>

/** A list that has one order. */
export function list<F extends Filters>(filters: F) {
  return {
    filters,
    /** The query of what is about all its rows: their sums, a file of them. */
    filter: z.strictObject(filters).check(periodInOrder),
    /** The query of a page. */
    query: z.strictObject({ ...filters, ...pageQuery }).check(periodInOrder),
  }
}

interface SortedParts<F, S extends string> {
  readonly filters: F
  readonly sorts: readonly S[]
  /** The order of who asks for none. */
  readonly usual: NoInfer<S | `-${S}`>
}

/** A list that can be sorted. */
export function sortedList<F extends Filters, const S extends string>(parts: SortedParts<F, S>) {
  const { filters, sorts } = parts
  const query = z.strictObject({ ...filters, sort: sortBy(sorts), ...pageQuery }).check(periodInOrder)
  return { ...list(filters), ...parts, query }
}
