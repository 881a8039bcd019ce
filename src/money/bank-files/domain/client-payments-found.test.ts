import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entry, euros, payment } from '#test/samples/bank/answer-parts.ts'
import type { BankTransaction } from './bank-answer.ts'
import { proposeClientPayments } from './client-payments-found.ts'

const invoices = ['F-2026-001', 'F-2026-0012', 'F_2026/002', 'FAC 2026 17', '4711', '4711'].map((reference, index) => ({
  id: `invoice-${index}`,
  reference,
}))

const credit = (parts: Partial<BankTransaction>) =>
  entry([payment(null, { direction: 'credit', party: 'Client SARL', amount: euros(120_000), ...parts })], { direction: 'credit' })

const matchedNumbers = (parts: Partial<BankTransaction>) => {
  const { proposals, ambiguous } = proposeClientPayments([credit(parts)], invoices)
  return [...proposals.map(({ invoice }) => [invoice.id]), ...ambiguous.map((each) => each.invoices.map(({ id }) => id))]
}

describe('a credit that names an open invoice', () => {
  test('is proposed with its amount, day, payer and the bank’s reference', () => {
    expect(proposeClientPayments([credit({ texts: ['Facture F-2026-001'] })], invoices)).toEqual({
      proposals: [
        {
          entry: 'R1',
          cents: 120_000,
          receivedOn: '2026-12-01',
          payer: 'Client SARL',
          texts: ['Facture F-2026-001'],
          invoice: { id: 'invoice-0', reference: 'F-2026-001' },
        },
      ],
      ambiguous: [],
      others: [],
    })
  })

  test.each([
    ['facture f-2026-001.', 'invoice-0'],
    ['(F-2026-001)', 'invoice-0'],
    ['Solde,F-2026-001,merci', 'invoice-0'],
    ['F-2026-0012', 'invoice-1'],
    ['VIR F-2026/002', 'invoice-2'],
    ['paiement fac 2026 17 solde', 'invoice-3'],
  ])('%s', (text, id) => expect(matchedNumbers({ texts: [text] })).toEqual([[id]]))

  test('in a structured reference or a document number', () =>
    expect(matchedNumbers({ references: ['F-2026-001'] })).toEqual([['invoice-0']]))

  test('in a text that the bank has cut in two', () => {
    expect(matchedNumbers({ texts: ['Reglement facture F-20', '26-001'] })).toEqual([['invoice-0']])
  })
})

test.each([
  'F-2026-00',
  'F-2026-001-2',
  'XF-2026-001',
  'F-2026-001X',
  'F2026001',
  'F 2026 001',
  'FAC 2026',
  'FAC 2026 171',
  '1200,00',
])('a part of a number or another way of writing it is not guessed: %s', (text) =>
  expect(matchedNumbers({ texts: [text] })).toEqual([]),
)

test('several invoices, one number of two invoices, and a cut that allows two readings are ambiguous', () => {
  expect(matchedNumbers({ texts: ['F-2026-001 et F-2026-0012'] })).toEqual([['invoice-0', 'invoice-1']])
  expect(matchedNumbers({ texts: ['Facture 4711'] })).toEqual([['invoice-4', 'invoice-5']])
  expect(matchedNumbers({ texts: ['F-2026-001', '2 merci'] })).toEqual([['invoice-0', 'invoice-1']])
})

test('a credit that names none is listed with what the bank says of it', () => {
  const { proposals, ambiguous, others } = proposeClientPayments([credit({ texts: ['Loyer 12'] })], invoices)
  expect([proposals, ambiguous]).toEqual([[], []])
  expect(others).toEqual([{ entry: 'R1', cents: 120_000, receivedOn: '2026-12-01', payer: 'Client SARL', texts: ['Loyer 12'] }])
})

test('debits, returns, pending credits and other currencies are no clients’ payments', () => {
  const texts = ['F-2026-001']
  expect(matchedNumbers({ texts, direction: 'debit' })).toEqual([])
  expect(matchedNumbers({ texts, isReturn: true })).toEqual([])
  expect(matchedNumbers({ texts, amount: { currency: 'USD', cents: null } })).toEqual([])
  expect(proposeClientPayments([{ ...credit({ texts }), isBooked: false }], invoices).proposals).toEqual([])
})

test('a number as a word of its own is always found, whatever stands around it', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 6 })
  fc.assert(
    fc.property(words, fc.stringMatching(/^[A-Z]{1,3}-\d{4}-\d{1,6}$/), words, (before, reference, after) => {
      const result = proposeClientPayments(
        [credit({ texts: [[...before, reference, ...after].join(' ')] })],
        [{ id: 'it', reference }],
      )
      expect(result.proposals.map(({ invoice }) => invoice.id)).toEqual(['it'])
    }),
  )
})
