import type { Settings } from '#access/api/identity.ts'
import { subscribedMails } from '#communication/notifications/server/queries.ts'
import { currentReading, inLanguageOf } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import {
  type EventHandlerContext,
  type EventHandlers,
  type EventRecord,
  readEvent,
} from '#platform/server/events/event-record.ts'
import { linkFreeMail } from '#platform/server/mail/link-free-mail.ts'
import type { LinkFreeMail, MailContent } from '#platform/server/mail/mail-content.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { EventName } from '#portal/api/events.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { slices } from './slices.ts'

const eventHandlers: EventHandlers = Object.assign({}, ...Object.values(slices).map(({ mails }) => mails))

export const eventsWithMails = Object.keys(eventHandlers) as EventName[]

async function buildMails<Name extends EventName>(
  event: EventRecord<Name>,
  context: EventHandlerContext,
): Promise<readonly MailContent[]> {
  return (await eventHandlers[event.name]?.(event, context)) ?? []
}

/**
 * The mails of an event as things are now, with no links in the texts of others: without those that were switched off or whose
 * subject was used or withdrawn. With `only`, a handler may leave out those to others.
 */
export async function mailsFor(
  tx: Tx,
  { config, clock }: Pick<Portal, 'config' | 'clock'>,
  eventId: string,
  only: string | null = null,
): Promise<{ event: EventRecord; settings: Settings; mails: LinkFreeMail[] }> {
  const row = await tx.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow()
  const event = readEvent(row)
  const settings = await currentSettings(tx)
  const mails = await buildMails(event, { tx, config, settings, now: clock.now(), only })
  const subscribed = await subscribedMails(tx, mails)
  return {
    event,
    settings,
    mails: subscribed.map((mail) => inLanguageOf(mail.reading ?? currentReading(), () => linkFreeMail(mail, settings))),
  }
}
