import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceKey } from '#money/bank-files/domain/client-payments-found.ts'
import { maxInvoiceNumberLength, netOfReceived, openPart, paymentReference } from './client-invoices.ts'
import { maxReferenceLength } from './client-payments.ts'

const invoice = { netCents: 10_000, totalCents: 12_000 }

test('the whole amount means the whole net, a part its proportion, more than what is open nothing', () => {
  expect(netOfReceived(12_000, invoice, invoice)).toBe(10_000)
  expect(netOfReceived(3333, invoice, invoice)).toBe(2778)
  expect(netOfReceived(12_001, invoice, invoice)).toBe(null)
})

test('an invoice is open for what was not received; payments typed net count with their share of the VAT', () => {
  expect(openPart(invoice, [])).toEqual(invoice)
  expect(openPart(invoice, [{ netCents: 2778, totalCents: 3333 }])).toEqual({ netCents: 7222, totalCents: 8667 })
  expect(openPart(invoice, [{ netCents: 5000, totalCents: null }])).toEqual({ netCents: 5000, totalCents: 6000 })
  expect(openPart(invoice, [{ netCents: 10_000, totalCents: 11_999 }])).toEqual({ netCents: 0, totalCents: 0 })
})

test('parts of any amounts end with exactly the net of the invoice', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 50_000_000 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 2000 }), (totals, vatPerMille) => {
      const totalCents = totals.reduce((sum, each) => sum + each, 0)
      const whole = { totalCents, netCents: Math.max(1, Math.round((totalCents * 1000) / (1000 + vatPerMille))) }
      const received: { netCents: number; totalCents: number }[] = []
      for (const total of totals) {
        const open = openPart(whole, received)
        const net = netOfReceived(total, whole, open)
        if (open.netCents === 0) continue
        expect(net).not.toBe(null)
        received.push({ netCents: net ?? 0, totalCents: total })
      }
      expect(received.reduce((sum, each) => sum + each.netCents, 0)).toBe(whole.netCents)
    }),
  )
})

test('numbers are the same however banks repeat them, and their parts have references of their own', () => {
  expect(new Set(['F-2026_É1', 'f-2026-e1'].map(invoiceKey)).size).toBe(1)
  const day = '2026-12-03'
  const references = [
    paymentReference('F-1', { isWhole: true, day, nth: 1 }),
    paymentReference('F-1', { isWhole: false, day, nth: 1 }),
    paymentReference('F-1', { isWhole: false, day, nth: 2 }),
  ]
  expect(references).toEqual(['F-1', 'F-1 2026-12-03', 'F-1 2026-12-03 2'])
  const longest = paymentReference('F'.repeat(maxInvoiceNumberLength), { isWhole: false, day, nth: 99 })
  expect(longest.length).toBeLessThanOrEqual(maxReferenceLength)
})
