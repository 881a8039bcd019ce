import { describe, expect, test } from 'vitest'
import { invoiceXml } from '#money/documents/domain/cii.ts'
import type { Invoice } from '#money/documents/domain/invoice.ts'
import { schemaErrors } from '#test/invoices/factur-x-schema.ts'
import { brokenRules } from '#test/invoices/invoice-rules.ts'
import { readInvoice } from '#test/invoices/read-invoice.ts'
import { creditNote, franchiseInvoice, reverseChargeInvoice, standardInvoice } from '#test/invoices/sample-invoices.ts'
import { checkInvoice } from './invoice-check.ts'

const withLine = (invoice: Invoice, change: Partial<Invoice['lines'][number]>): Invoice => ({
  ...invoice,
  lines: invoice.lines.map((line, index) => (index === 0 ? { ...line, ...change } : line)),
})
const withSeller = (invoice: Invoice, change: Partial<Invoice['seller']>): Invoice => ({
  ...invoice,
  seller: { ...invoice.seller, ...change },
})
const withBuyer = (invoice: Invoice, change: Partial<Invoice['buyer']>): Invoice => ({
  ...invoice,
  buyer: { ...invoice.buyer, ...change },
})
const withTerms = (change: Partial<Invoice['terms']>): Invoice => ({
  ...standardInvoice,
  terms: { ...standardInvoice.terms, ...change },
})

type DataError = readonly [title: string, invoice: Invoice, mentions: string[], rules: string[]]

/** Errors in the data: what the product's check reports, and which rules the written file breaks. */
const dataErrors: readonly DataError[] = [
  ['a rate of 19 %', withLine(standardInvoice, { vatRate: 19 }), ['vat'], ['French rates']],
  ['a SIRET of another SIREN', withSeller(standardInvoice, { siret: '40483304800022' }), ['seller_siret'], ['company numbers']],
  [
    'a SIREN with a wrong key',
    withBuyer(standardInvoice, { siren: '732829321', siret: null, vatNumber: null }),
    ['buyer_siren'],
    ['company numbers'],
  ],
  [
    'a VAT number with a wrong key',
    withSeller(standardInvoice, { vatNumber: 'FR00552100554' }),
    ['seller_vat_number'],
    ['company numbers'],
  ],
  [
    'a VAT number of another SIREN',
    withSeller(standardInvoice, { vatNumber: 'FR83404833048' }),
    ['seller_vat_number'],
    ['company numbers'],
  ],
  [
    'no VAT number where VAT is charged',
    withSeller(standardInvoice, { vatNumber: null }),
    ['seller_vat_number'],
    ['seller’s VAT number'],
  ],
  ['a space in the number', { ...standardInvoice, number: 'AF 0042' }, ['number'], ['number']],
  ['a number of 36 characters', { ...standardInvoice, number: 'A'.repeat(36) }, ['number'], ['number']],
  ['VAT on an invoice in franchise', withLine(franchiseInvoice, { vatRate: 20 }), ['vat'], ['franchise']],
  ['VAT under reverse charge', withLine(reverseChargeInvoice, { vatRate: 20 }), ['vat'], ['reverse charge']],
  [
    'reverse charge without the customer’s VAT number',
    withBuyer(reverseChargeInvoice, { vatNumber: null }),
    ['buyer_vat_number'],
    ['reverse charge'],
  ],
  [
    'reverse charge between French businesses',
    { ...reverseChargeInvoice, seller: standardInvoice.seller },
    ['vat'],
    ['reverse charge'],
  ],
  ['a negative line', withLine(standardInvoice, { netCents: -100 }), ['lines'], ['lines']],
  ['a line without words', withLine(standardInvoice, { description: ' ' }), ['lines'], []],
  ['no mandate', { ...standardInvoice, mandate: { reference: '', signedOn: '2026-01-15' } }, ['mandate'], ['mandate']],
  [
    'a mandate signed after the invoice',
    { ...standardInvoice, mandate: { reference: 'M-1', signedOn: '2026-12-01' } },
    ['mandate'],
    [],
  ],
  ['a credit note without reference', { ...creditNote, corrects: null }, ['corrected_invoice'], ['corrected invoice']],
  [
    'a credit note before its invoice',
    { ...creditNote, issueDate: '2026-11-29', dueDate: '2026-12-15' },
    ['corrected_invoice'],
    ['corrected invoice'],
  ],
  ['a due date before the issue date', { ...standardInvoice, dueDate: '2026-11-29' }, ['due_date'], ['dates']],
  ['a day that does not exist', { ...standardInvoice, service: { from: '2026-11-01', to: '2026-11-31' } }, ['service_date'], []],
  ['a recovery fee of 30 €', withTerms({ recoveryFeeCents: 3000 }), ['recovery_fee'], ['recovery fee']],
  ['no rate of penalties', withTerms({ penaltyRate: '' }), ['penalties'], []],
  ['no name', withBuyer(standardInvoice, { legalName: '' }), ['buyer_name'], ['names']],
]

describe('errors in the data', () => {
  test.each(dataErrors)('%s', (_, invoice, mentions, rules) => {
    expect([...new Set(checkInvoice(invoice).map(({ mention }) => mention))]).toEqual(mentions)
    expect(brokenRules(readInvoice(invoiceXml(invoice)))).toEqual(rules)
  })
})

const note = (code: string) =>
  new RegExp(`<ram:IncludedNote>\\s*<ram:Content>[^<]*</ram:Content>\\s*<ram:SubjectCode>${code}<.*?</ram:IncludedNote>\\s*`, 's')
const noteWith = (words: string) =>
  new RegExp(`<ram:IncludedNote>\\s*<ram:Content>[^<]*${words}[^<]*</ram:Content>.*?</ram:IncludedNote>\\s*`, 's')

type FileError = readonly [title: string, invoice: Invoice, from: RegExp | string, to: string, rules: string[], schema: boolean]

/** Errors in the written file, which the product's check never sees; `schema` is whether the Factur-X schema refuses the file. */
const fileErrors: readonly FileError[] = [
  ['a total that is a cent too high', standardInvoice, /(<ram:GrandTotalAmount>\d+\.\d)\d/, '$19', ['totals'], false],
  [
    'a VAT amount that is a cent too low',
    standardInvoice,
    '440.01</ram:CalculatedAmount>',
    '440.00</ram:CalculatedAmount>',
    ['VAT breakdown', 'totals'],
    false,
  ],
  [
    'an amount with three decimals',
    standardInvoice,
    '<ram:DuePayableAmount>2640.08',
    '<ram:DuePayableAmount>2640.080',
    ['totals'],
    false,
  ],
  ['an amount with a comma', standardInvoice, '<ram:DuePayableAmount>2640.08', '<ram:DuePayableAmount>2640,08', ['totals'], true],
  ['type 380', standardInvoice, '>389<', '>380<', ['type', 'payment', 'corrected invoice'], false],
  ['no note on the recovery fee', standardInvoice, note('PMT'), '', ['recovery fee'], false],
  ['no note on penalties', standardInvoice, note('PMD'), '', ['penalties'], false],
  ['no note on a discount', standardInvoice, note('AAB'), '', ['discount'], false],
  ['no words on art. 293 B', franchiseInvoice, note('TXD'), '', ['franchise'], false],
  ['no word Autoliquidation', reverseChargeInvoice, note('TXD'), '', ['reverse charge'], false],
  ['no word Autofacturation', standardInvoice, noteWith('Autofacturation'), '', ['self-billing'], false],
  ['no mandate in the notes', standardInvoice, noteWith('mandat n'), '', ['self-billing', 'mandate'], false],
  ['no category of operation', standardInvoice, noteWith('prestation'), '', ['category of operation'], false],
  ['no seller', standardInvoice, /<ram:SellerTradeParty>.*<\/ram:SellerTradeParty>/s, '', ['names', 'seller’s VAT number'], true],
  [
    'elements in another order',
    standardInvoice,
    /(<ram:ID>AF[^<]*<\/ram:ID>)(\s*)(<ram:TypeCode>389<\/ram:TypeCode>)/,
    '$3$2$1',
    [],
    true,
  ],
  ['a credit transfer to no account', standardInvoice, '<ram:TypeCode>57<', '<ram:TypeCode>58<', ['payment'], false],
  [
    'no means of payment',
    standardInvoice,
    /<ram:SpecifiedTradeSettlementPaymentMeans>.*<\/ram:SpecifiedTradeSettlementPaymentMeans>/s,
    '',
    ['payment'],
    false,
  ],
  [
    'an account that whoever opens the file reads',
    standardInvoice,
    '</ram:SpecifiedTradeSettlementPaymentMeans>',
    '<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>FR1420041010050500013M02606</ram:IBANID>' +
      '</ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>',
    ['no account'],
    false,
  ],
  ['a date with dashes', standardInvoice, '>20261230<', '>2026-12-30<', ['dates'], false],
]

describe('errors in the file', () => {
  test.each(fileErrors)('%s', (_, invoice, from, to, rules, schema) => {
    const whole = invoiceXml(invoice)
    const broken = whole.replace(from, to)
    expect(broken).not.toBe(whole)
    expect(brokenRules(readInvoice(broken))).toEqual(rules)
    expect(schemaErrors(broken).length > 0).toBe(schema)
    expect(rules.length > 0 || schema).toBe(true)
  })
})
