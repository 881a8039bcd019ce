import type { Settings } from '#api/settings.ts'
import type { EventName } from '#domain/activity.ts'
import { authReactions } from '../auth/event-handlers.ts'
import { commissionReactions } from '../commissions/event-handlers.ts'
import type { Config } from '../config.ts'
import { contractReactions } from '../contracts/event-handlers.ts'
import type { Tx } from '../db/database.ts'
import type { Letter } from '../mail/email-template.ts'
import { wanted } from '../notifications/queries.ts'
import { paymentReactions } from '../payments/event-handlers.ts'
import { currentSettings } from '../settings/queries.ts'
import { signingReactions } from '../signing/event-handlers.ts'
import type { EventRecord, Reactions } from './event-record.ts'

const reactions: Reactions = {
  ...authReactions,
  ...contractReactions,
  ...commissionReactions,
  ...paymentReactions,
  ...signingReactions,
}

export const eventsWithLetters = Object.keys(reactions) as EventName[]

/** The letters of an event as things are now: what was taken back, switched off or used meanwhile is not among them. */
export async function lettersOf(
  tx: Tx,
  config: Config,
  eventId: string,
): Promise<{ event: EventRecord; settings: Settings; letters: Letter[] }> {
  const row = await tx.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow()
  const event: EventRecord = {
    id: row.id,
    name: row.name,
    occurredAt: row.occurred_at,
    actorId: row.actor_id,
    subjectId: row.subject_id,
    partnerId: row.partner_id,
    before: row.before ?? {},
    after: row.after ?? {},
  }
  const settings = await currentSettings(tx)
  const letters = (await reactions[event.name]?.(event, { tx, config, settings })) ?? []
  return { event, settings, letters: await wanted(tx, letters) }
}
