import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef } from 'react'
import type { Lead } from '#api/leads.ts'
import classes from './board.module.css'

/** A card's usual height, until it is measured. */
const usualHeight = 140
const gap = 10
/** Cards kept ready above and below what is seen. */
const spare = 6
/** Cards ahead of what is seen at which more are fetched. */
const ahead = 60

export interface CardListProps {
  readonly cards: readonly Lead[]
  /** Cards in the column, the ones not fetched yet included. */
  readonly total: number
  readonly card: (lead: Lead) => ReactNode
  /** Told the first and last card in view. */
  readonly onView: (first: number, last: number) => void
  readonly onNearEnd: () => void
  readonly isBusy: boolean
  /** What stands below the cards, or in their place. */
  readonly children: ReactNode
}

/** Cards in a column that scrolls by itself; only those near the view are in the page, however many there are. */
export function ScrolledCards({ cards, total, card, onView, onNearEnd, isBusy, children }: CardListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  // What is dragged or has the focus stays in the page when it scrolls out of view: without it the drag or the focus is lost.
  const dragged = useRef<string | null>(null)
  const focused = useRef<string | null>(null)

  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: useCallback((index: number) => cards[index]?.id ?? index, [cards]),
    gap,
    overscan: spare,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const seen = defaultRangeExtractor(range)
        const kept = [dragged.current, focused.current].filter((id) => id !== null)
        const places = kept.map((id) => cards.findIndex((lead) => lead.id === id)).filter((place) => place !== -1)
        return places.length > 0 ? [...new Set([...seen, ...places])].sort((one, other) => one - other) : seen
      },
      [cards],
    ),
  })

  useEffect(() => {
    const element = scroller.current
    if (element) return autoScrollForElements({ element })
  }, [])
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => {
          dragged.current = (source.data.lead as Lead).id
        },
        onDrop: () => {
          dragged.current = null
        },
      }),
    [],
  )

  const first = virtual.range?.startIndex ?? 0
  const last = virtual.range?.endIndex ?? 0
  useEffect(() => onView(first, last), [first, last, onView])
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
