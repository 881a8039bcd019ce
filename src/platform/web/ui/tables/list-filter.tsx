import { Select } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { matchingOptions } from '../fields/matching-options.ts'
import { everything, type ListAddress } from './list-address.ts'
import { PeriodFilter } from './period-filter.tsx'

/** Options rendered at once; typing narrows them down. More would make the list slow to open. */
const maxOptions = 60

/** A filter of a list, as data. */
interface Filter {
  /** Parameter of the address. */
  readonly name: string
  readonly label: string
  /** Label of the option that removes the filter. */
  readonly all: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly searchable?: boolean
}

function ListFilter({ address, filter }: { address: ListAddress; filter: Filter }) {
  const { name, label, all, options, searchable = false } = filter
  const value = address.written(name)
  // Mounted with the page, the options of all its filters would be positioned, too. They are there before the list opens, since
  // Mantine says `aria-expanded` of a list that it knows.
  const [isReached, setReached] = useState(false)
  return (
    <Select
      aria-label={label}
      className="list-filter"
      {...(searchable ? { searchable, filter: matchingOptions, nothingFoundMessage: 'Nothing found' } : {})}
      comboboxProps={{ keepMounted: isReached }}
      onFocus={({ currentTarget }) => {
        flushSync(() => setReached(true))
        if (searchable) currentTarget.select()
      }}
      limit={maxOptions}
      data={[{ value: everything, label: all }, ...options]}
      value={options.some((each) => each.value === value) ? (value ?? everything) : everything}
      onChange={(choice) => address.set(name, choice)}
      allowDeselect={false}
    />
  )
}

interface ListFiltersProps {
  readonly address: ListAddress
  readonly filters: readonly Filter[]
  /** Names the days of the period, such as 'Created'; absent if the list has no period. */
  readonly period?: string
}

/** The filters of a list. Apart from ListTools: a list without filters does not load Mantine's Select. */
export function ListFilters({ address, filters, period }: ListFiltersProps) {
  return (
    <>
      {filters.map((filter) => (
        <ListFilter key={filter.name} address={address} filter={filter} />
      ))}
      {period && <PeriodFilter address={address} day={period} />}
    </>
  )
}

/** Options for the values of a labelled union. */
export const optionsOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))
