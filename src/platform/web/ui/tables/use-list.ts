import type * as z from 'zod/mini'
import type { Filters } from '#platform/api/list.ts'
import type { Period } from '#platform/api/period.ts'
import type { Filter } from './filter.ts'
import { periodNames, useListAddress } from './list-address.ts'

/** How a page shows a filter that has these values: each has its label. */
interface Choice<Value extends string> extends Pick<Filter, 'label' | 'all' | 'searchable' | 'pinned'> {
  /** Its parameter in addresses, where that is not its name in the API. */
  readonly name?: string
  readonly labels: Readonly<Record<Value, string>>
}

/** How a page shows a filter: one by a record has the options that there are, or is a parameter that links alone have. */
type Shown<Value> = [Value] extends [string] ? (string extends Value ? Filter | string : Choice<Value>) : never

type Value<F extends Filters, Name extends keyof F> = NonNullable<z.output<F[Name]>>
/** What every list has in its address by itself. */
type Always = 'search' | keyof Period

/**
 * What the address says of a list, by the filters that the page shows, in their order. What is none of a filter's values, or no
 * record's id, counts for nothing.
 */
export function useList<F extends Filters, Name extends Exclude<keyof F & string, Always>>(
  list: { readonly filters: F },
  shown: { readonly [N in Name]: Shown<Value<F, N>> },
) {
  const parts = Object.entries<Shown<string> | Choice<string>>(shown).map(([name, each]) => {
    if (typeof each === 'string') return { name, parameter: each }
    if ('options' in each) return { name, parameter: each.name, chip: each }
    const options = Object.entries(each.labels).map(([value, label]) => ({ value, label }))
    const chip: Filter = { name, ...each, options }
    return { name, parameter: chip.name, chip, values: Object.keys(each.labels) }
  })
  const address = useListAddress([...parts.map(({ parameter }) => parameter), ...('from' in list.filters ? periodNames : [])])
  const chosen = parts.map(({ name, parameter, values }) => [
    name,
    values ? address.pick(parameter, values) : address.get(parameter),
  ])
  const filter = {
    ...Object.fromEntries(chosen),
    ...('search' in list.filters && address.search ? { search: address.search } : {}),
    ...('from' in list.filters ? address.period : {}),
  } as { readonly [N in keyof F & (Name | Always)]?: z.output<F[N]> }
  return { address, filter, filters: parts.flatMap(({ chip }) => chip ?? []) }
}
