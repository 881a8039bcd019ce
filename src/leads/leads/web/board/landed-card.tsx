import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListedLead } from '../../api/leads.ts'
import type { LeadStatus } from '../../domain/leads.ts'
import { m } from '../../messages/messages.ts'
import { leadQuery } from '../data.ts'
import classes from './board.module.css'

interface LandedCardProps {
  readonly leadId: string
  readonly status: LeadStatus
  readonly card: (lead: ListedLead) => ReactNode
}

/** A moved card whose place is among those that are not loaded, above the column. */
export function LandedCard({ leadId, status, card }: LandedCardProps) {
  const { data: lead } = useQuery(leadQuery(leadId))
  if (lead?.status !== status) return null
  return (
    <section className={classes.landed} aria-label={m.movedCard()}>
      <p className={classes.cardNote}>{m.furtherDown()}</p>
      {card(lead)}
    </section>
  )
}
