import { authEventHandlers } from '#accounts/auth/server/event-handlers.ts'
import { announcementEventHandlers } from '#communication/announcements/server/mails.ts'
import { newsEventHandlers } from '#communication/lead-news/server/event-handlers.ts'
import { subscribedMails } from '#communication/notifications/server/queries.ts'
import { contractEventHandlers } from '#contracts/contracts/server/event-handlers.ts'
import { signingEventHandlers } from '#contracts/signing/server/event-handlers.ts'
import { clientConfirmationEventHandlers } from '#leads/client-confirmations/server/event-handlers.ts'
import { registrationEventHandlers } from '#leads/registrations/server/event-handlers.ts'
import { leadShareEventHandlers } from '#leads/shares/server/event-handlers.ts'
import { paymentEventHandlers } from '#money/bank-details/server/event-handlers.ts'
import { commissionEventHandlers } from '#money/commissions/server/event-handlers.ts'
import { disputeEventHandlers } from '#money/disputes/server/event-handlers.ts'
import { invoiceEventHandlers } from '#money/invoices/server/event-handlers.ts'
import { payoutEventHandlers } from '#money/payouts/server/event-handlers.ts'
import { declarationEventHandlers } from '#money/tax-year/server/event-handlers.ts'
import { uploadedInvoiceEventHandlers } from '#money/uploaded-invoices/server/event-handlers.ts'
import { vigilanceEventHandlers } from '#money/vigilance/server/event-handlers.ts'
import { webhookEventHandlers } from '#operations/webhooks/server/event-handlers.ts'
import { correctionEventHandlers } from '#partners/corrections/server/event-handlers.ts'
import { mergingEventHandlers } from '#partners/merging/server/event-handlers.ts'
import { objectionEventHandlers } from '#partners/objections/server/event-handlers.ts'
import { teamEventHandlers } from '#partners/team/server/event-handlers.ts'
import type { Settings } from '#platform/api/identity.ts'
import type { EventName } from '#platform/domain/event-names.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import {
  type EventHandlerContext,
  type EventHandlers,
  type EventRecord,
  readEvent,
} from '#platform/server/events/event-record.ts'
import { linkFreeMail } from '#platform/server/mail/link-free-mail.ts'
import type { LinkFreeMail, MailContent } from '#platform/server/mail/mail-content.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'

const eventHandlers: EventHandlers = {
  ...authEventHandlers,
  ...correctionEventHandlers,
  ...mergingEventHandlers,
  ...objectionEventHandlers,
  ...teamEventHandlers,
  ...contractEventHandlers,
  ...clientConfirmationEventHandlers,
  ...commissionEventHandlers,
  ...declarationEventHandlers,
  ...disputeEventHandlers,
  ...newsEventHandlers,
  ...announcementEventHandlers,
  ...registrationEventHandlers,
  ...leadShareEventHandlers,
  ...paymentEventHandlers,
  ...payoutEventHandlers,
  ...invoiceEventHandlers,
  ...signingEventHandlers,
  ...uploadedInvoiceEventHandlers,
  ...vigilanceEventHandlers,
  ...webhookEventHandlers,
}

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
  config: Config,
  eventId: string,
  only: string | null = null,
): Promise<{ event: EventRecord; settings: Settings; mails: LinkFreeMail[] }> {
  const row = await tx.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow()
  const event = readEvent(row)
  const settings = await currentSettings(tx)
  const mails = await buildMails(event, { tx, config, settings, only })
  const subscribed = await subscribedMails(tx, mails)
  return { event, settings, mails: subscribed.map((mail) => linkFreeMail(mail, settings)) }
}
