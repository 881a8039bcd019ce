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
 * What the address says of a list, by the filters that the page shows, in their order. A value that the API would refuse counts
 * for nothing.
 */
export function useList<F extends Filters, Name extends Exclude<keyof F & string, Always>>(
  list: { readonly filters: F },
  shown: { readonly [N in Name]: Shown<Value<F, N>> },
) {
  const parts = Object.entries<Shown<string> | Choice<string>>(shown).map(([name, each]) => {
    const parameter = typeof each === 'string' ? each : (each.name ?? name)
    return { name, parameter, each }
  })
  const address = useListAddress([...parts.map(({ parameter }) => parameter), ...('from' in list.filters ? periodNames : [])])
  const filter = {
    ...Object.fromEntries(
      parts.map(({ name, parameter }) => [name, list.filters[name]?.safeParse(address.written(parameter)).data]),
    ),
    ...('search' in list.filters && address.search ? { search: address.search } : {}),
    ...('from' in list.filters ? address.period : {}),
  } as { readonly [N in keyof F & (Name | Always)]?: z.output<F[N]> }
  const filters = parts.flatMap(({ parameter, each }): Filter[] => {
    if (typeof each === 'string') return []
    if ('options' in each) return [each]
    const options = Object.entries(each.labels).map(([value, label]) => ({ value, label }))
    return [{ ...each, name: parameter, options }]
  })
  return { address, filter, filters }
}
