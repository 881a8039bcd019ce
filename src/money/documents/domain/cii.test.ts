import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoiceTotals } from '#money/billing/domain/vat.ts'
import { checkInvoice } from '#money/invoices/domain/invoice-check.ts'
import { schemaErrors } from '#test/invoices/factur-x-schema.ts'
import { brokenRules } from '#test/invoices/invoice-rules.ts'
import { randomInvoice } from '#test/invoices/random-invoices.ts'
import { readInvoice } from '#test/invoices/read-invoice.ts'
import { sampleInvoices, standardInvoice } from '#test/invoices/sample-invoices.ts'
import { decimal, invoiceXml } from './cii.ts'

describe.each(sampleInvoices)('%s', (_, invoice) => {
  test('is complete, valid by the Factur-X schema, and breaks no rule of the file checker', () => {
    expect(checkInvoice(invoice)).toEqual([])
    const xml = invoiceXml(invoice)
    expect(schemaErrors(xml)).toEqual([])
    expect(brokenRules(readInvoice(xml))).toEqual([])
  })
})

test('invoices of all cases are valid by the schema and by the rules, and say the totals of their lines', () => {
  fc.assert(
    fc.property(randomInvoice, (invoice) => {
      expect(checkInvoice(invoice)).toEqual([])
      const xml = invoiceXml(invoice)
      expect(schemaErrors(xml)).toEqual([])
      const read = readInvoice(xml)
      expect(brokenRules(read)).toEqual([])
      const { netCents, vatCents, totalCents } = invoiceTotals(invoice.lines)
      expect(read.sums).toEqual({ lines: netCents, basis: netCents, vat: vatCents, total: totalCents, due: totalCents })
      expect(read.lines.map(({ net }) => net)).toEqual(invoice.lines.map((line) => line.netCents))
    }),
    { numRuns: 60 },
  )
  // Takes a second, more on a busy machine.
}, 60_000)

test('names with markup, control characters and lone surrogates give well-formed XML', () => {
  const legalName = 'A & B <C> "D" ]]> \u0000\u0007\ud800 E\ufffe'
  const xml = invoiceXml({ ...standardInvoice, seller: { ...standardInvoice.seller, legalName } })
  expect(schemaErrors(xml)).toEqual([])
  expect(readInvoice(xml).seller.name).toBe('A & B <C> "D" ]]>  E')
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [100, '1.00'],
  [999_999_999_999, '9999999999.99'],
])('%i cents are written %s', (cents, text) => {
  expect(decimal(cents)).toBe(text)
})
