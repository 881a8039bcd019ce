import type { EventName } from '#domain/activity.ts'
import type { Settings } from '#api/settings.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'
import type { Email } from '../mail/email.ts'
import type { Portal } from '../portal.ts'

/** A recorded event. */
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

/** Context of event handlers: current data, read with the system role. */
export interface EventHandlerContext {
  readonly tx: Tx
  readonly config: Pick<Config, 'secret' | 'publicUrl'>
  readonly settings: Settings
}

/** Returns the mails for an event. Must have no side effects, because it may be repeated. */
export type EventHandler = (event: EventRecord, context: EventHandlerContext) => Promise<readonly Email[]>
export type EventHandlers = Partial<Record<EventName, EventHandler>>

/**
 * Background work for an event, in its own transactions with the system role. May be repeated or run concurrently, so it must
 * be idempotent (by a constraint).
 */
export type BackgroundHandler = (event: EventRecord, portal: Portal) => Promise<void>
export type BackgroundHandlers = Partial<Record<EventName, BackgroundHandler>>
