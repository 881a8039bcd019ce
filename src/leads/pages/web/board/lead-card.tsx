import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { VisuallyHidden } from '@mantine/core'
import { type MouseEvent, memo, useEffect, useRef, useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { useIsUnread } from '#communication/lead-news/web/unread-marks.ts'
import { companyBeside } from '#leads/domain/client-names.ts'
import { labelledValue } from '#leads/fields/web/value-field.ts'
import { amountText, type Fields, type Offers, offerLanguage, offerName } from '#leads/lead-settings/web/data.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { type Acting, leadAbilities } from '#leads/leads/domain/lead-abilities.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { ownRegistrationLabels } from '#leads/leads/domain/registration-states.ts'
import { endsSoon, protectionText, registrationTones } from '#leads/registrations/web/protection.ts'
import { ShareMark } from '#leads/shares/web/share-mark.tsx'
import { ownValue } from '#platform/domain/keys.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { IconClockPause, IconDotsVertical } from '#platform/web/ui/icons.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { m } from '../../messages/messages.ts'
import { leadWouldBring } from '../own-rate.ts'
import classes from './board.module.css'
import { ClientMark } from './client-mark.tsx'

export interface CardActions {
  readonly onOpen: (lead: { readonly id: string }) => void
  readonly onEdit: (lead: { readonly id: string }) => void
  readonly onDelete: (lead: ListedLead) => void
  readonly onMove: (lead: ListedLead, to: LeadStatus) => void
}

/** Handlers of a card. The board has one menu for all cards; it closes when its card unmounts. */
export interface CardHandlers {
  readonly onOpen: CardActions['onOpen']
  readonly onMenu: (lead: ListedLead, button: HTMLElement) => void
  readonly onGone: (leadId: string) => void
  /** Gets the button of each card that is drawn: a card that moved takes the focus. */
  readonly onDrawn: (lead: ListedLead, button: HTMLElement) => void
}

interface LeadCardProps extends CardHandlers {
  readonly lead: ListedLead
  readonly offers: Offers
  /** The custom fields that cards show. */
  readonly fields: Fields
  readonly showPartner: boolean
  /** How the signed-in person acts on leads. */
  readonly acting: Acting
  /** The rate of the partner's next commission, in percent; null hides what the lead would bring. */
  readonly ownRate: number | null
  /** A lead may have no amount. */
  readonly mayLackAmount: boolean
}

/** Whether a click opens the card: not one on a button in it, nor the end of a text selection. A drag ends without a click. */
const opensCard = ({ target }: MouseEvent) => !(target as Element).closest('button, a') && getSelection()?.isCollapsed !== false

/** What is to be known of a lead before it is opened. */
function CardMarks({ lead }: { lead: ListedLead }) {
  const unread = useIsUnread(lead.id)
  const isOthers = lead.share?.isOthers
  return (
    <>
      {unread && <StatusBadge tone="known">{m.unread()}</StatusBadge>}
      <ShareMark share={lead.share} />
      {!isOthers && (
        <>
          <RegistrationMark registration={lead.registration} />
          <ClientMark client={lead.client} />
        </>
      )}
      {lead.possibleDuplicate && (
        <StatusBadge lang={m.possibleDuplicate.lang} tone="todo">
          {m.possibleDuplicate()}
        </StatusBadge>
      )}
    </>
  )
}

/**
 * A lead on the board: dragged with mouse or touch, moved with the menu by keyboard; the whole card opens it. Uses plain elements
 * instead of Mantine's, since hundreds of cards are rendered.
 */
export const LeadCard = memo(function LeadCard(props: LeadCardProps) {
  const { lead, offers, fields, showPartner, acting, ownRate, mayLackAmount, onOpen, onMenu, onGone, onDrawn } = props
  const card = useRef<HTMLElement>(null)
  const menu = useRef<HTMLButtonElement>(null)
  const amount = amountText(lead.estimatedAmountCents, mayLackAmount)
  const brings = leadWouldBring(lead, ownRate)
  // Another partner's lead, which is shared with the reader, is read.
  const isOthers = lead.share?.isOthers
  const isMovable = leadAbilities(lead, acting).move
  const [dragging, setDragging] = useState(false)
  useEffect(() => {
    const element = card.current
    if (!element || !isMovable) return
    return draggable({
      element,
      getInitialData: () => ({ lead }),
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    })
  }, [lead, isMovable])
  const lastDrawn = useRef(lead)
  useEffect(() => {
    if (menu.current) onDrawn(lastDrawn.current, menu.current)
  }, [onDrawn])
  useEffect(() => () => onGone(lead.id), [onGone, lead.id])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard its button opens it
    <article
      ref={card}
      className={classes.card}
      data-dragging={dragging || undefined}
      data-movable={isMovable || undefined}
      aria-label={lead.name}
      onClick={(event) => opensCard(event) && onOpen(lead)}
    >
      <div className={classes.cardHead}>
        <div className={classes.cardName}>
          <p className={classes.cardTitle} title={lead.name}>
            {lead.name}
          </p>
          {companyBeside(lead) !== '' && (
            <p className={classes.cardCompany} title={lead.company}>
              {lead.company}
            </p>
          )}
        </div>
        {!isOthers && (
          <button
            ref={menu}
            type="button"
            className={classes.cardMenu}
            aria-label={m.actionsFor({ name: lead.name })}
            aria-haspopup="menu"
            aria-expanded={false}
            onClick={(event) => onMenu(lead, event.currentTarget)}
          >
            <IconDotsVertical size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      <div className={classes.cardFacts}>
        {amount && <span className="figure">{amount}</span>}
        <span lang={offerLanguage(offers, lead.offerType)} className={classes.offer}>
          {offerName(offers, lead.offerType)}
        </span>
        <CardMarks lead={lead} />
        {brings && <span className={`figure ${classes.brings}`}>{brings}</span>}
      </div>
      {fields.map((field) => {
        const value = lead.fields && ownValue(lead.fields, field.key)
        const text = value === undefined ? null : labelledValue(field, value)
        return (
          text && (
            <p key={field.key} className={classes.cardNote} title={text}>
              {text}
            </p>
          )
        )
      })}
      {showPartner && lead.partner && (
        <p className={classes.cardNote} title={nameOf(lead.partner)}>
          <PartnerLink partner={lead.partner} clamped={false} />
        </p>
      )}
      {lead.typedBy && <p className={classes.cardNote}>{m.leadOf({ name: nameOf(lead.typedBy) })}</p>}
      <div className={classes.cardFoot}>
        <span className={classes.cardNote}>{shortDate(lead.createdAt)}</span>
        <StaleMark staleSince={lead.staleSince} />
        <button lang={m.moreDetails.lang} type="button" className={classes.cardDetails} onClick={() => onOpen(lead)}>
          {m.moreDetails()}
        </button>
      </div>
    </article>
  )
})

/** How long a lead is protected, or why it is not; nothing for a signed lead, and where a protection has no end. */
function RegistrationMark({ registration }: { registration: ListedLead['registration'] }) {
  const { state, contested } = registration
  if (contested) return <StatusBadge tone="todo">{m.contactIsFollowed()}</StatusBadge>
  const text = protectionText(registration)
  if (text) return <StatusBadge tone={endsSoon(registration) ? 'todo' : 'known'}>{text}</StatusBadge>
  if (state === 'accepted' || state === 'extended' || state === 'converted') return null
  return <StatusBadge tone={registrationTones[state]}>{ownRegistrationLabels[state]}</StatusBadge>
}

/** Since when a lead has not moved, where that is longer than its stage allows. */
function StaleMark({ staleSince }: Pick<ListedLead, 'staleSince'>) {
  if (!staleSince) return null
  const text = m.notMovedSince({ day: shortDate(staleSince) })
  return (
    <span className={classes.stale} title={text}>
      <IconClockPause size={14} aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
