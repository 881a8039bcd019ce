import type { ReadInvoice, ReadParty } from './read-invoice.ts'

const total = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0)
const isDate = (text: string) => /^20\d{6}$/.test(text)

/** Luhn by the table of doubled digits, counted from the right. */
function luhn(digits: string): boolean {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
  const values = Array.from(digits, Number).reverse()
  return total(values.map((value, place) => (place % 2 ? (doubled[value] ?? 0) : value))) % 10 === 0
}

/** The key of a French VAT number: the SIREN followed by 12, modulo 97. */
const frenchKey = (siren: string) => String(BigInt(`${siren}12`) % 97n).padStart(2, '0')

const ratesInFrance = new Set([20, 10, 8.5, 5.5, 2.1])

type Rule = readonly [string, (invoice: ReadInvoice) => boolean]

const note = ({ notes }: ReadInvoice, code: string) => notes.filter((each) => each.code === code).map((each) => each.text)
const says = ({ notes }: ReadInvoice, words: string) => notes.some(({ text }) => text.includes(words))
const categories = ({ lines, taxes }: ReadInvoice) => new Set([...lines, ...taxes].map(({ category }) => category))
const is = (invoice: ReadInvoice, category: string) => categories(invoice).has(category)

function sound({ siren, siret, vat, country }: ReadParty): boolean {
  if (country !== 'FR') return true
  const keyed = vat === '' || vat === `FR${frenchKey(siren)}${siren}`
  return /^\d{9}$/.test(siren) && luhn(siren) && (siret === '' || (/^\d{14}$/.test(siret) && siret.startsWith(siren))) && keyed
}

/** Half up, with the rate in hundredths of a percent. */
const vatOf = (basis: number, rate: number) => Math.floor((basis * Math.round(rate * 100) + 5000) / 10_000)

const groupSum = ({ lines }: ReadInvoice, category: string, rate: number) =>
  total(lines.filter((line) => line.category === category && line.rate === rate).map((line) => line.net))

const rules: readonly Rule[] = [
  ['type', ({ type }) => type === '389' || type === '261'],
  ['profile', ({ guideline }) => guideline === 'urn:cen.eu:en16931:2017'],
  ['number', ({ number }) => /^[\w/+-]{1,35}$/.test(number)],
  ['dates', ({ issued, due, delivered }) => [issued, due, delivered].every(isDate) && due >= issued],
  ['recovery fee', (invoice) => note(invoice, 'PMT').some((text) => /40,00\s€/.test(text))],
  ['penalties', (invoice) => note(invoice, 'PMD').length === 1],
  ['discount', (invoice) => note(invoice, 'AAB').length === 1],
  ['flow', (invoice) => /^B2B(INT)?$/.test(note(invoice, 'BAR').join())],
  ['self-billing', (invoice) => says(invoice, 'Autofacturation') && says(invoice, 'au nom et pour le compte d')],
  ['mandate', (invoice) => invoice.mandate !== '' && says(invoice, `mandat n° ${invoice.mandate}`)],
  ['category of operation', (invoice) => says(invoice, 'prestation de services')],
  ['names', ({ seller, buyer }) => [seller, buyer].every(({ name, city, country }) => name && city && country)],
  ['company numbers', ({ seller, buyer }) => sound(seller) && sound(buyer)],
  ['lines', ({ lines }) => lines.length > 0 && lines.every(({ name, net }) => name !== '' && net > 0)],
  ['line amounts', ({ lines }) => lines.every(({ quantity, price, net }) => quantity === '1' && price === net)],
  ['one category', (invoice) => categories(invoice).size === 1],
  [
    'VAT breakdown',
    (invoice) =>
      invoice.taxes.every(
        ({ category, rate, basis, vat }) => basis === groupSum(invoice, category, rate) && vat === vatOf(basis, rate),
      ) && total(invoice.taxes.map(({ basis }) => basis)) === invoice.sums.lines,
  ],
  [
    'totals',
    ({ lines, taxes, sums }) =>
      sums.lines === total(lines.map(({ net }) => net)) &&
      sums.basis === sums.lines &&
      sums.vat === total(taxes.map(({ vat }) => vat)) &&
      sums.total === sums.basis + sums.vat &&
      sums.due === sums.total,
  ],
  ['French rates', (invoice) => !is(invoice, 'S') || invoice.taxes.every(({ rate }) => ratesInFrance.has(rate))],
  ['seller’s VAT number', (invoice) => is(invoice, 'E') || invoice.seller.vat !== ''],
  [
    'franchise',
    (invoice) =>
      !is(invoice, 'E') ||
      (invoice.taxes.every(({ rate, vat, code }) => rate === 0 && vat === 0 && code === 'VATEX-FR-FRANCHISE') &&
        note(invoice, 'TXD').includes('TVA non applicable, art. 293 B du CGI') &&
        invoice.seller.fiscal === invoice.seller.siren &&
        invoice.seller.vat === ''),
  ],
  [
    'reverse charge',
    (invoice) =>
      !is(invoice, 'AE') ||
      (invoice.taxes.every(({ rate, vat, code }) => rate === 0 && vat === 0 && code === 'VATEX-EU-AE') &&
        note(invoice, 'TXD').some((text) => text.startsWith('Autoliquidation')) &&
        invoice.seller.country !== 'FR' &&
        invoice.buyer.vat !== ''),
  ],
  // BR-49 and BR-61: an invoice says how it is paid, and to which account where the code means a credit transfer.
  ['payment', ({ type, means, iban }) => (type === '389') === (means !== '') && (iban !== '' || !['30', '58'].includes(means))],
  // The portal's own rule: an account is read where that leaves a trace.
  ['no account', ({ iban }) => iban === ''],
  [
    'corrected invoice',
    ({ type, corrects, issued }) =>
      type === '389' ? corrects.number === '' : corrects.number !== '' && isDate(corrects.issued) && corrects.issued <= issued,
  ],
]

/** Names of the rules that the invoice breaks. */
export const brokenRules = (invoice: ReadInvoice): string[] => rules.filter(([, holds]) => !holds(invoice)).map(([name]) => name)
