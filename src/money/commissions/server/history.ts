import { sql } from 'kysely'
import { isListed } from '#leads/hidden-clients/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { type EventRecord, isEmptied, readEvent } from '#platform/server/events/event-record.ts'
import { type CommissionEvent, commissionEvent } from '../api/commissions.ts'
import { clawbackReasonText } from '../domain.ts'

type HistoryName = CommissionEvent['name']

/**
 * History of commissions, oldest first, from the events that the caller may read. Staff read no notes while the client is about
 * to be erased.
 */
export async function commissionHistory(tx: Tx, commissionIds: readonly string[]): Promise<CommissionEvent[]> {
  const rows = await tx
    .selectFrom('events as e')
    .leftJoin('profiles as p', 'p.user_id', 'e.actor_id')
    .leftJoin('commissions as c', 'c.id', 'e.subject_id')
    .selectAll('e')
    .select(['p.full_name as by', isListed(sql.ref('c.lead_id')).as('is_listed')])
    .where('e.subject_id', 'in', commissionIds)
    .where('e.name', 'in', commissionEvent.shape.name.options)
    .orderBy('e.seq')
    .$narrowType<{ name: HistoryName }>()
    .execute()
  return rows.map((row) => {
    const event = readEvent(row)
    return {
      id: row.id,
      name: row.name,
      at: row.occurred_at.toISOString(),
      by: row.by,
      ...(isEmptied(event)
        ? { before: null, after: null, note: '' }
        : { ...amountsOf(event), note: row.is_listed ? noteOf(event) : '' }),
    }
  })
}

/** The reason of a hold or a clawback, the reference of a payment or of the client's invoice; empty for other events. */
function noteOf(event: EventRecord<HistoryName>): string {
  switch (event.name) {
    case 'commission.reversed':
      return clawbackReasonText(event.after.reason, event.after.refund)
    case 'commission.held':
      return event.after.reason
    case 'commission.earned':
    case 'commission.remainder_changed':
      return event.after.reference
    case 'commission.paid':
      return event.after.reference ?? ''
    default:
      return ''
  }
}

/** Revenue, rate and amount before and after, where the event changed them. */
function amountsOf(event: EventRecord<HistoryName>): Pick<CommissionEvent, 'before' | 'after'> {
  switch (event.name) {
    case 'commission.created':
    case 'commission.earned':
    case 'commission.reversed':
      return { before: null, after: pickAmounts(event.after) }
    case 'commission.corrected':
    case 'commission.remainder_changed':
      return { before: pickAmounts(event.before), after: pickAmounts(event.after) }
    default:
      return { before: null, after: null }
  }
}

type Amounts = NonNullable<CommissionEvent['after']>

const pickAmounts = ({ revenueCents, commissionRate, amountCents }: Amounts): Amounts => ({
  revenueCents,
  commissionRate,
  amountCents,
})
