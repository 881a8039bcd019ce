import { Select } from '@mantine/core'
import type { ListAddress } from './list-address.ts'
import { everything } from './list-address.ts'
import { matchingOptions } from './matching-options.ts'

/** Of thousands of options, those listed at once: more would make a list slow to open. */
const maxOptions = 60

interface FilterProps {
  readonly address: ListAddress
  readonly name: string
  readonly label: string
  /** What the filter says when it leaves everything. */
  readonly all: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly searchable?: boolean
}

/** One filter of a list. */
export function ListFilter({ address, name, label, all, options, searchable = false }: FilterProps) {
  const value = address.written(name)
  return (
    <Select
      aria-label={label}
      className="list-filter"
      {...(searchable ? { searchable, filter: matchingOptions, nothingFoundMessage: 'Nothing found' } : {})}
      onFocus={(event) => searchable && event.currentTarget.select()}
      limit={maxOptions}
      data={[{ value: everything, label: all }, ...options]}
      value={options.some((each) => each.value === value) ? (value ?? everything) : everything}
      onChange={(chosen) => address.set(name, chosen)}
      allowDeselect={false}
    />
  )
}
