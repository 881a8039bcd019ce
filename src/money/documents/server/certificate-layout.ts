import { dayText } from '#platform/domain/day-text.ts'
import { type Certificate, certificateTotals } from '../domain/statements.ts'
import { m } from '../messages/messages.ts'
import {
  businessBlock,
  dataTable,
  euros,
  facts,
  framed,
  type Piece,
  parties,
  payeeBlock,
  smallPrint,
  totalsBlock,
  type Wording,
} from './layout-parts.ts'

const columns = [
  { title: m.paymentDate, width: 90 },
  { title: m.reference, width: '*' },
  { title: m.amountNet, width: 84, right: true },
  { title: m.vat, width: 76, right: true },
  { title: m.amountPaid, width: 84, right: true },
] as const

function notes({ year, declared, individual, provider }: Certificate): string[] {
  const declaration = declared ? m.declaredSums({ legalName: provider.legalName, year }) : m.undeclaredSums({ year })
  const tax = m.incomeTax()
  return [declaration, ...(individual ? [tax] : []), m.sumsPaidInYear()]
}

/** pdfmake definition of the certificate of the sums paid in a year. */
export function certificateLayout(certificate: Certificate, wording: Wording): Piece {
  const { year, issueDate, provider, payee, payments } = certificate
  const { netCents, vatCents, totalCents } = certificateTotals(certificate)
  const rows = payments.map(({ paidOn, reference, netCents: net, vatCents: vat }) => [
    dayText(paidOn),
    reference,
    euros(net),
    euros(vat),
    euros(net + vat),
  ])
  const statement = m.certifies({ legalName: provider.legalName, name: payee.name, year })
  return framed(
    {
      heading: m.certificate(),
      subtitle: m.commissionsPaid(),
      number: String(year),
      reference: m.yearNumber({ year }),
      issueDate,
      footer: m.certificateFooter({ year, name: payee.name }),
    },
    [
      parties([businessBlock(m.certificateIssuedBy(), provider), payeeBlock(m.beneficiary(), payee)], wording),
      facts(
        [
          [m.year(), String(year)],
          [m.issueDate(), dayText(issueDate)],
          [m.payments(), String(payments.length)],
        ],
        wording,
      ),
      { text: wording.text(statement), margin: [0, 0, 0, 10] },
      dataTable(columns, rows, wording),
      totalsBlock(
        [
          [m.totalNet(), euros(netCents)],
          [m.vat(), euros(vatCents)],
          [m.totalPaid(), euros(totalCents)],
        ],
        wording,
      ),
      smallPrint(notes(certificate), wording),
    ],
    wording,
  )
}
