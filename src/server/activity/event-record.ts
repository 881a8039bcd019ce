import type { EventName } from '#domain/activity.ts'
import type { Settings } from '#api/settings.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'
import type { Email } from '../mail/email.ts'
import type { Portal } from '../portal.ts'

/** An event as it was recorded. */
export interface EventRecord {
  readonly id: string
  readonly name: EventName
  readonly occurredAt: Date
  readonly actorId: string | null
  readonly subjectId: string | null
  readonly partnerId: string | null
  readonly before: Record<string, unknown>
  readonly after: Record<string, unknown>
}

/** What a reaction may look at: the portal as it is now, read as the system. */
export interface EventHandlerContext {
  readonly tx: Tx
  readonly config: Pick<Config, 'secret' | 'publicUrl'>
  readonly settings: Settings
}

/** The mail that follows from an event. A reaction reads and writes nothing else, so that it can run again. */
export type EventHandler = (event: EventRecord, context: EventHandlerContext) => Promise<readonly Email[]>
export type EventHandlers = Partial<Record<EventName, EventHandler>>

/**
 * Work beyond mail that follows from an event, in transactions of its own, as the system and on behalf of nobody. It may
 * run again, and beside itself: what it does it does once, by a constraint.
 */
export type BackgroundHandler = (event: EventRecord, portal: Portal) => Promise<void>
export type BackgroundHandlers = Partial<Record<EventName, BackgroundHandler>>
