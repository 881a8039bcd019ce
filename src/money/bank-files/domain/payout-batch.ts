import type { Cents } from '#platform/domain/money.ts'

/** Versions of the ISO 20022 message in which banks take credit transfers. */
export const payoutFormats = ['pain.001.001.09', 'pain.001.001.03'] as const
export type PayoutFormat = (typeof payoutFormats)[number]

/** A structured address. Banks refuse unstructured ones since 15 November 2026. */
export interface PayoutAddress {
  readonly street: string | null
  readonly building: string | null
  readonly postcode: string | null
  readonly town: string
  /** ISO 3166 alpha-2. */
  readonly country: string
}

/** One transfer. */
export interface PayoutLine {
  readonly partnerId: string
  /** Reference of the statement (relevé) that the transfer pays. */
  readonly statement: string
  /** Travels to the partner's bank; unique for ever. A new attempt gets a new one. */
  readonly endToEndId: string
  /** Stays between the provider and its bank, which repeats it in its answer; unique for ever. */
  readonly instructionId: string
  readonly cents: Cents
  /** Name of the account holder as on the bank's own document; converted to the bank's characters when written. */
  readonly holder: string
  /** Upper case, without spaces. */
  readonly iban: string
  readonly bic: string | null
  /** Written in pain.001.001.09 alone, and only for accounts outside the EEA. */
  readonly address: PayoutAddress | null
  readonly remittance: string
}

/** All that a payout file says. */
export interface PayoutBatch {
  readonly format: PayoutFormat
  /** Unique for ever; also the identification of the file's one group of payments. */
  readonly messageId: string
  /** Local time without zone: '2026-11-21T17:30:00'. */
  readonly createdAt: string
  /** ISO day. */
  readonly executeOn: string
  /** One debit for the whole file on the provider's account, or one for each line. */
  readonly batchBooking: boolean
  readonly instant: boolean
  readonly provider: {
    readonly name: string
    readonly iban: string
    readonly bic: string | null
    /** Identification that some banks ask for with the name. */
    readonly contractNumber: string | null
  }
  readonly lines: readonly PayoutLine[]
}

/** Sum of the lines; throws a RangeError where it is not exact. */
export function batchCents(lines: readonly Pick<PayoutLine, 'cents'>[]): Cents {
  const sum = lines.reduce((total, { cents }) => total + cents, 0)
  if (!Number.isSafeInteger(sum)) throw new RangeError(`the sum is not in whole cents: ${sum}`)
  return sum
}
