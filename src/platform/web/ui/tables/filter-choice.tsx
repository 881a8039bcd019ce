import { Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
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
  const input = useRef<HTMLInputElement>(null)
  // Opened by a click, which begins on what is chosen, once the list is there: its portal mounts it in a later render.
  useEffect(() => {
    if (!isOpened) return
    const opening = setTimeout(() => input.current?.click(), 0)
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
      ref={input}
      comboboxProps={{ keepMounted: isReached }}
      onFocus={({ currentTarget }) => {
        if (!isReached) flushSync(() => setReached(true))
        if (searchable) currentTarget.select()
      }}
      limit={maxOptions}
      data={[{ value: everything, label: all }, ...options]}
      value={value}
      onChange={(choice) => address.set(filter.name, choice)}
      onDropdownClose={onDone}
      allowDeselect={false}
    />
  )
}
