import type { Cents } from '#platform/domain/money.ts'
import type { BankEntry, BankTransaction } from './bank-answer.ts'
import { bankText } from './bank-text.ts'

/** An invoice of the provider's to a client that is not paid yet. */
export interface OpenInvoice {
  readonly id: string
  /** The invoice number, which the client is asked to repeat in the transfer. */
  readonly reference: string
}

interface Credit {
  /** The bank's reference of the entry. */
  readonly entry: string | null
  readonly cents: Cents
  readonly receivedOn: string
  readonly payer: string | null
  readonly texts: readonly string[]
}

export interface ClientPaymentMatches {
  readonly proposals: readonly (Credit & { readonly invoice: OpenInvoice })[]
  /** Credits that name several, or a number that several have: a person decides. */
  readonly ambiguous: readonly (Credit & { readonly invoices: readonly OpenInvoice[] })[]
  /** Credits that name none. */
  readonly others: readonly Credit[]
}

/**
 * Booked credits in euros whose remittance text names an open invoice. The number has to stand there as a word of its own, in any
 * case; nothing is guessed from amounts, names or parts of numbers. Payments that come back are left out.
 */
export function proposeClientPayments(entries: readonly BankEntry[], openInvoices: readonly OpenInvoice[]): ClientPaymentMatches {
  const byNumber = Map.groupBy(openInvoices, ({ reference }) => invoiceKey(reference))
  byNumber.delete('')
  const maxWords = Math.max(0, ...Array.from(byNumber.keys(), (number) => number.split(' ').length))
  const credits = entries
    .filter(({ isBooked }) => isBooked)
    .flatMap((entry) => entry.transactions.flatMap((each) => credit(entry, each)))
  const matches = credits.map((each) => {
    const names = new Set(withJoints(each.texts).flatMap((text) => phrases(words(text), maxWords)))
    return { ...each, invoices: [...names].flatMap((name) => byNumber.get(name) ?? []) }
  })
  return {
    proposals: matches.flatMap(({ invoices: [invoice, ...others], ...each }) =>
      invoice && others.length === 0 ? [{ ...each, invoice }] : [],
    ),
    ambiguous: matches.filter(({ invoices }) => invoices.length > 1),
    others: matches.filter(({ invoices }) => invoices.length === 0).map(({ invoices: _, ...each }) => each),
  }
}

function credit(entry: BankEntry, { direction, amount, isReturn, party, texts, references }: BankTransaction): Credit[] {
  const cents = amount?.cents ?? null
  if (direction !== 'credit' || isReturn || cents === null) return []
  return [{ entry: entry.reference, cents, receivedOn: entry.bookedOn, payer: party, texts: [...references, ...texts] }]
}

/** Banks cut long texts into several: a number may go on in the next one. */
function withJoints(texts: readonly string[]): readonly string[] {
  const pairs = texts.slice(1).map((text, before) => `${texts[before] ?? ''}${text}`)
  return [...texts, ...pairs, ...(texts.length > 2 ? [texts.join('')] : [])]
}

/** The number as it reaches a bank and comes back: numbers that differ in nothing else are the same. */
export function invoiceKey(number: string): string {
  return words(number).join(' ')
}

/** '(Facture F_2026-001.)' -> ['FACTURE', 'F-2026-001'], in the characters that reach a bank. */
function words(text: string): string[] {
  return bankText(text, Number.POSITIVE_INFINITY)
    .toUpperCase()
    .split(/[\s,:()?']+/)
    .map((word) => word.replace(/^[.+/-]+|[.+/-]+$/g, ''))
    .filter((word) => word !== '')
}

/** All runs of 1 to `maxWords` words: numbers may hold spaces. */
function phrases(all: readonly string[], maxWords: number): string[] {
  return all.flatMap((_, start) => Array.from({ length: maxWords }, (_, more) => all.slice(start, start + more + 1).join(' ')))
}
