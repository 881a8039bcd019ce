import { sql } from 'kysely'
import type { FieldValue } from '#leads/fields/domain/fields.ts'
import { ownValue } from '#platform/domain/keys.ts'
import { percentText } from '#platform/domain/money.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { type EventRecord, isEmptied, readEvent } from '#platform/server/events/event-record.ts'
import { payloadField } from '#platform/server/events/payload-field.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'
import type { TimelineEntry } from '../api/lead-thread.ts'
import { type LeadHistoryEvent, leadHistoryEvents, leadHistoryFields } from '../domain/lead-history.ts'
import { lossText } from '../domain/lost-leads.ts'
import { refusalReasonLabels } from '../domain/registration-states.ts'
import { m } from '../messages/messages.ts'
import type { AuthorOf, AuthorRow } from './authors.ts'

export interface HistoryRecord {
  readonly id: string
  readonly created_at: Date
  readonly event: EventRecord<LeadHistoryEvent>
  readonly author: AuthorRow
  /** The colleague to whom the lead was passed. */
  readonly receiver: string | null
}

const isToldOnce = sql<boolean>`(e.name not in ('lead.shared', 'lead.share_ended')
  or e.partner_id::text = coalesce(e.after, e.before) ->> 'partnerId')`

const receiverId = sql<
  string | null
>`case when e.name = 'lead.passed' then ${payloadField('e', 'lead.passed', 'after', 'personId')} end`

/** A page of what happened to a lead, its commissions and disputes about them, newest first, one row more than asked for. */
export async function leadHistory(
  tx: Tx,
  leadId: string,
  page: { after: Position | null; limit: number; ofAll: boolean },
): Promise<HistoryRecord[]> {
  const others = await tx
    .selectFrom('events')
    .select('subject_id as id')
    .where(payloadField('events', 'commission.created', 'after', 'leadId'), '=', leadId)
    .union(tx.selectFrom('commissions').select('id').where('lead_id', '=', leadId))
    .union(tx.selectFrom('disputes').select('id').where('lead_id', '=', leadId))
    .execute()
  let query = tx
    .selectFrom('events as e')
    .leftJoin('profiles as p', 'p.user_id', 'e.actor_id')
    .leftJoin('profiles as r', (join) => join.on(receiverId, '=', sql`r.user_id::text`))
    .selectAll('e')
    .select(['p.full_name', 'p.deleted_at', 'r.full_name as receiver'])
    .where('e.subject_id', 'in', [leadId, ...others.flatMap(({ id }) => id ?? [])])
    .where('e.name', 'in', leadHistoryEvents)
    .$narrowType<{ name: LeadHistoryEvent }>()
    .orderBy('e.occurred_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(page.limit + 1)
  // What both partners of a shared lead are told is one thing to staff.
  if (page.ofAll) query = query.where(isToldOnce)
  if (page.after) query = query.where(sql<boolean>`(e.occurred_at, e.id) < (${page.after.at}, ${page.after.id}::uuid)`)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    created_at: row.occurred_at,
    event: readEvent(row),
    author: { id: row.actor_id, name: row.full_name, deletedAt: row.deleted_at },
    receiver: row.receiver,
  }))
}

/** An entry as its reader sees it: `fields` are the custom ones that there are for them now, whatever the event tells. */
export function presentEntry(
  { event, author, receiver }: HistoryRecord,
  { authorOf, fields }: { readonly authorOf: AuthorOf; readonly fields: readonly string[] },
): TimelineEntry {
  const entry = {
    id: event.id,
    at: event.occurredAt.toISOString(),
    what: event.name,
    who: author.id === null ? null : authorOf(author),
  }
  if (isEmptied(event)) return { ...entry, changes: [], amountCents: null, note: receiver ?? '' }
  const ownChanges = ownChangesOf(event, fields)
  return {
    ...entry,
    changes: changesOf(event),
    ...(ownChanges.length === 0 ? {} : { ownChanges }),
    amountCents: amountOf(event),
    note: receiver ?? noteOf(event),
  }
}

function ownChangesOf(event: EventRecord<LeadHistoryEvent>, fields: readonly string[]): NonNullable<TimelineEntry['ownChanges']> {
  if (event.name !== 'lead.changed') return []
  const [before, after] = [event.before.fields ?? {}, event.after.fields ?? {}]
  return fields.flatMap((key) => {
    const given = ownValue(after, key)
    return given === undefined ? [] : [{ key, before: thawed(ownValue(before, key)), after: thawed(given) }]
  })
}

const thawed = (value: FieldValue | null | undefined) => (typeof value === 'object' && value ? [...value] : (value ?? null))

function changesOf(event: EventRecord<LeadHistoryEvent>): TimelineEntry['changes'] {
  if (event.name === 'lead.moved') return moveOf(event)
  if (event.name !== 'lead.changed') return []
  const { before, after } = event
  return leadHistoryFields
    .filter((field) => field !== 'status')
    .flatMap((field) => {
      const value = after[field]
      return value === undefined ? [] : [{ field, before: before[field] ?? '', after: value }]
    })
}

/** The stage first, then the amount that moved with the lead. */
function moveOf({ before, after }: EventRecord<'lead.moved'>): TimelineEntry['changes'] {
  const { estimatedAmountCents: amount } = after
  return [
    { field: 'status', before: before.status, after: after.status },
    ...(amount === undefined
      ? []
      : [{ field: 'estimatedAmountCents' as const, before: before.estimatedAmountCents ?? 0, after: amount }]),
  ]
}

/** The client's invoice, or the reason, also of a loss; empty otherwise. */
function noteOf(event: EventRecord<LeadHistoryEvent>): string {
  switch (event.name) {
    case 'client_payment.recorded':
    case 'client_payment.refunded':
    case 'commission.remainder_changed':
      return event.after.reference
    case 'lead.remainder_closed':
      return event.after.reason
    case 'registration.refused': {
      const { reason, message } = event.after
      const label = refusalReasonLabels[reason]
      return message ? m.reasonWithNote({ reason: label, note: message }) : label
    }
    case 'registration.accepted':
    case 'registration.merged':
    case 'registration.confirmed':
    case 'registration.extension_granted':
    case 'registration.extension_refused':
    case 'lead.handed_over':
      return event.after.message
    case 'registration.appealed':
      return event.after.text
    case 'registration.extension_asked':
      return event.after.reason
    case 'lead.file_added':
      return event.after.name
    case 'lead.file_removed':
      return event.before.name
    case 'lead.client_answered':
      return event.after.answer
    case 'lead.shared':
      return percentText(event.after.percent)
    case 'lead.share_ended':
      return percentText(event.before.percent)
    case 'lead.client_left':
      return event.after.reason
    case 'lead.basis_changed':
      return event.after.basis ?? ''
    case 'lead.moved':
      return event.after.loss ? lossText(event.after.loss) : (event.after.reason ?? '')
    case 'lead.loss_explained':
      return event.after.loss ? lossText(event.after.loss) : ''
    default:
      return ''
  }
}

/** The amount of the commission or of the client's payment, where the event is about one. */
function amountOf(event: EventRecord<LeadHistoryEvent>): number | null {
  switch (event.name) {
    case 'commission.created':
    case 'commission.corrected':
    case 'commission.validated':
    case 'commission.paid':
    case 'dispute.opened':
      return event.after.amountCents
    case 'commission.remainder_changed':
      return event.after.amountCents
    case 'client_payment.recorded':
    case 'client_payment.refunded':
      return event.after.netCents
    case 'commission.removed':
      return event.before.amountCents
    case 'lead.remainder_closed':
      return event.before.revenueCents
    default:
      return null
  }
}
