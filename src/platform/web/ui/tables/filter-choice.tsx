import { Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { m } from '#platform/messages/messages.ts'
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
  // Opened by its own key: only Mantine's handler of keys begins on what is chosen and names it as the active option. The list
  // stands in no portal, which would mount it in a later render, when there is nothing yet that the key could reach.
  useEffect(() => {
    if (isOpened) input.current?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }))
  }, [isOpened])
  const value = chosenValue(filter, address)
  return (
    <Select
      aria-label={label}
      className={pinned ? 'list-pinned' : 'list-choice'}
      mod={{ set: value !== everything || isOpened }}
      size="sm"
      {...(searchable ? { searchable, filter: matchingOptions, nothingFoundMessage: m.nothingFound() } : {})}
      autoFocus={isOpened}
      ref={input}
      comboboxProps={{ keepMounted: isReached, withinPortal: false }}
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
