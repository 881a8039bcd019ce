import type { Cents } from '#platform/domain/money.ts'

/** Why a bank refused or returned a payment. */
export interface BankReason {
  /** ISO 20022 external code, or the bank's own one; null if it gave none. */
  readonly code: string | null
  /** The bank's words; with a verification of payee, the account holder's name as the bank has it. */
  readonly info: readonly string[]
}

export type BankReasons = readonly BankReason[]

/** What a file says about itself. */
interface BankMessage {
  /** 'camt.053.001.08'; '' without a namespace. */
  readonly version: string
  /** False for versions that were not tried; they are read as the others are. */
  readonly isKnownVersion: boolean
  /** The bank's identification of the file. */
  readonly messageId: string
  /** ISO day. */
  readonly createdOn: string
  /** Name or BIC of the bank, as far as the file says it. */
  readonly sender: string | null
  /** ISO days that the file is about; null if it does not say. */
  readonly period: { readonly from: string; readonly to: string } | null
}

export interface StatusLine {
  readonly paymentInfoId: string | null
  readonly instructionId: string | null
  readonly endToEndId: string | null
  readonly status: string | null
  readonly reasons: readonly BankReason[]
  /** The original amount, if the bank repeats it. */
  readonly amount: BankAmount | null
}

/** pain.002: what a bank says of a payout file. */
export interface StatusReport extends BankMessage {
  readonly kind: 'status_report'
  readonly originalMessageId: string
  readonly status: string | null
  readonly reasons: readonly BankReason[]
  /** Statuses of groups of payments. */
  readonly groups: readonly {
    readonly paymentInfoId: string | null
    readonly status: string | null
    readonly reasons: readonly BankReason[]
  }[]
  readonly lines: readonly StatusLine[]
}

/** `cents` is null in other currencies than the euro. */
export interface BankAmount {
  readonly currency: string
  readonly cents: Cents | null
}

export const directions = ['debit', 'credit'] as const
export type Direction = (typeof directions)[number]

/** One payment within a booked entry. */
export interface BankTransaction {
  readonly direction: Direction
  /** Null if an entry of several payments does not state it. */
  readonly amount: BankAmount | null
  readonly endToEndId: string | null
  readonly paymentInfoId: string | null
  /** A returned or reversed payment: a credit gives money back, a debit takes a credit of before away. */
  readonly isReturn: boolean
  readonly returnReason: BankReason | null
  /** Name of the other party. */
  readonly party: string | null
  /** Unstructured remittance texts, then what the bank says of the payment. */
  readonly texts: readonly string[]
  /** Structured references: creditor references and document numbers. */
  readonly references: readonly string[]
}

/** Payments that were booked as one amount. */
export interface BookedBatch {
  readonly paymentInfoId: string | null
  readonly messageId: string | null
  readonly count: number | null
  readonly amount: BankAmount | null
}

export interface BankEntry {
  /** IBAN of the account, or the number that the bank gives instead; null if it names none. */
  readonly account: string | null
  /** The bank's reference of the entry. */
  readonly reference: string | null
  readonly direction: Direction
  readonly isBooked: boolean
  readonly amount: BankAmount
  /** ISO day. */
  readonly bookedOn: string
  readonly batches: readonly BookedBatch[]
  /** At least one: an entry without details is one payment. */
  readonly transactions: readonly BankTransaction[]
}

/** camt.052, camt.053 or camt.054: what was booked on the provider's accounts. */
export interface AccountReport extends BankMessage {
  readonly kind: 'account_report'
  readonly entries: readonly BankEntry[]
}

export type BankAnswer = StatusReport | AccountReport
