import { apiKeyEvents } from '#accounts/api-keys/api.ts'
import { accountEvents } from '#accounts/auth/api/events.ts'
import { identityProviderEvents } from '#accounts/identity-provider/api.ts'
import { viewEvents } from '#accounts/view-as/api.ts'
import { announcementEvents } from '#communication/announcements/api.ts'
import { newsMailEvents } from '#communication/lead-news/api/events.ts'
import { notificationEvents } from '#communication/notifications/api/notifications.ts'
import { reminderEvents } from '#communication/reminders/api.ts'
import { resourceEvents } from '#communication/resources/api/events.ts'
import { contractEvents } from '#contracts/contracts/api/contracts.ts'
import { signingEvents } from '#contracts/contracts/api/signing-events.ts'
import { templateEvents } from '#contracts/templates/api.ts'
import { importEvents } from '#imports/api.ts'
import { clientConfirmationEvents } from '#leads/client-confirmations/api.ts'
import { fieldEvents } from '#leads/fields/api/fields.ts'
import { introductionEvents } from '#leads/introductions/api.ts'
import { leadEvents } from '#leads/leads/api/events.ts'
import { leadFileEvents } from '#leads/leads/api/lead-files.ts'
import { leadNoticeEvents } from '#leads/notices/api.ts'
import { offerEvents } from '#leads/offers/api/offers.ts'
import { leadReceiptEvents } from '#leads/receipts/api.ts'
import { refusedContactEvents } from '#leads/refused-contacts/api.ts'
import { registrationEvents } from '#leads/registrations/api/events.ts'
import { leadShareEvents } from '#leads/shares/api.ts'
import { stageEvents } from '#leads/stages/api/stages.ts'
import { accountingEvents } from '#money/accounting/api/accounting.ts'
import { yearEvents } from '#money/accounting/api/year.ts'
import { bankAnswerEvents } from '#money/bank-answers/api.ts'
import { bankDetailsEvents } from '#money/bank-details/api.ts'
import { billingEvents } from '#money/billing/api.ts'
import { clientPaymentEvents } from '#money/client-payments/api/events.ts'
import { commissionEvents } from '#money/commissions/api/events.ts'
import { disputeEvents } from '#money/disputes/api.ts'
import { invoiceEvents } from '#money/invoices/api.ts'
import { payoutFileEvents } from '#money/payout-files/api.ts'
import { payoutEvents } from '#money/payouts/api/events.ts'
import { uploadedInvoiceEvents } from '#money/payouts/api/invoice-events.ts'
import { ruleEvents } from '#money/rules/api/rules.ts'
import { termsEvents } from '#money/terms/api.ts'
import { tierEvents } from '#money/tiers/api/tier-changes.ts'
import { vigilanceEvents } from '#money/vigilance/api.ts'
import { failureEvents } from '#operations/failures/api.ts'
import { maintenanceEvents } from '#operations/maintenance/api.ts'
import { endpointEvents } from '#operations/webhooks/api/events.ts'
import { programmeFileEvents } from '#overview/programme-file/api/routes.ts'
import { correctionEvents } from '#partners/corrections/api.ts'
import { mergingEvents } from '#partners/merging/api.ts'
import { objectionEvents } from '#partners/objections/api.ts'
import { partnerEvents } from '#partners/partners/api/events.ts'
import { partnerNoteEvents } from '#partners/profile/api/events.ts'
import { teamEvents } from '#partners/team/api.ts'
import { erasureEvents } from '#people-data/erasures/api.ts'
import { noticeEvents } from '#people-data/notices/api.ts'
import { periodEvents } from '#people-data/periods/api.ts'
import { requestEvents } from '#people-data/requests/api/requests.ts'
import { setupEvents } from '#provider/checklist/api.ts'
import { programmeEvents } from '#provider/programme/api.ts'

/**
 * Every event, as the slices declare it: only the fields that changed, never a secret, a password or an IBAN. Records are named
 * by id; a name stands there only where it is the change itself or the record is gone.
 */
export const events = {
  ...apiKeyEvents,
  ...accountEvents,
  ...identityProviderEvents,
  ...viewEvents,
  ...announcementEvents,
  ...newsMailEvents,
  ...notificationEvents,
  ...reminderEvents,
  ...resourceEvents,
  ...contractEvents,
  ...signingEvents,
  ...templateEvents,
  ...clientConfirmationEvents,
  ...fieldEvents,
  ...leadFileEvents,
  ...importEvents,
  ...introductionEvents,
  ...leadEvents,
  ...offerEvents,
  ...leadReceiptEvents,
  ...leadNoticeEvents,
  ...refusedContactEvents,
  ...requestEvents,
  ...registrationEvents,
  ...leadShareEvents,
  ...stageEvents,
  ...accountingEvents,
  ...bankAnswerEvents,
  ...bankDetailsEvents,
  ...billingEvents,
  ...clientPaymentEvents,
  ...commissionEvents,
  ...disputeEvents,
  ...invoiceEvents,
  ...payoutFileEvents,
  ...payoutEvents,
  ...ruleEvents,
  ...termsEvents,
  ...yearEvents,
  ...tierEvents,
  ...uploadedInvoiceEvents,
  ...vigilanceEvents,
  ...failureEvents,
  ...maintenanceEvents,
  ...endpointEvents,
  ...programmeFileEvents,
  ...noticeEvents,
  ...correctionEvents,
  ...mergingEvents,
  ...objectionEvents,
  ...partnerEvents,
  ...partnerNoteEvents,
  ...teamEvents,
  ...setupEvents,
  ...periodEvents,
  ...programmeEvents,
  ...erasureEvents,
}

export type EventName = keyof typeof events

/** All names, by the alphabet. History, live updates, mail and webhooks are derived from these events alone. */
export const eventNames = (Object.keys(events) as EventName[]).sort()

export type EventPayloads = { readonly [Name in EventName]: NonNullable<(typeof events)[Name]['payload']> }
