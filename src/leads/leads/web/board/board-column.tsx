import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Lead } from '../../api/leads.ts'
import type { LeadStatusStats, LeadStatus } from '../../domain/leads.ts'
import { leadStatusLabels } from '../../domain/leads.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { ListLoading } from '#platform/web/ui/states.tsx'
import classes from './board.module.css'
import { visiblePageIndexes } from './column-pages.ts'
import type { BoardFilter } from './board-reads.ts'
import { columnQuery, setVisiblePages } from './board-queries.ts'
import type { CardActions, CardHandlers } from './lead-card.tsx'
import { LeadCard } from './lead-card.tsx'
import { LandedCard } from './landed-card.tsx'
import { useLeadDrop } from './lead-drop.ts'
import type { ShownPlace } from './shown-place.ts'
import { stageTone } from './stage-tone.ts'
import { ScrolledCards } from './scrolled-cards.tsx'
import { StackedCards } from './stacked-cards.tsx'

interface BoardColumnProps {
  readonly status: LeadStatus
  readonly filter: BoardFilter
  readonly stats: LeadStatusStats | undefined
  readonly offers: Readonly<Record<Lead['offerType'], string>>
  readonly showPartner: boolean
  readonly ownRate: number | null
  readonly handlers: CardHandlers
  readonly onMove: CardActions['onMove']
  /** Reports a failed column, and its recovery: the board shows one error for all columns. */
  readonly onFailure: (status: LeadStatus, error: Error | null) => void
  readonly shown: ShownPlace | null
  /** On phones the page scrolls instead of the column. */
  readonly isPhone: boolean
}

/** Motion is left out for those who do not want it. */
const scrolling = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')

/** A column of the board. Pages are fetched before the user scrolls to them. */
export function BoardColumn(props: BoardColumnProps) {
  const { status, filter, stats, offers, showPartner, ownRate, handlers, onMove, onFailure, shown, isPhone } = props
  const column = useRef<HTMLElement>(null)
  const over = useLeadDrop(column, status, onMove)
  const [viewed, setViewed] = useState<readonly [number, number]>([0, 0])
  const leads = useInfiniteQuery(columnQuery(status, filter))
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage, refetch } = leads

  const failure = leads.data ? null : leads.error
  useEffect(() => {
    onFailure(status, failure)
    return () => onFailure(status, null)
  }, [status, failure, onFailure])

  const pages = leads.data?.pages
  // Deferred: rendering five columns of new cards in one task would block typing.
  const cards = useDeferredValue(useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]))
  useEffect(() => {
    if (!pages || isPlaceholderData) return
    const around = visiblePageIndexes(pages, ...viewed)
    setVisiblePages(status, filter, around)
    if (!isFetching && around.some((index) => pages[index]?.stale)) void refetch()
  }, [pages, viewed, status, filter, isFetching, isPlaceholderData, refetch])
  useEffect(() => () => setVisiblePages(status, filter, null), [status, filter])

  const onView = useCallback((first: number, last: number) => setViewed([first, last]), [])
  const mayFetch = hasNextPage && !isFetching && !isPlaceholderData && !isFetchNextPageError
  const onNearEnd = useCallback(() => {
    if (mayFetch) void fetchNextPage()
  }, [mayFetch, fetchNextPage])
  const card = useCallback(
    (lead: Lead) => <LeadCard lead={lead} offers={offers} showPartner={showPartner} ownRate={ownRate} {...handlers} />,
    [offers, showPartner, ownRate, handlers],
  )

  useEffect(() => {
    if (shown) column.current?.scrollIntoView({ block: 'start', inline: 'center', behavior: scrolling() })
  }, [shown])
  const shownIndex = shown?.leadId ? cards.findIndex(({ id }) => id === shown.leadId) : -1

  // Deferred cards render after the data has arrived: show placeholders until then.
  const isDrawing = cards.length === 0 && (pages?.some(({ items }) => items.length > 0) ?? false)
  const Cards = isPhone ? StackedCards : ScrolledCards
  return (
    <section
      ref={column}
      className={classes.column}
      data-over={over || undefined}
      style={stageTone(status)}
      aria-label={leadStatusLabels[status]}
    >
      <header className={classes.columnHead}>
        <span className={classes.dot} style={stageTone(status)} />
        <h2 className={classes.columnTitle}>{leadStatusLabels[status]}</h2>
        <span className={`figure ${classes.count}`}>{stats ? formatCount(stats.count) : failure ? '—' : '…'}</span>
        <span className={`figure ${classes.sum}`}>{stats && formatEuros(stats.amountCents)}</span>
      </header>
      {shown?.leadId && shownIndex === -1 && <LandedCard leadId={shown.leadId} status={status} card={card} />}
      <Cards
        cards={cards}
        total={stats?.count ?? 0}
        card={card}
        shown={shown}
        shownIndex={shownIndex}
        onView={onView}
        onNearEnd={onNearEnd}
        isBusy={isPlaceholderData}
      >
        {(leads.isPending || isDrawing) && <ListLoading rows={3} height={132} />}
        {pages?.every(({ items }) => items.length === 0) && !hasNextPage && (
          <Text className={classes.none} fz="sm">
            Aucun lead
          </Text>
        )}
        {hasNextPage && (
          <Button variant="subtle" size="compact-sm" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Voir plus
          </Button>
        )}
      </Cards>
    </section>
  )
}
