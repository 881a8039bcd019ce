import type { Invoice } from '#money/invoices/domain/invoice.ts'
import {
  agreedAccount,
  drawnUpFor,
  exemptionOf,
  frenchDate,
  invoiceNotes,
  selfBillingMention,
} from '#money/invoices/domain/invoice-wording.ts'
import { type InvoiceTotals, invoiceTotals } from '#money/invoices/domain/vat.ts'
import { percentText } from '#platform/domain/money.ts'
import {
  businessBlock,
  dataTable,
  euros,
  facts,
  framed,
  type Piece,
  parties,
  periodOf,
  smallPrint,
  totalsBlock,
  type Wording,
} from './layout-parts.ts'

const columns = [
  { title: 'N°', width: 18 },
  { title: 'Désignation', width: '*' },
  { title: 'Qté', width: 24, right: true },
  { title: 'Prix unitaire HT', width: 76, right: true },
  { title: 'TVA', width: 36, right: true },
  { title: 'Total HT', width: 70, right: true },
] as const

const percent = (rate: number) => `${percentText(rate)}`

function totalRows({ type, vatCase }: Invoice, { netCents, subtotals, totalCents }: InvoiceTotals): [string, string][] {
  const due = type === '389' ? 'Net à payer' : 'Montant de l’avoir'
  const taxes = subtotals.map(({ rate, netCents: basis, vatCents }): [string, string] => [
    `TVA ${percent(rate)} sur ${euros(basis)}`,
    euros(vatCents),
  ])
  const withVat: [string, string][] = [...taxes, ['Total TTC', euros(totalCents)]]
  return [['Total HT', euros(netCents)], ...(vatCase === 'standard' ? withVat : []), [`${due} (EUR)`, euros(totalCents)]]
}

function payment({ type, dueDate, number, corrects }: Invoice): string[] {
  if (type === '261') {
    return [`Cet avoir vient en déduction des sommes dues au fournisseur au titre de la facture ${corrects?.number ?? ''}.`]
  }
  return [`Règlement au plus tard le ${frenchDate(dueDate)}, référence ${number}. ${agreedAccount}.`]
}

/** Dates of the strip below the parties; a credit note names its invoice instead of a due date. */
function dates({ type, issueDate, dueDate, service, corrects, mandate }: Invoice): [string, string][] {
  const third: [string, string] =
    type === '261' && corrects
      ? ['Facture d’origine', `${corrects.number} du ${frenchDate(corrects.issueDate)}`]
      : ['Date d’échéance', frenchDate(dueDate)]
  return [
    ['Date d’émission', frenchDate(issueDate)],
    ['Prestation de services', periodOf(service)],
    third,
    ['Mandat de facturation', `${mandate.reference} du ${frenchDate(mandate.signedOn)}`],
  ]
}

/** pdfmake definition of a self-billed invoice or credit note. */
export function invoiceLayout(invoice: Invoice, wording: Wording): Piece {
  const { seller, buyer, lines, vatCase } = invoice
  const heading = invoice.type === '389' ? 'Facture' : 'Avoir'
  const foreign = seller.foreignNumber === null ? [] : [`N° d’entreprise ${seller.foreignNumber}`]
  const exemption = exemptionOf(invoice)
  const rate = (vatRate: number) => (vatCase === 'standard' ? percent(vatRate) : '—')
  const rows = lines.map(({ description, netCents, vatRate }, index) => [
    String(index + 1),
    description,
    '1',
    euros(netCents),
    rate(vatRate),
    euros(netCents),
  ])
  // The exemption stands beside the totals; the kind of flow is for platforms.
  const notes = invoiceNotes(invoice).filter(({ code, text }) => code !== 'BAR' && code !== 'TXD' && text !== selfBillingMention)
  const mandateSentence = drawnUpFor(invoice)
  const exempt: Piece[] = exemption
    ? [{ text: wording.text(exemption.text), bold: true, alignment: 'right', margin: [0, -6, 0, 14] }]
    : []
  return framed(
    {
      heading,
      subtitle: selfBillingMention,
      number: invoice.number,
      reference: `n° ${invoice.number}`,
      issueDate: invoice.issueDate,
      footer: `${heading} ${invoice.number} – ${seller.legalName} – Autofacturation. Ce PDF contient le fichier factur-x.xml.`,
    },
    [
      parties([businessBlock('Fournisseur', seller, foreign), businessBlock('Client', buyer)], wording),
      facts(dates(invoice), wording),
      dataTable(columns, rows, wording),
      totalsBlock(totalRows(invoice, invoiceTotals(lines)), wording),
      ...exempt,
      { text: wording.text(`${mandateSentence}.`), margin: [0, 0, 0, 8] },
      { stack: payment(invoice).map((line) => ({ text: wording.text(line) })), margin: [0, 0, 0, 10], unbreakable: true },
      smallPrint(
        notes.map(({ text }) => text).filter((text) => text !== mandateSentence),
        wording,
      ),
    ],
    wording,
  )
}
