import type { EventName } from '#domain/activity.ts'
import type { Settings } from '#contract/settings.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'
import type { Letter } from '../mail/letter.ts'

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
export interface ReactionContext {
  readonly tx: Tx
  readonly config: Pick<Config, 'secret' | 'publicUrl'>
  readonly settings: Settings
}

/** The mail that follows from an event. A reaction reads and writes nothing else, so that it can run again. */
export type Reaction = (event: EventRecord, context: ReactionContext) => Promise<readonly Letter[]>
export type Reactions = Partial<Record<EventName, Reaction>>
