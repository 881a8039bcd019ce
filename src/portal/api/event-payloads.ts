import type { ApiKeyEventPayloads } from '#accounts/api-keys/api.ts'
import type { AccountEventPayloads } from '#accounts/auth/api/event-payloads.ts'
import type { IdentityProviderEventPayloads } from '#accounts/identity-provider/api.ts'
import type { ViewEventPayloads } from '#accounts/view-as/api.ts'
import type { AnnouncementEventPayloads } from '#communication/announcements/api.ts'
import type { NewsEventPayloads } from '#communication/lead-news/api/event-payloads.ts'
import type { NotificationEventPayloads } from '#communication/notifications/api.ts'
import type { ReminderEventPayloads } from '#communication/reminders/api.ts'
import type { ResourceEventPayloads } from '#communication/resources/api/event-payloads.ts'
import type { ContractEventPayloads } from '#contracts/contracts/api.ts'
import type { SigningEventPayloads } from '#contracts/signing/api/event-payloads.ts'
import type { TemplateEventPayloads } from '#contracts/templates/api.ts'
import type { ClientConfirmationEventPayloads } from '#leads/client-confirmations/api.ts'
import type { FieldEventPayloads } from '#leads/fields/api/fields.ts'
import type { LeadFileEventPayloads } from '#leads/files/api.ts'
import type { LeadImportEventPayloads } from '#leads/import/api.ts'
import type { IntroductionEventPayloads } from '#leads/introductions/api.ts'
import type { LeadEventPayloads } from '#leads/leads/api/event-payloads.ts'
import type { OfferEventPayloads } from '#leads/offers/api/offers.ts'
import type { LeadReceiptEventPayloads } from '#leads/receipts/api.ts'
import type { RegistrationEventPayloads } from '#leads/registrations/api/event-payloads.ts'
import type { LeadShareEventPayloads } from '#leads/shares/api.ts'
import type { StageEventPayloads } from '#leads/stages/api/stages.ts'
import type { AccountingEventPayloads } from '#money/accounting/api.ts'
import type { BankAnswerEventPayloads } from '#money/bank-answers/api.ts'
import type { BankDetailsEventPayloads } from '#money/bank-details/api.ts'
import type { BillingEventPayloads } from '#money/billing/api.ts'
import type { ClientPaymentEventPayloads } from '#money/client-payments/api/event-payloads.ts'
import type { CommissionEventPayloads } from '#money/commissions/api/event-payloads.ts'
import type { DisputeEventPayloads } from '#money/disputes/api.ts'
import type { InvoiceEventPayloads } from '#money/invoices/api.ts'
import type { PayoutFileEventPayloads } from '#money/payout-files/api.ts'
import type { PayoutEventPayloads } from '#money/payouts/api/event-payloads.ts'
import type { RuleEventPayloads } from '#money/rules/api/rules.ts'
import type { YearEventPayloads } from '#money/tax-year/api.ts'
import type { TierEventPayloads } from '#money/tiers/api/tier-changes.ts'
import type { UploadedInvoiceEventPayloads } from '#money/uploaded-invoices/api/event-payloads.ts'
import type { VigilanceEventPayloads } from '#money/vigilance/api.ts'
import type { FailureEventPayloads } from '#operations/failures/api.ts'
import type { MaintenanceEventPayloads } from '#operations/maintenance/api.ts'
import type { WebhookEventPayloads } from '#operations/webhooks/api/event-payloads.ts'
import type { ProgrammeFileEventPayloads } from '#overview/programme-file/api/routes.ts'
import type { CorrectionEventPayloads } from '#partners/corrections/api.ts'
import type { MergingEventPayloads } from '#partners/merging/api.ts'
import type { ObjectionEventPayloads } from '#partners/objections/api.ts'
import type { PartnerEventPayloads } from '#partners/partners/api/event-payloads.ts'
import type { PartnerNoteEventPayloads } from '#partners/profile/api.ts'
import type { TeamEventPayloads } from '#partners/team/api.ts'
import type { EventName } from '#platform/domain/event-names.ts'
import type { SetupEventPayloads } from '#provider/checklist/api.ts'
import type { ProgrammeEventPayloads } from '#provider/programme/api.ts'

/**
 * What each event tells beyond its name, subject and partner, as the slices declare it: only the fields that changed, never a
 * secret, a password or an IBAN. Records are named by id; a name stands there only where it is the change itself or the record
 * is gone.
 */
interface Payloads
  extends ApiKeyEventPayloads,
    AccountEventPayloads,
    IdentityProviderEventPayloads,
    ViewEventPayloads,
    AnnouncementEventPayloads,
    NewsEventPayloads,
    NotificationEventPayloads,
    ReminderEventPayloads,
    ResourceEventPayloads,
    ContractEventPayloads,
    SigningEventPayloads,
    TemplateEventPayloads,
    ClientConfirmationEventPayloads,
    LeadImportEventPayloads,
    IntroductionEventPayloads,
    LeadEventPayloads,
    LeadFileEventPayloads,
    LeadShareEventPayloads,
    ProgrammeFileEventPayloads,
    LeadReceiptEventPayloads,
    FieldEventPayloads,
    OfferEventPayloads,
    StageEventPayloads,
    RegistrationEventPayloads,
    AccountingEventPayloads,
    BankAnswerEventPayloads,
    BankDetailsEventPayloads,
    BillingEventPayloads,
    ClientPaymentEventPayloads,
    CommissionEventPayloads,
    DisputeEventPayloads,
    InvoiceEventPayloads,
    PayoutFileEventPayloads,
    PayoutEventPayloads,
    YearEventPayloads,
    RuleEventPayloads,
    TierEventPayloads,
    UploadedInvoiceEventPayloads,
    VigilanceEventPayloads,
    FailureEventPayloads,
    WebhookEventPayloads,
    MaintenanceEventPayloads,
    CorrectionEventPayloads,
    ObjectionEventPayloads,
    PartnerEventPayloads,
    MergingEventPayloads,
    TeamEventPayloads,
    PartnerNoteEventPayloads,
    SetupEventPayloads,
    ProgrammeEventPayloads {}

type Complete<Payloads extends Record<EventName, unknown>> = { readonly [Name in EventName]: Payloads[Name] }
/** It does not compile while an event has no payload. */
export type EventPayloads = Complete<Payloads>
