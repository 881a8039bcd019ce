import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { IconDotsVertical } from '../../ui/icons.ts'
import { memo, useEffect, useRef, useState } from 'react'
import type { Lead } from '#api/leads.ts'
import type { LeadStatus } from '#domain/leads.ts'
import { formatEuros } from '#domain/money.ts'
import { shortDate } from '#web/ui/dates.ts'
import { nameOf } from '#domain/partners.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import classes from './board.module.css'

export interface CardActions {
  readonly onOpen: (lead: { readonly id: string }) => void
  readonly onEdit: (lead: Lead) => void
  readonly onDelete: (lead: Lead) => void
  readonly onMove: (lead: Lead, to: LeadStatus) => void
}

/** Handlers of a card. The board has one menu for all cards; it closes when its card unmounts. */
export interface CardHandlers {
  readonly onOpen: CardActions['onOpen']
  readonly onMenu: (lead: Lead, button: HTMLElement) => void
  readonly onGone: (leadId: string) => void
}

interface LeadCardProps extends CardHandlers {
  readonly lead: Lead
  readonly offers: Readonly<Record<Lead['offerType'], string>>
  readonly showPartner: boolean
}

/**
 * A lead on the board: dragged with mouse or touch, moved with the menu by keyboard. Uses plain elements instead of Mantine's,
 * since
 * hundreds of cards are rendered.
 */
export const LeadCard = memo(function LeadCard({ lead, offers, showPartner, onOpen, onMenu, onGone }: LeadCardProps) {
  const card = useRef<HTMLElement>(null)
  const [dragging, setDragging] = useState(false)
  useEffect(() => {
    const element = card.current
    if (!element || !lead.can.move) return
    return draggable({
      element,
      getInitialData: () => ({ lead }),
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    })
  }, [lead])
  useEffect(() => () => onGone(lead.id), [onGone, lead.id])
  return (
    <article
      ref={card}
      className={classes.card}
      data-dragging={dragging || undefined}
      data-movable={lead.can.move || undefined}
      aria-label={lead.name}
    >
      <div className={classes.cardHead}>
        <div className={classes.cardName}>
          <p className={classes.cardTitle} title={lead.name}>
            {lead.name}
          </p>
          <p className={classes.cardCompany} title={lead.company}>
            {lead.company}
          </p>
        </div>
        <button
          type="button"
          className={classes.cardMenu}
          aria-label={`Actions pour ${lead.name}`}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={(event) => onMenu(lead, event.currentTarget)}
        >
          <IconDotsVertical size={18} aria-hidden="true" />
        </button>
      </div>
      <div className={classes.cardFacts}>
        <span className="figure">{formatEuros(lead.estimatedAmountCents)}</span>
        <span className={classes.offer}>{offers[lead.offerType]}</span>
        {lead.possibleDuplicate && <StatusBadge tone="todo">Doublon possible</StatusBadge>}
      </div>
      {showPartner && (
        <p className={classes.cardNote} title={nameOf(lead.partner)}>
          {nameOf(lead.partner)}
        </p>
      )}
      <div className={classes.cardFoot}>
        <span className={classes.cardNote}>{shortDate(lead.createdAt)}</span>
        <button type="button" className={classes.cardDetails} onClick={() => onOpen(lead)}>
          Voir plus de détails
        </button>
      </div>
    </article>
  )
})
