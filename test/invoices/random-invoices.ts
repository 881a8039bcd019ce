import fc from 'fast-check'
import { frenchVatRates } from '#money/billing/domain/vat.ts'
import type { Invoice } from '#money/documents/domain/invoice.ts'
import { creditNote, franchiseInvoice, reverseChargeInvoice, standardInvoice } from './sample-invoices.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyzàâçéèêëîïôœùûüÿæÉÈÀŒABCDE0123456789 &<>"\'’–€()/,.']
// What is stored is trimmed.
const words = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 80 })
  .map((text) => text.trim())
  .filter((text) => text !== '')
const cents = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 100_000_000 }))
const day = fc
  .date({ min: new Date('2026-01-16T00:00:00Z'), max: new Date('2040-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const linesOf = (rates: readonly number[]) =>
  fc.array(fc.record({ description: words, netCents: cents, vatRate: fc.constantFrom(...rates) }), {
    minLength: 1,
    maxLength: 12,
  })

/** Valid invoices and credit notes of every VAT case, with any names, days, amounts and, in France, rates. */
export const randomInvoice: fc.Arbitrary<Invoice> = fc
  .constantFrom(standardInvoice, franchiseInvoice, reverseChargeInvoice)
  .chain((sample) =>
    fc
      .record({
        number: fc.string({ unit: fc.constantFrom(...'ABCabc019-+_/'), minLength: 1, maxLength: 35 }),
        days: fc.array(day, { minLength: 4, maxLength: 4 }).map((days) => days.sort()),
        lines: linesOf(sample.vatCase === 'standard' ? frenchVatRates : [0]),
        seller: words,
        buyer: words,
        credit: fc.boolean(),
        debits: fc.boolean(),
        discount: fc.constantFrom('', '1 % à 8 jours'),
      })
      .map(({ number, days: [from = '', to = '', issueDate = '', dueDate = ''], lines, credit, ...rest }): Invoice => {
        const { corrects, type } = credit ? { ...creditNote, corrects: { number: 'AF-1', issueDate: to } } : sample
        return {
          ...sample,
          type,
          corrects,
          number,
          issueDate,
          dueDate,
          lines,
          service: { from, to },
          seller: { ...sample.seller, legalName: rest.seller },
          buyer: { ...sample.buyer, legalName: rest.buyer },
          vatOnDebits: sample.vatCase === 'standard' && rest.debits,
          terms: { ...sample.terms, discount: rest.discount },
        }
      }),
  )
