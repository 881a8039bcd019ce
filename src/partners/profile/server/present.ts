import { roleLabels } from '#access/domain/actor.ts'
import { resetReasonText } from '#accounts/auth/domain/second-factor.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { rejectedText } from '#money/bank-files/domain/bank-reasons.ts'
import { clawbackReasonText } from '#money/commissions/domain.ts'
import { type EventRecord, isEmptied, readEvent } from '#platform/server/events/event-record.ts'
import { events } from '#portal/api/events.ts'
import type { PartnerHistoryEntry, PartnerNote, PartnerProfile } from '../api/profile.ts'
import type { HistoryRow } from './history-queries.ts'
import type { ListedNote } from './note-queries.ts'
import type { readMerges } from './queries.ts'

export function presentNote(row: ListedNote, readerId: string): PartnerNote {
  return {
    id: row.id,
    author: { id: row.author_id, name: row.author_name, deleted: row.author_deleted_at !== null },
    mine: row.author_id === readerId,
    body: row.body,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
  }
}

/** The merges of a partner, by whether it went or another one came. */
export function presentMerges(
  rows: Awaited<ReturnType<typeof readMerges>>,
  partnerId: string,
): Pick<PartnerProfile, 'merged' | 'absorbed'> {
  const merges = rows.map(({ former, at, partner_id: id, full_name: name, deleted }) => ({
    former,
    at: at.toISOString(),
    partner: { id, name, deleted },
  }))
  const own = merges.find(({ former }) => former === partnerId)
  return {
    merged: own ? { into: own.partner, at: own.at } : null,
    absorbed: merges.flatMap(({ former, partner, at }) => (former === partnerId ? [] : [{ partner, at }])),
  }
}

/** `stages`: what each stage is called. */
export function presentHistory(row: HistoryRow, stages: ReadonlyMap<string, string>): PartnerHistoryEntry {
  const event = readEvent(row)
  const kind = events[event.name]?.subject
  // What was typed about a client who is about to be erased is not shown.
  const [before, after] =
    row.is_withheld || isEmptied(event) ? [null, null] : (changeOf(row, event, stages) ?? [null, reasonOf(event)])
  return {
    id: row.id,
    at: row.occurred_at.toISOString(),
    what: row.name,
    who:
      row.actor_id === null
        ? null
        : {
            id: row.actor_id,
            name: row.actor_name ?? '',
            deleted: row.actor_deleted_at !== null,
            left: row.actor_left || undefined,
            staff: !row.by_partner,
          },
    subject: kind && row.subject_id ? { kind, id: row.subject_id } : null,
    about: aboutOf(row, event),
    before,
    after,
    amountCents: numberOf(event.after, ['amountCents', 'totalCents', 'netCents']) ?? numberOf(event.before, ['amountCents']),
  }
}

/** Why it happened, as somebody typed it or in the words for what the portal knows. */
function reasonOf(event: EventRecord): string | null {
  switch (event.name) {
    case 'commission.reversed':
      return clawbackReasonText(event.after.reason, event.after.refund)
    case 'payout.rejected':
      return rejectedText(event.after)
    case 'two_factor.reset':
      return resetReasonText(event.after)
    default:
      return textOf(event.after, 'reason')
  }
}

/** The record that an event is about, by its name of today; by the event's own word where it is gone. */
function aboutOf(row: HistoryRow, event: EventRecord): string {
  // The change itself says who it was and who it is.
  if (event.name === 'team.main_person_changed') return ''
  const { before, after } = event
  const subject =
    row.payout_reference ?? row.contract_title ?? row.lead_company ?? (row.commission_description || row.person_name)
  return (
    subject ??
    textOf(after, 'reference') ??
    textOf(before, 'title') ??
    textOf(before, 'company') ??
    textOf(before, 'description') ??
    ''
  )
}

type Change = readonly [before: string, after: string]

/** The value before and after, if the event changed a single value. */
function changeOf(row: HistoryRow, event: EventRecord, stages: ReadonlyMap<string, string>): Change | null {
  switch (event.name) {
    case 'lead.moved':
      return [stages.get(event.before.status) ?? '', stages.get(event.after.status) ?? '']
    case 'role.changed':
      return [roleLabels[event.before.role], roleLabels[event.after.role]]
    case 'team.role_changed':
      return [partnerRoleLabels[event.before.role], partnerRoleLabels[event.after.role]]
    case 'team.colleagues_allowed':
      return [String(event.before.colleagues ?? '—'), String(event.after.colleagues ?? '—')]
    case 'team.main_person_changed':
    case 'lead.passed':
      return [row.person_before ?? '', row.person_after ?? '']
    case 'profile.changed':
      return [nameAndCompany(event.before), nameAndCompany(event.after)]
    case 'profile.email_changed':
      return [event.before.email, event.after.email]
    case 'profile.external_id_changed':
      return [event.before.externalId ?? '—', event.after.externalId ?? '—']
    default:
      return null
  }
}

const nameAndCompany = ({ fullName, company }: { readonly fullName: string; readonly company: string }) =>
  company ? `${fullName}, ${company}` : fullName

function textOf(payload: object | null, field: string): string | null {
  const value = payload && field in payload ? (payload as Readonly<Record<string, unknown>>)[field] : null
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf(payload: object | null, fields: readonly string[]): number | null {
  if (!payload) return null
  const facts = payload as Readonly<Record<string, unknown>>
  for (const field of fields) if (typeof facts[field] === 'number') return facts[field]
  return null
}
