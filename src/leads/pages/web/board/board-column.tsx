import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useRef } from 'react'
import { type Fields, type Offers, type Stages, stageLanguage, stageName } from '#leads/lead-settings/web/data.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import type { Acting } from '#leads/leads/domain/lead-abilities.ts'
import type { LeadStatus, LeadStatusStats } from '#leads/leads/domain/leads.ts'
import { leadQuery } from '#leads/leads/web/data.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { ListLoading } from '#platform/web/ui/page/states.tsx'
import { m } from '../../messages/messages.ts'
import classes from './board.module.css'
import type { Column } from './board-data.ts'
import type { BoardPlace, ColumnPlace } from './board-place.ts'
import { type BoardFilter, readFurther } from './board-query.ts'
import { type CardActions, type CardHandlers, LeadCard } from './lead-card.tsx'
import { useLeadDrop } from './lead-drop.ts'
import { ScrolledCards } from './scrolled-cards.tsx'
import type { ShownPlace } from './shown-place.ts'
import { StackedCards } from './stacked-cards.tsx'
import { stageTone } from './stage-tone.ts'

const noCards: readonly ListedLead[] = []

interface BoardColumnProps {
  readonly stages: Stages
  readonly status: LeadStatus
  readonly filter: BoardFilter
  /** Its loaded leads; undefined before the board is loaded. */
  readonly column: Column | undefined
  readonly stats: LeadStatusStats | undefined
  readonly failed: boolean
  /** Whether the leads on screen still belong to the previous filter. */
  readonly isBusy: boolean
  readonly offers: Offers
  readonly fields: Fields
  readonly showPartner: boolean
  readonly acting: Acting
  readonly ownRate: number | null
  readonly mayLackAmount: boolean
  readonly handlers: CardHandlers
  readonly onMove: CardActions['onMove']
  readonly reveal: ShownPlace | null
  /** On phones the page scrolls instead of the column. */
  readonly isPhone: boolean
  readonly place: BoardPlace
}

/** Motion is left out for those who do not want it. */
const scrolling = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')

/** A column of the board. Pages are fetched before the user scrolls to them. */
export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const {
    stages,
    status,
    filter,
    column,
    stats,
    failed,
    isBusy,
    offers,
    fields,
    showPartner,
    acting,
    ownRate,
    mayLackAmount,
    handlers,
    onMove,
  } = props
  const { reveal, isPhone, place } = props
  const section = useRef<HTMLElement>(null)
  const over = useLeadDrop(section, status, onMove)
  const further = useMutation({ mutationFn: (cursor: string) => readFurther(filter, status, cursor) })
  const cursor = column?.nextCursor ?? null
  // The mutation's state belongs to the page that it was started for.
  const isNext = further.variables === cursor
  const isReading = isNext && further.isPending
  const { mutate } = further
  const fetchNext = useCallback(() => cursor && mutate(cursor), [cursor, mutate])

  const items = column?.items ?? noCards
  // Deferred: rendering five columns of new cards in one task would block typing.
  const cards = useDeferredValue(items)
  const mayFetch = !isBusy && cards === items && !(isNext && (further.isPending || further.isError))
  const onNearEnd = useCallback(() => {
    if (mayFetch) fetchNext()
  }, [mayFetch, fetchNext])
  const onLeave = useCallback(
    (left: ColumnPlace) => {
      place.columns[status] = left
    },
    [place, status],
  )
  const card = useCallback(
    (lead: ListedLead) => <LeadCard {...{ lead, offers, fields, showPartner, acting, ownRate, mayLackAmount }} {...handlers} />,
    [offers, fields, showPartner, acting, ownRate, mayLackAmount, handlers],
  )

  useEffect(() => {
    if (reveal) section.current?.scrollIntoView({ block: 'start', inline: 'center', behavior: scrolling() })
  }, [reveal])
  const shownIndex = reveal?.leadId ? cards.findIndex(({ id }) => id === reveal.leadId) : -1

  // Deferred cards render after the data has arrived: show placeholders until then.
  const isDrawing = cards.length === 0 && items.length > 0
  const Cards = isPhone ? StackedCards : ScrolledCards
  return (
    <section
      ref={section}
      className={classes.column}
      data-over={over || undefined}
      style={stageTone(stages, status)}
      aria-label={stageName(stages, status)}
    >
      <header className={classes.columnHead}>
        <span className={classes.dot} style={stageTone(stages, status)} />
        <h2 className={classes.columnTitle} lang={stageLanguage(stages, status)}>
          {stageName(stages, status)}
        </h2>
        <span className={`figure ${classes.count}`}>{stats ? formatCount(stats.count) : failed ? '—' : '…'}</span>
        <span className={`figure ${classes.sum}`}>{stats && formatEuros(stats.amountCents)}</span>
      </header>
      {reveal?.leadId && shownIndex === -1 && <LandedCard leadId={reveal.leadId} status={status} card={card} />}
      <Cards
        cards={cards}
        total={stats?.count ?? 0}
        card={card}
        reveal={reveal}
        shownIndex={shownIndex}
        onNearEnd={onNearEnd}
        isBusy={isBusy}
        kept={place.columns[status]}
        onLeave={onLeave}
      >
        {((!column && !failed) || isDrawing) && <ListLoading rows={3} height={132} />}
        {column && items.length === 0 && !cursor && (
          <Text lang={m.noLead.lang} className={classes.none} fz="sm">
            {m.noLead()}
          </Text>
        )}
        {cursor && (
          <Button variant="subtle" size="compact-sm" fullWidth loading={isReading} onClick={fetchNext}>
            {m.showMore()}
          </Button>
        )}
      </Cards>
    </section>
  )
})

interface LandedCardProps {
  readonly leadId: string
  readonly status: LeadStatus
  readonly card: (lead: ListedLead) => ReactNode
}

/** A moved card whose place is among those that are not loaded, above the column. */
function LandedCard({ leadId, status, card }: LandedCardProps) {
  const { data: lead } = useQuery(leadQuery(leadId))
  if (lead?.status !== status) return null
  return (
    <section className={classes.landed} aria-label={m.movedCard()}>
      <p className={classes.cardNote}>{m.furtherDown()}</p>
      {card(lead)}
    </section>
  )
}
