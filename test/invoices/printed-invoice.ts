import compile from 'icu-minify/compile'
import { formatMessage } from '#platform/messages/format.ts'
import type { ReadInvoice } from './read-invoice.ts'

const said = (text: string, values: Record<string, string>) => formatMessage(compile(text), 'fr', values)

const squeezed = (text: string) => text.normalize('NFC').replace(/[\s\u200b]/g, '')

/** 264008 -> '2640,08€', digits without groups. */
const amount = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}€`
const day = (yyyymmdd: string) => `${yyyymmdd.slice(6)}/${yyyymmdd.slice(4, 6)}/${yyyymmdd.slice(0, 4)}`

/** Words that each VAT category asks for. */
const words: Readonly<Record<string, readonly string[]>> = {
  S: ['TVA', 'Total TTC'],
  E: ['TVA non applicable, art. 293 B du CGI'],
  AE: ['Autoliquidation'],
}

function expectedWords({ type, corrects, taxes, due, ...invoice }: ReadInvoice): (string | number)[] {
  const { seller, buyer, sums, lines, notes, mandate, number, issued, delivered } = invoice
  const parties = [seller, buyer].flatMap(({ name, siren, siret, vat, city }) => [name, siren, siret, vat, city])
  return [
    type === '389' ? 'Facture' : 'Avoir',
    'Autofacturation',
    'Catégorie de l’opération : prestation de services',
    'Indemnité forfaitaire pour frais de recouvrement',
    'Pénalités de retard',
    'scompte',
    said('Facture émise par {buyer} au nom et pour le compte de {seller} (mandat n° ', {
      buyer: buyer.name,
      seller: seller.name,
    }) + mandate,
    number,
    mandate,
    day(issued),
    day(delivered),
    ...parties,
    ...(type === '389' ? [day(due), 'Virement'] : [corrects.number, day(corrects.issued)]),
    ...lines.flatMap(({ name, net }) => [name, net]),
    sums.lines,
    sums.total,
    ...taxes.flatMap(({ category, rate, vat }) => [
      ...(words[category] ?? ['an unknown category']),
      ...(rate > 0 ? [vat, `${String(rate).replace('.', ',')} %`] : []),
    ]),
    ...notes.filter(({ code }) => code !== 'BAR').map(({ text }) => text),
  ].filter((value) => value !== '')
}

/**
 * What the XML says and the pages do not, given their text: the two halves of a Factur-X file have to say the same. Reads the
 * file alone.
 */
export function missingOnPaper(invoice: ReadInvoice, text: string): string[] {
  const printed = squeezed(text)
  return expectedWords(invoice)
    .map((value) => (typeof value === 'number' ? amount(value) : value))
    .filter((value) => !printed.includes(squeezed(value)))
}
