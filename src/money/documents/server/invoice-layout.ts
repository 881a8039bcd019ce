import { type InvoiceTotals, invoiceTotals } from '#money/billing/domain/vat.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { percentText } from '#platform/domain/money.ts'
import type { Invoice } from '../domain/invoice.ts'
import { agreedAccount, drawnUpFor, exemptionOf, invoiceNotes, lineText, selfBillingMention } from '../domain/invoice-wording.ts'
import { m } from '../messages/messages.ts'
import {
  businessBlock,
  dataTable,
  euros,
  facts,
  framed,
  type Piece,
  parties,
  periodText,
  smallPrint,
  totalsBlock,
  type Wording,
} from './layout-parts.ts'

const columns = [
  { title: m.lineNumber, width: 18 },
  { title: m.description, width: '*' },
  { title: m.quantity, width: 24, right: true },
  { title: m.unitPriceNet, width: 76, right: true },
  { title: m.vat, width: 36, right: true },
  { title: m.totalNet, width: 70, right: true },
] as const

function totalRows({ type, vatCase }: Invoice, { netCents, subtotals, totalCents }: InvoiceTotals): [string, string][] {
  const due = type === '389' ? m.amountDue() : m.amountCredited()
  const taxes = subtotals.map(({ rate, netCents: basis, vatCents }): [string, string] => [
    m.vatOn({ rate: percentText(rate), basis: euros(basis) }),
    euros(vatCents),
  ])
  const withVat: [string, string][] = [...taxes, [m.totalGross(), euros(totalCents)]]
  return [[m.totalNet(), euros(netCents)], ...(vatCase === 'standard' ? withVat : []), [due, euros(totalCents)]]
}

function payment({ type, dueDate, number, corrects }: Invoice): string[] {
  if (type === '261') return [m.creditDeducted({ number: corrects?.number ?? '' })]
  return [`${m.payBy({ on: dayText(dueDate), number })} ${agreedAccount()}.`]
}

/** Dates of the strip below the parties; a credit note names its invoice instead of a due date. */
function dates({ type, issueDate, dueDate, service, corrects, mandate }: Invoice): [string, string][] {
  const third: [string, string] =
    type === '261' && corrects
      ? [m.originalInvoice(), m.numberOfDay({ number: corrects.number, day: dayText(corrects.issueDate) })]
      : [m.dueDate(), dayText(dueDate)]
  return [
    [m.issueDate(), dayText(issueDate)],
    [m.services(), periodText(service)],
    third,
    [m.mandate(), m.numberOfDay({ number: mandate.reference, day: dayText(mandate.signedOn) })],
  ]
}

/** pdfmake definition of a self-billed invoice or credit note. */
export function invoiceLayout(invoice: Invoice, wording: Wording): Piece {
  const { seller, buyer, lines, vatCase } = invoice
  const isInvoice = invoice.type === '389'
  const { number } = invoice
  const foreign = seller.foreignNumber === null ? [] : [m.companyNumber({ number: seller.foreignNumber })]
  const exemption = exemptionOf(invoice)
  const rate = (vatRate: number) => (vatCase === 'standard' ? percentText(vatRate) : '—')
  const rows = lines.map((line, index) => {
    const net = euros(line.netCents)
    return [String(index + 1), lineText(line), '1', net, rate(line.vatRate), net]
  })
  // The exemption stands beside the totals; the kind of flow is for platforms.
  const mandateSentence = drawnUpFor(invoice)
  const shownElsewhere = [mandateSentence, selfBillingMention()]
  const notes = invoiceNotes(invoice).filter(
    ({ code, text }) => code !== 'BAR' && code !== 'TXD' && !shownElsewhere.includes(text),
  )
  const exempt: Piece[] = exemption
    ? [{ text: wording.text(exemption.text), bold: true, alignment: 'right', margin: [0, -6, 0, 14] }]
    : []
  return framed(
    {
      heading: isInvoice ? m.invoice() : m.creditNote(),
      subtitle: selfBillingMention(),
      number,
      reference: m.documentNumber({ number }),
      issueDate: invoice.issueDate,
      footer: (isInvoice ? m.invoiceFooter : m.creditNoteFooter)({ number, name: seller.legalName }),
    },
    [
      parties([businessBlock(m.supplier(), seller, foreign), businessBlock(m.client(), buyer)], wording),
      facts(dates(invoice), wording),
      dataTable(columns, rows, wording),
      totalsBlock(totalRows(invoice, invoiceTotals(lines)), wording),
      ...exempt,
      { text: wording.text(`${mandateSentence}.`), margin: [0, 0, 0, 8] },
      { stack: payment(invoice).map((line) => ({ text: wording.text(line) })), margin: [0, 0, 0, 10], unbreakable: true },
      smallPrint(
        notes.map(({ text }) => text),
        wording,
      ),
    ],
    wording,
  )
}
