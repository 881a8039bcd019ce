import type { ToldIdentity } from '#provider/programme/domain.ts'
import type { BankDetail } from '#money/bank-details/domain/bank-details.ts'
import type * as z from 'zod/mini'
import type { EventName } from '#platform/domain/event-names.ts'
import type { BillingTerms } from '#money/billing/domain/billing.ts'
import type { BillingInput } from '#money/billing/domain/billing-check.ts'
import type { CommissionStatus } from '#money/commissions/domain.ts'
import type { ContractStatus, ContractType } from '#contracts/contracts/domain.ts'
import type { DisputeKind } from '#money/disputes/domain.ts'
import type { MailKind } from '#communication/notifications/domain.ts'
import type { DocumentKind } from '#money/invoices/domain/payout-documents.ts'
import type { TierDraft } from '#money/tiers/domain/tiers-draft.ts'
import type { AccountEventPayloads } from '#accounts/auth/api/event-payloads.ts'
import type { IntegrationEventPayloads } from '#operations/integrations/api/event-payloads.ts'
import type { leadForm } from '#leads/leads/api/leads.ts'
import type { MovedLead, NewsEventPayloads, SwitchedOff } from '#communication/lead-news/api/event-payloads.ts'
import type { PayoutEventPayloads } from '#money/payouts/api/event-payloads.ts'
import type { ChangedAccounts, ProgrammeSettings } from '#provider/programme/api.ts'
import type { ResourceEventPayloads } from '#communication/resources/api/event-payloads.ts'
import type { RegistrationEventPayloads } from '#leads/registrations/api/event-payloads.ts'
import type { AutomaticAmendment } from '#contracts/templates/api.ts'
import type { PartnerEventPayloads } from '#partners/partners/api/event-payloads.ts'
import type { UploadEventPayloads } from '#money/uploaded-invoices/api/event-payloads.ts'
import type { Payload } from '#platform/api/event-payload.ts'

type LeadFields = z.output<typeof leadForm>

interface CommissionAmounts {
  readonly revenueCents: number
  readonly commissionRate: number
  readonly amountCents: number
}

interface Receipt {
  readonly clientPaymentId: string
  readonly reference: string
  readonly receivedOn: string
  readonly netCents: number
  readonly amountCents: number
}

type Profile = { readonly fullName: string; readonly company: string }
type View = Payload<null, { readonly viewId: string }>
type Code = Payload<null, { readonly codeId: string }>
type RefusedCode = Payload<null, { readonly codeId: string; readonly triesLeft: number }>
type Failure = Payload<null, { readonly failureId: string }>

type DisputeMessage = Payload<null, { readonly commentId: string }>

interface TemplateVersion {
  readonly name: string
  readonly version: number
}

/** Masks of an IBAN that was replaced and of the new one, encrypted; null where the old one could not be read. */
interface ReplacedIban {
  readonly maskBefore: string | null
  readonly maskAfter: string
}

/** The VAT of a billing profile before and after, and the names of all fields that changed. */
type SavedBilling = Payload<BillingTerms | null, BillingTerms & { readonly changed: readonly (keyof BillingInput)[] }>

/** A tier by id: its name is looked up when shown. Null in events recorded before 2026-11 whose tier had been renamed. */
type TierId = string | null

type Complete<Payloads extends Record<EventName, unknown>> = { readonly [Name in EventName]: Payloads[Name] }
export type EventPayloads = Complete<Payloads>

/**
 * What each event tells beyond its name, subject and partner: only the fields that changed, never a secret, a password or an
 * IBAN. Records are named by id; a name stands here only where it is the change itself or the record is gone.
 */
interface Payloads
  extends AccountEventPayloads,
    UploadEventPayloads,
    IntegrationEventPayloads,
    PartnerEventPayloads,
    NewsEventPayloads,
    PayoutEventPayloads,
    ResourceEventPayloads,
    RegistrationEventPayloads {
  'administrator.created': Payload
  'invitation.withdrawn': Payload
  'invitation.accepted': Payload<null, { readonly fullName: string }>
  'profile.changed': Payload<Profile, Profile>
  'partner.deleted': Payload
  'partner.view_started': Payload<null, { readonly until: string }>
  'partner.view_ended': Payload<null, { readonly since: string }>
  'lead.created': Payload<null, LeadFields & { readonly status: 'nouveau' }>
  'lead.changed': Payload<Partial<LeadFields>, Partial<LeadFields>>
  'lead.moved': Payload<MovedLead, MovedLead>
  'lead.receipt_made': Payload<null, { readonly number: string }>
  'lead.remainder_closed': Payload<CommissionAmounts, { readonly reason: string }>
  /** `amountCents`: the commission that it brought. */
  'client_payment.recorded': Payload<null, Receipt & { readonly commissionId: string }>
  /** `amountCents`: what was taken back, as a negative amount; 0 where nothing was left. */
  'client_payment.refunded': Payload<null, Receipt & { readonly refundsReference: string; readonly isExpectedAgain: boolean }>
  'client_invoice.recorded': Payload<
    null,
    { readonly number: string; readonly issuedOn: string; readonly netCents: number; readonly vatCents: number }
  >
  'client_invoice.removed': Payload<{ readonly number: string }>
  'commission.created': Payload<
    null,
    CommissionAmounts & { readonly leadId: string | null; readonly description: string; readonly tierId: TierId }
  >
  'commission.corrected': Payload<CommissionAmounts, CommissionAmounts>
  'commission.validated': Payload<
    { readonly status: CommissionStatus; readonly tierId: TierId },
    { readonly status: CommissionStatus; readonly tierId: TierId; readonly amountCents: number }
  >
  'commission.paid': Payload<
    { readonly status: CommissionStatus },
    { readonly status: CommissionStatus; readonly amountCents: number; readonly paidAt?: string; readonly reference?: string }
  >
  /** A part of it was taken back by the commission `clawbackId`; the amounts are negative, as that one's are. */
  'commission.reversed': Payload<
    { readonly tierId: TierId },
    CommissionAmounts & { readonly tierId: TierId; readonly clawbackId: string; readonly reason: string }
  >
  /** The part of a lead's commission that a client's payment made due. */
  'commission.earned': Payload<
    { readonly tierId: TierId },
    CommissionAmounts & {
      readonly tierId: TierId
      readonly leadId: string
      readonly reference: string
      readonly receivedOn: string
    }
  >
  /** What is still expected of a lead's client, after a payment or a refund with this reference. */
  'commission.remainder_changed': Payload<CommissionAmounts, CommissionAmounts & { readonly reference: string }>
  'commission.held': Payload<null, { readonly reason: string; readonly amountCents: number }>
  'commission.released': Payload<{ readonly reason: string }, { readonly amountCents: number }>
  /** The PDF of an issued document is there. */
  'invoice.made': Payload<null, { readonly kind: DocumentKind; readonly reference: string }>
  /** A partner's documents were given to a plateforme agréée, or such marks were taken back. */
  'invoice.handed_over': Payload<
    null,
    { readonly count: number; readonly handedOn: string; readonly platform: string; readonly reference: string }
  >
  'invoice.handover_undone': Payload<null, { readonly count: number; readonly reason: string }>
  'commission.removed': Payload<
    { readonly leadId: string | null; readonly description: string; readonly amountCents: number },
    { readonly reason: 'moved' | 'deleted' | 'handed_over' | 'removed' | 'received' | 'closed' }
  >
  'dispute.opened': Payload<
    null,
    {
      readonly kind: DisputeKind
      readonly commissionId: string | null
      readonly leadId: string | null
      /** Of the commission; null where one is missing. */
      readonly amountCents: number | null
      readonly expectedCents: number | null
    }
  >
  'dispute.answered': DisputeMessage
  'dispute.replied': DisputeMessage
  'dispute.corrected': DisputeMessage
  'dispute.upheld': DisputeMessage
  'dispute.withdrawn': Payload
  'tiers.changed': Payload<{ readonly tiers: readonly TierDraft[] }, { readonly tiers: readonly TierDraft[] }>
  'contract.assigned': Payload<null, { readonly contractType: ContractType }>
  'contract.opened': Payload
  'contract.document_opened': View
  'contract.document_downloaded': View
  'contract.link_opened': View
  'contract.code_sent': Code
  'contract.code_refused': RefusedCode
  'contract.declined': Payload<null, { readonly reason: string }>
  'contract.signed': Payload<
    { readonly status: ContractStatus },
    { readonly status: ContractStatus; readonly signingMethod: 'electronic'; readonly fileId: string }
  >
  'countersignature.code_sent': Payload
  'contract.countersign_code_sent': Code
  'contract.countersign_code_refused': RefusedCode
  'contract.countersigned': Payload<null, { readonly fileId: string }>
  'contract.validated': Payload<
    { readonly status: ContractStatus },
    { readonly status: ContractStatus; readonly signingMethod: 'validated' }
  >
  'contract.scan_attached': Payload
  'contract.revoked': Payload<
    {
      readonly status: ContractStatus
      readonly signedAt: string | null
      readonly signingMethod: 'validated' | 'electronic' | null
    },
    { readonly status: ContractStatus; readonly reason: string }
  >
  'contract.deleted': Payload<{ readonly title: string; readonly contractType: ContractType }>
  'template.created': Payload<null, { readonly kind: ContractType }>
  'template.saved': Payload<TemplateVersion, TemplateVersion>
  'template.archived': Payload
  'automatic_amendment.changed': Payload<AutomaticAmendment, AutomaticAmendment>
  'payment_info.saved': Payload<
    null,
    { readonly changed: readonly BankDetail[]; readonly ibanChecksOut: boolean; readonly replacedIban?: ReplacedIban }
  >
  'payment_info.iban_revealed': Payload
  /** The bank knows the account under a name that is close to its holder's; null where it does not say which. */
  'payment_info.name_differs': Payload<null, { readonly bankName: string | null }>
  'billing.saved': SavedBilling
  'billing.corrected': SavedBilling
  'notifications.changed': Payload<SwitchedOff, SwitchedOff>
  'settings.changed': Payload<ToldIdentity, ToldIdentity>
  'programme.changed': Payload<Partial<ProgrammeSettings>, Partial<ProgrammeSettings> & ChangedAccounts>
  'time_zone.changed': Payload<{ readonly timeZone: string }, { readonly timeZone: string }>
  'mail.failed': Payload<null, { readonly mailId: string; readonly kind: MailKind }>
  'job.failed': Payload<null, { readonly job: string }>
  'failure.retried': Failure
  'failure.dismissed': Failure
}
