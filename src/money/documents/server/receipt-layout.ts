import { dayText } from '#platform/domain/day-text.ts'
import type { Receipt } from '../domain/statements.ts'
import { m } from '../messages/messages.ts'
import {
  businessBlock,
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
import { explainedTable } from './statement-layout.ts'

/** pdfmake definition of the receipt of an individual who has no business. */
export function receiptLayout(receipt: Receipt, wording: Wording): Piece {
  const { number, issueDate, provider, payee, lines, paidOn, statementNumber } = receipt
  const total = euros(lines.reduce((sum, { amountCents }) => sum + amountCents, 0))
  const acknowledgement = m.acknowledges({ name: payee.name, payer: provider.legalName, total })
  return framed(
    {
      heading: m.receipt(),
      subtitle: m.occasionalPay(),
      number,
      reference: m.documentNumber({ number }),
      issueDate,
      footer: m.receiptFooter({ number, name: payee.name }),
    },
    [
      parties([businessBlock(m.paidBy(), provider), payeeBlock(m.beneficiary(), payee)], wording),
      facts(
        [
          [m.receiptDate(), dayText(issueDate)],
          paidOn === null ? [m.payout(), m.bySepaTransfer()] : [m.transferDate(), dayText(paidOn)],
          [m.statementShort(), statementNumber],
        ],
        wording,
      ),
      explainedTable(lines, wording),
      totalsBlock([[m.totalPaid(), total]], wording),
      { text: wording.text(acknowledgement), margin: [0, 0, 0, 10] },
      smallPrint([m.notAnInvoice(), m.declareReceived(), m.payerDeclares()], wording),
      {
        stack: [
          { text: wording.text(m.beneficiarySignature()), bold: true },
          { text: wording.text(m.howToSign()), fontSize: 8.5 },
          { text: ' ', margin: [0, 36, 0, 0] },
        ],
        unbreakable: true,
      },
    ],
    wording,
  )
}
