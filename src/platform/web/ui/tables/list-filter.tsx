import './list-tools.css'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { IconFilterPlus, IconX } from '../icons.ts'
import type { Filter, FilterRange } from './filter.ts'
import type { ListAddress } from './list-address.ts'
import { PeriodFilter, periodText } from './period-filter.tsx'

/** Lazy: a list opens without Mantine's select and menu. */
const FilterChoice = lazy(() => import('./filter-choice.tsx'))
const FilterMenu = lazy(() => import('./filter-menu.tsx'))
const RangePopover = lazy(() => import('./range-popover.tsx'))

interface ListFiltersProps {
  readonly address: ListAddress
  readonly filters?: readonly Filter[]
  /** Names the days of the period, such as 'Created'; absent if the list has no period. */
  readonly period?: string
}

/** Name of the period among the filters, which has two parameters. */
const periodName = 'period'

/** The filters of a list: those that are set are chips, the others are behind 'Add filter'. */
export function ListFilters({ address, filters = [], period }: ListFiltersProps) {
  const [choosing, setChoosing] = useState<string | null>(null)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  useFocusAfterChoice(choosing, add.current)
  const hasPeriod = Boolean(address.period.from || address.period.to)
  const isSet = ({ name, options }: Filter) => {
    const value = address.written(name)
    return value !== undefined && (options.length === 0 || options.some((each) => each.value === value))
  }
  const open = filters.filter((filter) => !isSet(filter))
  const entries = [...open, ...(period && !hasPeriod ? [{ name: periodName, label: period }] : [])]
  const [only] = entries
  return (
    <>
      {filters.map((filter) => (
        <FilterInPlace
          key={filter.name}
          address={address}
          filter={filter}
          isSet={isSet(filter)}
          isChoosing={choosing === filter.name}
          onChoose={(chosen) => setChoosing(chosen ? filter.name : null)}
          onRemove={() => {
            address.set(filter.name, null)
            add.current?.focus()
          }}
        />
      ))}
      {period && hasPeriod && (
        <FilterChip
          name={periodName}
          label={period}
          value={periodText(address)}
          onOpen={() => setChoosing(periodName)}
          onRemove={() => {
            address.setPeriod({})
            add.current?.focus()
          }}
        />
      )}
      {only && (
        <button
          ref={add}
          type="button"
          className="tool-button mantine-focus-auto"
          aria-haspopup={entries.length === 1 ? undefined : 'menu'}
          aria-expanded={entries.length === 1 ? undefined : menu !== null}
          // A single filter needs no menu before it.
          onClick={() => (entries.length === 1 ? setChoosing(only.name) : setMenu(menu ? null : add.current))}
        >
          <IconFilterPlus size={16} aria-hidden="true" />
          <span>{m.addFilter()}</span>
        </button>
      )}
      <Suspense>
        {menu && (
          <FilterMenu
            button={menu}
            entries={entries}
            onChoose={(name) => {
              setMenu(null)
              setChoosing(name)
            }}
            onClose={() => setMenu(null)}
          />
        )}
      </Suspense>
      {filters.map(
        ({ name, label, range }) =>
          range &&
          choosing === name && (
            <Suspense key={name}>
              <ChosenRange
                address={address}
                name={name}
                label={label}
                range={range}
                otherwise={add.current}
                onClose={() => setChoosing(null)}
              />
            </Suspense>
          ),
      )}
      {choosing === periodName && period && (
        <PeriodFilter
          address={address}
          day={period}
          button={document.querySelector<HTMLElement>(`[data-filter='${periodName}'] > button`) ?? add.current}
          onClose={() => setChoosing(null)}
        />
      )}
    </>
  )
}

function labelOf({ name, options, range }: Filter, address: ListAddress): string | undefined {
  const written = address.written(name)
  if (range) return written && range.label(written)
  return options.find(({ value }) => value === written)?.label
}

interface FilterInPlaceProps {
  readonly address: ListAddress
  readonly filter: Filter
  readonly isSet: boolean
  readonly isChoosing: boolean
  readonly onChoose: (choosing: boolean) => void
  readonly onRemove: () => void
}

/** A filter's options while one is chosen, or the chip of a filter that is set. */
function FilterInPlace({ address, filter, isSet, isChoosing, onChoose, onRemove }: FilterInPlaceProps) {
  if ((isChoosing && !filter.range) || filter.pinned) {
    return (
      <Suspense>
        <FilterChoice address={address} filter={filter} isOpened={isChoosing} onDone={() => onChoose(false)} />
      </Suspense>
    )
  }
  if (!isSet) return null
  const { name, label } = filter
  return (
    <FilterChip
      name={name}
      label={label}
      value={labelOf(filter, address) ?? '…'}
      onOpen={() => onChoose(true)}
      onRemove={onRemove}
    />
  )
}

interface ChosenRangeProps {
  readonly address: ListAddress
  readonly name: string
  readonly label: string
  readonly range: FilterRange
  /** What it opens at while it is not set. */
  readonly otherwise: HTMLElement | null
  readonly onClose: () => void
}

/** Opens at the filter's chip. */
function ChosenRange({ address, name, label, range, otherwise, onClose }: ChosenRangeProps) {
  const button = document.querySelector<HTMLElement>(`[data-filter='${CSS.escape(name)}'] > button`) ?? otherwise
  if (!button) return null
  return (
    <RangePopover
      button={button}
      title={label}
      range={range}
      value={address.written(name)}
      onChoose={(text) => {
        address.set(name, text)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/**
 * Once a filter is chosen, the focus goes to its chip, which comes with the address a moment later; until then, and without
 * one, to the button. A press elsewhere keeps it there.
 */
function useFocusAfterChoice(choosing: string | null, add: HTMLElement | null): void {
  const last = useRef(choosing)
  useEffect(() => {
    if (choosing !== null) last.current = choosing
    if (choosing !== null || last.current === null) return
    const chip = document.querySelector<HTMLElement>(`[data-filter='${CSS.escape(last.current)}'] > button`)
    const isFree = document.activeElement === document.body || document.activeElement === add
    if (isFree) (chip ?? add)?.focus()
    if (chip || !isFree) last.current = null
  })
}

interface FilterChipProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onOpen: () => void
  readonly onRemove: () => void
}

/** A filter that is set: a press changes it, the cross removes it. */
function FilterChip({ name, label, value, onOpen, onRemove }: FilterChipProps) {
  const text = `${m.filterChip({ label })} `
  return (
    <span className="filter-chip" data-filter={name}>
      <button type="button" className="mantine-focus-auto" title={text + value} onClick={onOpen}>
        <span>{text}</span>
        {value}
      </button>
      <button type="button" className="mantine-focus-auto" aria-label={m.removeFilter({ label })} onClick={onRemove}>
        <IconX size={14} aria-hidden="true" />
      </button>
    </span>
  )
}

export const optionsOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))
