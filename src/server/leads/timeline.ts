import { sql } from 'kysely'
import type { TimelineEntry } from '#api/leads.ts'
import type { LeadHistoryEvent } from '#domain/lead-history.ts'
import { leadHistoryEvents, leadHistoryFields } from '#domain/lead-history.ts'
import type { Tx } from '../db/database.ts'
import type { Place } from '../http/cursor.ts'
import type { AuthorOf, AuthorRow } from './authors.ts'

export interface HistoryRecord {
  readonly id: string
  readonly created_at: Date
  readonly name: LeadHistoryEvent
  readonly author: AuthorRow
  readonly before: Record<string, unknown>
  readonly after: Record<string, unknown>
}

/** A page of what happened to a lead and to its commissions, newest first, one row more than asked for. */
export async function leadHistory(
  tx: Tx,
  leadId: string,
  page: { after: Place | null; limit: number },
): Promise<HistoryRecord[]> {
  const commissions = await tx
    .selectFrom('events')
    .select('subject_id as id')
    .where(sql<boolean>`after ->> 'leadId' = ${leadId}`)
    .union(tx.selectFrom('commissions').select('id').where('lead_id', '=', leadId))
    .execute()
  let query = tx
    .selectFrom('events as e')
    .leftJoin('profiles as p', 'p.user_id', 'e.actor_id')
    .select(['e.id', 'e.name', 'e.occurred_at', 'e.actor_id', 'e.before', 'e.after', 'p.full_name', 'p.deleted_at'])
    .where('e.subject_id', 'in', [leadId, ...commissions.flatMap(({ id }) => id ?? [])])
    .where('e.name', 'in', leadHistoryEvents)
    .orderBy('e.occurred_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(page.limit + 1)
  if (page.after) query = query.where(sql<boolean>`(e.occurred_at, e.id) < (${page.after.at}, ${page.after.id}::uuid)`)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    created_at: row.occurred_at,
    name: row.name as LeadHistoryEvent,
    author: { id: row.actor_id, name: row.full_name, deletedAt: row.deleted_at },
    before: row.before ?? {},
    after: row.after ?? {},
  }))
}

const shown = (value: unknown): string | number => (typeof value === 'number' ? value : String(value ?? ''))

export function presentEntry({ id, created_at, name, author, before, after }: HistoryRecord, authorOf: AuthorOf): TimelineEntry {
  const hasChanges = name === 'lead.changed' || name === 'lead.moved'
  const amount = name.startsWith('commission.') ? (after.amountCents ?? before.amountCents) : null
  return {
    id,
    at: created_at.toISOString(),
    what: name,
    who: author.id === null ? null : authorOf(author),
    changes: leadHistoryFields
      .filter((field) => hasChanges && field in after)
      .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) })),
    amountCents: typeof amount === 'number' ? amount : null,
  }
}
