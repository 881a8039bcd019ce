import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon, Anchor, Menu, Text } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import type { LeadStatus } from '#domain/leads.ts'
import { formatEuros } from '#domain/money.ts'
import { shortDate } from '../ui/dates.ts'
import { nameOf } from '#domain/partners.ts'
import { Pill } from '../ui/pill.tsx'
import classes from './board.module.css'
import { MoveItems } from './lead-menu.tsx'

export interface CardActions {
  readonly onOpen: (lead: { readonly id: string }) => void
  readonly onEdit: (lead: Lead) => void
  readonly onDelete: (lead: Lead) => void
  readonly onMove: (lead: Lead, to: LeadStatus) => void
}

interface LeadCardProps extends CardActions {
  readonly lead: Lead
  readonly offers: Readonly<Record<Lead['offerType'], string>>
  readonly showPartner: boolean
}

/** One lead on the board: dragged by mouse or finger, moved by its menu from the keyboard. */
export const LeadCard = memo(function LeadCard({ lead, offers, showPartner, onOpen, onEdit, onDelete, onMove }: LeadCardProps) {
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
          <Text fw={600} truncate title={lead.name}>
            {lead.name}
          </Text>
          <Text fz="sm" c="var(--ink-soft)" truncate title={lead.company}>
            {lead.company}
          </Text>
        </div>
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions pour ${lead.name}`}>
              <IconDotsVertical size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {lead.can.edit && <Menu.Item onClick={() => onEdit(lead)}>Éditer</Menu.Item>}
            {lead.can.move && (
              <>
                <Menu.Label>Déplacer vers</Menu.Label>
                <MoveItems lead={lead} onMove={onMove} />
              </>
            )}
            {lead.can.delete && (
              <>
                <Menu.Divider />
                <Menu.Item color="var(--danger-ink)" onClick={() => onDelete(lead)}>
                  Supprimer
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={classes.cardFacts}>
        <span className="figure">{formatEuros(lead.estimatedAmountCents)}</span>
        <span className={classes.offer}>{offers[lead.offerType]}</span>
        {lead.possibleDuplicate && <Pill tone="todo">Doublon possible</Pill>}
      </div>
      {showPartner && (
        <Text fz="xs" c="var(--ink-soft)" truncate title={nameOf(lead.partner)}>
          {nameOf(lead.partner)}
        </Text>
      )}
      <div className={classes.cardFoot}>
        <Text fz="xs" c="var(--ink-soft)">
          {shortDate(lead.createdAt)}
        </Text>
        <Anchor component="button" type="button" fz="xs" onClick={() => onOpen(lead)}>
          Voir plus de détails
        </Anchor>
      </div>
    </article>
  )
})
