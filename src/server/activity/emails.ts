import type { Settings } from '#api/settings.ts'
import type { EventName } from '#domain/activity.ts'
import { announcementEventHandlers } from '../announcements/emails.ts'
import { authEventHandlers } from '../auth/event-handlers.ts'
import { clientConfirmationEventHandlers } from '../client-confirmations/event-handlers.ts'
import { commissionEventHandlers } from '../commissions/event-handlers.ts'
import type { Config } from '../config.ts'
import { contractEventHandlers } from '../contracts/event-handlers.ts'
import type { Tx } from '../db/database.ts'
import { registrationEventHandlers } from '../registrations/event-handlers.ts'
import { disputeEventHandlers } from '../disputes/event-handlers.ts'
import type { Email, LinkFreeEmail } from '../mail/email.ts'
import { linkFreeEmail } from '../mail/link-free-email.ts'
import { newsEventHandlers } from '../news/event-handlers.ts'
import { subscribedEmails } from '../notifications/queries.ts'
import { paymentEventHandlers } from '../payments/event-handlers.ts'
import { invoiceEventHandlers } from '../invoices/event-handlers.ts'
import { payoutEventHandlers } from '../payouts/event-handlers.ts'
import { currentSettings } from '../settings/queries.ts'
import { signingEventHandlers } from '../signing/event-handlers.ts'
import { vigilanceEventHandlers } from '../vigilance/event-handlers.ts'
import { uploadedInvoiceEventHandlers } from '../uploaded-invoices/event-handlers.ts'
import { webhookEventHandlers } from '../webhooks/event-handlers.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from './event-record.ts'
import { readEvent } from './event-record.ts'

const eventHandlers: EventHandlers = {
  ...authEventHandlers,
  ...contractEventHandlers,
  ...clientConfirmationEventHandlers,
  ...commissionEventHandlers,
  ...disputeEventHandlers,
  ...newsEventHandlers,
  ...announcementEventHandlers,
  ...registrationEventHandlers,
  ...paymentEventHandlers,
  ...payoutEventHandlers,
  ...invoiceEventHandlers,
  ...signingEventHandlers,
  ...uploadedInvoiceEventHandlers,
  ...vigilanceEventHandlers,
  ...webhookEventHandlers,
}

export const eventsWithEmails = Object.keys(eventHandlers) as EventName[]

async function emailsOf<Name extends EventName>(
  event: EventRecord<Name>,
  context: EventHandlerContext,
): Promise<readonly Email[]> {
  return (await eventHandlers[event.name]?.(event, context)) ?? []
}

/**
 * The e-mails of an event as things are now, with no links in the texts of others: without those that were switched off or whose
 * subject was used or withdrawn. With `only`, a handler may leave out those to others.
 */
export async function emailsFor(
  tx: Tx,
  config: Config,
  eventId: string,
  only: string | null = null,
): Promise<{ event: EventRecord; settings: Settings; letters: LinkFreeEmail[] }> {
  const row = await tx.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow()
  const event = readEvent(row)
  const settings = await currentSettings(tx)
  const letters = await emailsOf(event, { tx, config, settings, only })
  const wanted = await subscribedEmails(tx, letters)
  return { event, settings, letters: wanted.map((letter) => linkFreeEmail(letter, settings)) }
}
