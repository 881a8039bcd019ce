import { frenchDate } from '#money/invoices/domain/invoice-wording.ts'
import { type Certificate, certificateTotals } from '#money/payouts/domain/statements.ts'
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
  { title: 'Date de paiement', width: 90 },
  { title: 'Référence', width: '*' },
  { title: 'Montant HT', width: 84, right: true },
  { title: 'TVA', width: 76, right: true },
  { title: 'Montant versé', width: 84, right: true },
] as const

function notes({ year, declared, individual, provider }: Certificate): string[] {
  const declaration = declared
    ? `Ces sommes figurent parmi les commissions que ${provider.legalName} déclare pour ${year} (DAS2, art. 240 du CGI).`
    : `Ces sommes ne dépassent pas le seuil de déclaration de ${year} (DAS2, art. 240 du CGI).`
  const tax = 'Elles sont à déclarer par le bénéficiaire à l’impôt sur le revenu.'
  return [declaration, ...(individual ? [tax] : []), 'Montants effectivement payés dans l’année civile, en euros.']
}

/** pdfmake definition of the certificate of the sums paid in a year. */
export function certificateLayout(certificate: Certificate, wording: Wording): Piece {
  const { year, issueDate, provider, payee, payments } = certificate
  const { netCents, vatCents, totalCents } = certificateTotals(certificate)
  const rows = payments.map(({ paidOn, reference, netCents: net, vatCents: vat }) => [
    frenchDate(paidOn),
    reference,
    euros(net),
    euros(vat),
    euros(net + vat),
  ])
  const statement = `${provider.legalName} atteste avoir versé à ${payee.name}, pour l’année ${year}, les commissions suivantes.`
  return framed(
    {
      heading: 'Attestation annuelle',
      subtitle: 'Commissions versées',
      number: String(year),
      reference: `Année ${year}`,
      issueDate,
      footer: `Attestation annuelle ${year} – ${payee.name}`,
    },
    [
      parties([businessBlock('Émise par', provider), payeeBlock('Bénéficiaire', payee)], wording),
      facts(
        [
          ['Année', String(year)],
          ['Date d’émission', frenchDate(issueDate)],
          ['Paiements', String(payments.length)],
        ],
        wording,
      ),
      { text: wording.text(statement), margin: [0, 0, 0, 10] },
      dataTable(columns, rows, wording),
      totalsBlock(
        [
          ['Total HT', euros(netCents)],
          ['TVA', euros(vatCents)],
          ['Total versé', euros(totalCents)],
        ],
        wording,
      ),
      smallPrint(notes(certificate), wording),
    ],
    wording,
  )
}
