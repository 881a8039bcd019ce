import { m } from '../messages/messages.ts'

const texts = {
  too_large: m.tooLarge,
  encoding: m.unreadableEncoding,
  other_kind: m.otherKind,
  not_xml: m.notXml,
  doctype: m.doctype,
  too_deep: m.tooDeep,
  not_an_answer: m.notAnAnswer,
  incomplete: m.incomplete,
  amount: m.unreadableAmount,
  currency: m.otherCurrency,
  too_complex: m.tooComplex,
} as const satisfies Readonly<Record<string, (values: { readonly detail: string }) => string>>

export type BankFileErrorCode = keyof typeof texts

/** A bank's file that cannot be read; the message is for the provider's staff. */
export class BankFileError extends Error {
  readonly code: BankFileErrorCode
  /** What the message names in the file; for `other_kind` one of the kinds that the message has words for. */
  readonly detail: string

  constructor(code: BankFileErrorCode, detail = '', cause?: unknown) {
    super(texts[code]({ detail }), { cause })
    this.name = 'BankFileError'
    this.code = code
    this.detail = detail
  }
}
