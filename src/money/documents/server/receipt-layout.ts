import { frenchDate } from '#money/invoices/domain/invoice-wording.ts'
import type { Receipt } from '#money/payouts/domain/statements.ts'
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
import { explainedColumns, explainedRow } from './statement-layout.ts'

/** pdfmake definition of the receipt of an individual who has no business. */
export function receiptLayout(receipt: Receipt, wording: Wording): Piece {
  const { number, issueDate, provider, payee, lines, paidOn, statementNumber } = receipt
  const total = euros(lines.reduce((sum, { amountCents }) => sum + amountCents, 0))
  const acknowledgement =
    `${payee.name} reconnaît que ${provider.legalName} lui verse la somme de ${total}, à titre de rémunération ` +
    'occasionnelle pour les mises en relation ci-dessus.'
  return framed(
    {
      heading: 'Reçu de commission',
      subtitle: 'Rémunération occasionnelle',
      number,
      reference: `n° ${number}`,
      issueDate,
      footer: `Reçu de commission ${number} – ${payee.name}`,
    },
    [
      parties([businessBlock('Versé par', provider), payeeBlock('Bénéficiaire', payee)], wording),
      facts(
        [
          ['Date du reçu', frenchDate(issueDate)],
          paidOn === null ? ['Versement', 'par virement SEPA'] : ['Date du versement', frenchDate(paidOn)],
          ['Relevé', statementNumber],
        ],
        wording,
      ),
      dataTable(explainedColumns, lines.map(explainedRow), wording),
      totalsBlock([['Total versé', total]], wording),
      { text: wording.text(acknowledgement), margin: [0, 0, 0, 10] },
      smallPrint(
        [
          'Ce reçu n’est pas une facture : le bénéficiaire déclare agir à titre occasionnel, sans statut professionnel, et ' +
            'n’être pas assujetti à la TVA.',
          'Les sommes perçues sont à déclarer par le bénéficiaire à l’administration fiscale.',
          'Le payeur déclare les commissions versées dans l’année lorsqu’elles dépassent le seuil légal (art. 240 du CGI).',
        ],
        wording,
      ),
      {
        stack: [
          { text: wording.text('Signature du bénéficiaire'), bold: true },
          { text: wording.text('Signé électroniquement dans le portail, ou à la main :'), fontSize: 8.5 },
          { text: ' ', margin: [0, 36, 0, 0] },
        ],
        unbreakable: true,
      },
    ],
    wording,
  )
}
