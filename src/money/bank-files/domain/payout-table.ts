import { type CsvRow, csvEuros } from '#platform/domain/csv.ts'
import { m } from '../messages/messages.ts'
import { bankText, maxBankName, maxRemittance } from './bank-text.ts'
import type { PayoutBatch } from './payout-batch.ts'

const headings = (): string[] => [
  m.reference(),
  m.payee(),
  'IBAN',
  'BIC',
  m.amountEur(),
  m.remittance(),
  m.executionDay(),
  m.statementShort(),
]

/** The batch as a table for staff who type transfers into their bank's pages: texts as the bank takes them, amounts '2640,00'. */
export function payoutTable({ lines, executeOn }: PayoutBatch): CsvRow[] {
  const rows = lines.map(({ endToEndId, holder, iban, bic, cents, remittance, statement }) => [
    endToEndId,
    bankText(holder, maxBankName),
    iban,
    bic ?? '',
    csvEuros(cents),
    bankText(remittance, maxRemittance),
    executeOn,
    statement,
  ])
  return [headings(), ...rows]
}
