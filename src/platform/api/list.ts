import * as z from 'zod/mini'
import { periodInOrder } from './period.ts'
import { pageQuery, sortBy } from './shapes.ts'

/** What a list can be narrowed by: optional parts of its query, by their names in the API. Browsers know the names alone. */
export type Filters = Readonly<Record<string, z.ZodMiniType>>

interface List<F extends Filters> {
  readonly filters: F
}

interface SortedList<F extends Filters, S extends string> extends List<F> {
  readonly sorts: readonly S[]
  /** The order of who asks for none. */
  readonly usual: NoInfer<S | `-${S}`>
}

/** A list that has one order. */
export const list = <F extends Filters>(parts: List<F>) => parts

/** A list that can be sorted. */
export const sortedList = <F extends Filters, const S extends string>(parts: SortedList<F, S>) => parts

/** The query of what is about all rows of a list: their sums, a file of them. */
export const filterOf = <F extends Filters>({ filters }: List<F>) => z.strictObject(filters).check(periodInOrder)

/** The query of a page of a list. */
export const pageOf = <F extends Filters>({ filters }: List<F>) =>
  z.strictObject({ ...filters, ...pageQuery }).check(periodInOrder)

/** The query of a page of a list that can be sorted. */
export const sortedPageOf = <F extends Filters, S extends string>({ filters, sorts }: SortedList<F, S>) =>
  z.strictObject({ ...filters, sort: sortBy(sorts), ...pageQuery }).check(periodInOrder)

/** What of a list is asked for. */
export type FilterOf<L> = L extends List<infer F> ? z.output<ReturnType<typeof filterOf<F>>> : never

/** The same with order and page. */
export type PageOf<L> = L extends SortedList<infer F, infer S> ? z.output<ReturnType<typeof sortedPageOf<F, S>>> : never
