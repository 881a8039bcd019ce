import type { Settings } from '#api/settings.ts'
import type { EventName } from '#domain/activity.ts'
import { authEventHandlers } from '../auth/event-handlers.ts'
import { commissionEventHandlers } from '../commissions/event-handlers.ts'
import type { Config } from '../config.ts'
import { contractEventHandlers } from '../contracts/event-handlers.ts'
import type { Tx } from '../db/database.ts'
import type { Email } from '../mail/email.ts'
import { wanted } from '../notifications/queries.ts'
import { paymentEventHandlers } from '../payments/event-handlers.ts'
import { currentSettings } from '../settings/queries.ts'
import { signingEventHandlers } from '../signing/event-handlers.ts'
import type { EventRecord, EventHandlers } from './event-record.ts'

const eventHandlers: EventHandlers = {
  ...authEventHandlers,
  ...contractEventHandlers,
  ...commissionEventHandlers,
  ...paymentEventHandlers,
  ...signingEventHandlers,
}

export const eventsWithEmails = Object.keys(eventHandlers) as EventName[]

/** Mails of an event as of now, without those that were revoked, switched off or became obsolete. */
export async function emailsFor(
  tx: Tx,
  config: Config,
  eventId: string,
): Promise<{ event: EventRecord; settings: Settings; letters: Email[] }> {
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
  const letters = (await eventHandlers[event.name]?.(event, { tx, config, settings })) ?? []
  return { event, settings, letters: await wanted(tx, letters) }
}
