import type { PayeeMatch } from '#money/bank-files/domain/live-batch.ts'
import { m } from '../messages/messages.ts'

const matches: Readonly<Record<PayeeMatch, string>> = {
  match: m.payeeMatches(),
  close_match: m.payeeClose(),
  no_match: m.payeeDiffers(),
  not_possible: m.payeeUnknown(),
}

/** What a verification of payee says, with the bank's spelling. */
export const payeeWords = (match: PayeeMatch, bankName: string | null): string =>
  bankName === null ? matches[match] : m.labelled({ label: matches[match], text: bankName })
