import type { Settings } from '#access/api/identity.ts'
import type { Audience } from '#access/domain/audience.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { EventName, EventPayloads } from '#portal/api/events.ts'

/** One side of a payload as it is passed to `recordEvent`: required where the event has it, absent where it has none. */
type Side<Key extends 'before' | 'after', Value> = [Value] extends [null]
  ? { readonly [K in Key]?: never }
  : { readonly [K in Key]: Value }

/** An event to record, by its name: a payload that lacks a field, or has one too many, does not compile. */
export type NewEvent<Name extends EventName = EventName> = {
  [N in Name]: {
    readonly name: N
    /** The record it happened to. */
    readonly subjectId: string | null
    readonly audience: Audience
    /** The partner who owns the record, where the audience does not say so. */
    readonly partnerId?: string
  } & Side<'before', EventPayloads[N]['before']> &
    Side<'after', EventPayloads[N]['after']>
}[Name]

export type EventRecord<Name extends EventName = EventName> = {
  [N in Name]: {
    readonly id: string
    readonly name: N
    readonly occurredAt: Date
    readonly actorId: string | null
    readonly subjectId: string | null
    readonly partnerId: string | null
    readonly before: EventPayloads[N]['before']
    readonly after: EventPayloads[N]['after']
  }
}[Name]

interface EventRow {
  readonly id: string
  readonly name: EventName
  readonly occurred_at: Date
  readonly actor_id: string | null
  readonly subject_id: string | null
  readonly partner_id: string | null
  readonly before: unknown
  readonly after: unknown
}

/**
 * A row of `events` as the event it is: the only place that takes a payload for what its name says. `recordEvent` is the only
 * writer, and migrations bring rows of earlier versions to the present shape.
 */
export function readEvent<Name extends EventName = EventName>(row: EventRow & { readonly name: Name }): EventRecord<Name> {
  return {
    id: row.id,
    name: row.name,
    occurredAt: row.occurred_at,
    actorId: row.actor_id,
    subjectId: row.subject_id,
    partnerId: row.partner_id,
    before: row.before,
    after: row.after,
  } as EventRecord<Name>
}

/** What an erased person's events said is gone, whatever their names say: who did what, and when, stays. */
export const isEmptied = ({ before, after }: Pick<EventRow, 'before' | 'after'>): boolean => before === null && after === null

export function statusChange({ before, after }: EventRecord): { from: string | null; to: string | null } {
  return {
    from: before && 'status' in before ? before.status : null,
    to: after && 'status' in after ? after.status : null,
  }
}

/** The data for a handler: the portal as it is now, read as the system. */
export interface EventHandlerContext {
  readonly tx: Tx
  readonly config: Pick<Config, 'secret' | 'publicUrl'>
  readonly settings: Settings
  readonly now: Date
  /** The id of the only recipient to render mail for; null renders all. Mail to thousands is rendered one recipient at a time. */
  readonly only: string | null
}

/** The mail that follows from an event. A handler has no other effect, so that it can run again. */
export type EventHandler<Name extends EventName = EventName> = (
  event: EventRecord<Name>,
  context: EventHandlerContext,
) => Promise<readonly MailContent[]>
export type EventHandlers = { readonly [Name in EventName]?: EventHandler<Name> }

/**
 * Work beyond mail that follows from an event, in transactions of its own, as the system and on behalf of nobody. It may
 * run again, and concurrently: a constraint makes sure that its effect happens once.
 */
export type BackgroundHandler<Name extends EventName = EventName> = (event: EventRecord<Name>, portal: Portal) => Promise<void>
export type BackgroundHandlers = { readonly [Name in EventName]?: BackgroundHandler<Name> }
