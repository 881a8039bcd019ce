import type { ClosingScope } from '#money/accounting/domain/accounting.ts'
import type { PlatformStatus } from '#money/invoices/domain/platform-status.ts'
import type { PayoutStatus } from '../domain/payouts.ts'
import type { MadePayoutFile } from '#money/payout-files/api.ts'
import type { Payload } from '#platform/api/event-payload.ts'
import type { YearSettings } from '#money/tax-year/api.ts'

interface ClosedPeriod {
  readonly closingId: string
  readonly scope: ClosingScope
  /** The last day: '2026-10-31'. */
  readonly until: string
}

/** What happens to payouts, with the bank, and in the accountant's year. */
export interface PayoutEventPayloads {
  'payout_run.issued': Payload<
    null,
    { readonly payableUntil: string; readonly payouts: number; readonly totalCents: number; readonly excluded: number }
  >
  'payout_run.documents_issued': Payload<null, { readonly documents: number }>
  'payout.issued': Payload<null, { readonly status: 'issued'; readonly reference: string; readonly totalCents: number }>
  'payout.statement_made': Payload
  'payout.accepted': Payload
  'payout.approved': Payload<
    { readonly status: PayoutStatus },
    { readonly status: PayoutStatus; readonly totalCents: number; readonly alone: boolean }
  >
  'payout.cancelled': Payload<
    { readonly status: PayoutStatus },
    { readonly status: PayoutStatus; readonly totalCents: number; readonly reason: string }
  >
  'payout.paid': Payload<
    { readonly status: PayoutStatus },
    {
      readonly status: PayoutStatus
      readonly totalCents: number
      readonly paidAt: string
      /** In the provider's calendar of then. */
      readonly paidOn?: string
      readonly reference: string
    }
  >
  'payout.rejected': Payload<
    { readonly status: PayoutStatus },
    { readonly status: PayoutStatus; readonly totalCents: number; readonly reason: string }
  >
  /** What the platform says of a document; with the numbers of the credit note and the new invoice where it is void. */
  'payout.document_status': Payload<
    null,
    {
      readonly invoiceId: string
      readonly number: string
      readonly status: PlatformStatus
      readonly on: string
      readonly reason: string
      readonly creditNote?: string
      readonly replacement?: string
    }
  >
  'payout.retried': Payload<{ readonly status: PayoutStatus }, { readonly status: PayoutStatus }>
  'bank_answer.applied': Payload<
    null,
    {
      readonly messageId: string
      readonly version: string
      readonly acceptedCount: number
      readonly paidCount: number
      readonly paidCents: number
      readonly rejectedCount: number
      readonly rejectedCents: number
      readonly verifiedCount: number
      readonly clientPaymentCount: number
    }
  >
  /** With a file for the bank. */
  'payout.sent': Payload<{ readonly status: PayoutStatus }, { readonly status: PayoutStatus; readonly totalCents: number }>
  /** Its file was not executed. */
  'payout.recalled': Payload<{ readonly status: PayoutStatus }, { readonly status: PayoutStatus; readonly totalCents: number }>
  'payout_file.made': Payload<null, MadePayoutFile>
  'payout_file.downloaded': Payload<null, { readonly reference: string; readonly as: 'xml' | 'csv' }>
  'payout_file.withdrawn': Payload<null, { readonly reference: string; readonly reason: string; readonly freed: number }>
  'das2.exported': Payload<
    null,
    { readonly exportId: string; readonly year: number; readonly declared: number; readonly euros: number }
  >
  'accounting.closed': Payload<null, ClosedPeriod & { readonly entries: number; readonly missing: number }>
  'accounting.reopening_asked': Payload<null, ClosedPeriod & { readonly reason: string }>
  'accounting.reopened': Payload<null, ClosedPeriod & { readonly reason: string }>
  'supplier_code.changed': Payload<{ readonly code: string | null }, { readonly code: string | null }>
  'year_settings.changed': Payload<Partial<YearSettings>, Partial<YearSettings>>
}
