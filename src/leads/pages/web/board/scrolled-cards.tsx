import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import classes from './board.module.css'
import type { ColumnPlace } from './board-place.ts'
import type { ShownPlace } from './shown-place.ts'

/** Estimated height of a card before it is measured. */
const usualHeight = 140
const gap = 10
/** Overscan: cards rendered above and below the viewport. */
const spare = 6
/**
 * Fetch the next page when fewer cards than this are left below the viewport: few enough that a first page lasts until somebody
 * scrolls.
 */
const ahead = 6

export interface CardListProps {
  readonly cards: readonly ListedLead[]
  /** Cards in the column, including those not loaded yet. */
  readonly total: number
  readonly card: (lead: ListedLead) => ReactNode
  /** The card to scroll to, once per request of the user. */
  readonly reveal: ShownPlace | null
  /** The index of that card, which is highlighted; -1 if it is not loaded. */
  readonly shownIndex: number
  readonly onNearEnd: () => void
  readonly isBusy: boolean
  /** Where the column was left, if somebody comes back to it, and what notes that when it is left again. */
  readonly kept: ColumnPlace | undefined
  readonly onLeave: (place: ColumnPlace) => void
  /** Content below the cards, or in their place. */
  readonly children: ReactNode
}

/** A virtualized column that scrolls by itself. */
export function ScrolledCards(props: CardListProps) {
  const { cards, total, card, reveal, shownIndex, onNearEnd, isBusy, onLeave, children } = props
  const scroller = useRef<HTMLDivElement>(null)
  // The dragged and the focused card stay rendered out of view: unmounting them would end the drag or lose the focus.
  const dragged = useRef<string | null>(null)
  const focused = useRef<string | null>(null)

  const [{ offset = 0, heights = [] }] = useState(props.kept ?? {})
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: useCallback((index: number) => cards[index]?.id ?? index, [cards]),
    gap,
    initialOffset: offset,
    initialMeasurementsCache: heights,
    overscan: spare,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const visible = defaultRangeExtractor(range)
        const pinned = [dragged.current, focused.current].filter((id) => id !== null)
        const places = pinned.map((id) => cards.findIndex((lead) => lead.id === id)).filter((place) => place !== -1)
        return places.length > 0 ? [...new Set([...visible, ...places])].sort((one, other) => one - other) : visible
      },
      [cards],
    ),
  })

  useEffect(() => {
    const element = scroller.current
    if (element) return autoScrollForElements({ element })
  }, [])
  useLayoutEffect(() => {
    const element = scroller.current
    return () => onLeave({ offset: element?.scrollTop ?? 0, heights: virtual.takeSnapshot() })
  }, [onLeave, virtual])
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => {
          dragged.current = (source.data.lead as ListedLead).id
        },
        onDrop: () => {
          dragged.current = null
        },
      }),
    [],
  )

  const reached = useRef(reveal)
  useEffect(() => {
    if (shownIndex === -1 || reached.current === reveal) return
    reached.current = reveal
    virtual.scrollToIndex(shownIndex, { align: 'center' })
  }, [reveal, shownIndex, virtual])

  const last = virtual.range?.endIndex ?? 0
  useEffect(() => {
    if (last >= cards.length - ahead) onNearEnd()
  }, [last, cards.length, onNearEnd])

  return (
    <div ref={scroller} className={classes.cards} data-busy={isBusy || undefined}>
      {cards.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noRedundantRoles: without its bullets a list is no list to some screen readers
          role="list"
          className={classes.list}
          style={{ height: virtual.getTotalSize() }}
          onFocus={(event) => {
            focused.current = event.target.closest('li')?.dataset.lead ?? focused.current
          }}
          onBlur={() => {
            focused.current = null
          }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const lead = cards[index]
            return (
              lead && (
                <li
                  key={lead.id}
                  ref={virtual.measureElement}
                  className={classes.placed}
                  style={{ transform: `translateY(${start}px)` }}
                  data-index={index}
                  data-lead={lead.id}
                  data-landed={index === shownIndex || undefined}
                  aria-setsize={Math.max(total, cards.length)}
                  aria-posinset={index + 1}
                >
                  {card(lead)}
                </li>
              )
            )
          })}
        </ul>
      )}
      {children}
    </div>
  )
}
