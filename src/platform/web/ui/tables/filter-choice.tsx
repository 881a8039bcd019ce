import { Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { matchingOptions } from '../fields/matching-options.ts'
import { chosenValue, type Filter } from './filter.ts'
import { everything, type ListAddress } from './list-address.ts'

/** Options rendered at once; typing narrows them down. More would make the list slow to open. */
const maxOptions = 60

interface FilterChoiceProps {
  readonly address: ListAddress
  readonly filter: Filter
  /** Whether somebody asked for it just now: its options are open, and it goes once one is chosen. */
  readonly isOpened: boolean
  readonly onDone: () => void
}

/** The options of a filter. */
export default function FilterChoice({ address, filter, isOpened, onDone }: FilterChoiceProps) {
  const { label, all, options, searchable = false, pinned = false } = filter
  // The options of a pinned filter are positioned only once it is reached. They are there before the list opens, since Mantine
  // says `aria-expanded` of a list that it knows.
  const [isReached, setReached] = useState(isOpened)
  // Opened once the list is there, which its portal mounts in a later render: before, it would not be said to be expanded.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpened) return
    const opening = setTimeout(() => setOpen(true), 0)
    return () => clearTimeout(opening)
  }, [isOpened])
  const value = chosenValue(filter, address)
  return (
    <Select
      aria-label={label}
      className={pinned ? 'list-pinned' : 'list-choice'}
      mod={{ set: value !== everything || isOpened }}
      size="sm"
      {...(searchable ? { searchable, filter: matchingOptions, nothingFoundMessage: 'Nothing found' } : {})}
      autoFocus={isOpened}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      comboboxProps={{ keepMounted: isReached }}
      onFocus={({ currentTarget }) => {
        if (!isReached) flushSync(() => setReached(true))
        if (searchable) currentTarget.select()
      }}
      limit={maxOptions}
      data={[{ value: everything, label: all }, ...options]}
      value={value}
      onChange={(choice) => address.set(filter.name, choice)}
      onDropdownClose={() => {
        setOpen(false)
        onDone()
      }}
      allowDeselect={false}
    />
  )
}
