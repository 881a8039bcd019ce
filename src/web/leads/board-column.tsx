import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import type { ColumnFigures, LeadStatus } from '#domain/leads.ts'
import { leadStatusLabels } from '#domain/leads.ts'
import { formatEuros } from '#domain/money.ts'
import { ErrorState, ListLoading } from '../ui/states.tsx'
import classes from './board.module.css'
import type { BoardFilter } from './data.ts'
import { columnQuery } from './data.ts'
import type { CardActions } from './lead-card.tsx'
import { LeadCard } from './lead-card.tsx'

interface BoardColumnProps {
  readonly status: LeadStatus
  readonly filter: BoardFilter
  readonly figures: ColumnFigures | undefined
  readonly offers: Readonly<Record<Lead['offerType'], string>>
  readonly showPartner: boolean
  readonly actions: CardActions
}

/** One stage of the pipeline, read a page at a time. */
export function BoardColumn({ status, filter, figures, offers, showPartner, actions }: BoardColumnProps) {
  const column = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const leads = useInfiniteQuery(columnQuery(status, filter))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = leads
  const { onMove } = actions

  useEffect(() => {
    const element = column.current
    if (!element) return
    return dropTargetForElements({
      element,
      getData: () => ({ status }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        const lead = source.data.lead as Lead
        if (lead.status !== status) onMove(lead, status)
      },
    })
  }, [status, onMove])

  useEffect(() => {
    if (list.current) return autoScrollForElements({ element: list.current })
  }, [])

  useEffect(() => {
    const element = end.current
    if (!element || !hasNextPage) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void fetchNextPage()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasNextPage, fetchNextPage])

  const cards = leads.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section
      ref={column}
      className={classes.column}
      data-over={over || undefined}
      data-status={status}
      aria-label={leadStatusLabels[status]}
    >
      <header className={classes.columnHead}>
        <span className={classes.dot} data-status={status} />
        <h2 className={classes.columnTitle}>{leadStatusLabels[status]}</h2>
        <span className={`figure ${classes.count}`}>{figures?.count ?? '…'}</span>
        <span className={`figure ${classes.sum}`}>{figures && formatEuros(figures.amountCents)}</span>
      </header>
      <div ref={list} className={classes.cards}>
        {leads.isPending && <ListLoading rows={3} />}
        {leads.error && <ErrorState error={leads.error} onRetry={() => void leads.refetch()} />}
        {leads.data && cards.length === 0 && (
          <Text className={classes.none} fz="sm">
            Aucun lead
          </Text>
        )}
        {cards.map((lead) => (
          <LeadCard key={lead.id} lead={lead} offers={offers} showPartner={showPartner} {...actions} />
        ))}
        {hasNextPage && (
          <div ref={end}>
            <Button
              variant="subtle"
              size="compact-sm"
              fullWidth
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Voir plus
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
