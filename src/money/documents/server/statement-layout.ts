import { noVatText } from '#money/billing/domain/billing.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { percentText } from '#platform/domain/money.ts'
import { holdText } from '../domain/holds.ts'
import { lineDetail } from '../domain/line-detail.ts'
import { type Statement, type StatementLine, statementTotals, tierOf } from '../domain/statements.ts'
import { m } from '../messages/messages.ts'
import {
  businessBlock,
  dataTable,
  facts,
  framed,
  type Piece,
  parties,
  payeeBlock,
  periodText,
  sectionTitle,
  signedEuros,
  smallPrint,
  totalsBlock,
  type Wording,
} from './layout-parts.ts'

const absent = '—'
const revenueOf = ({ revenueCents }: StatementLine) => (revenueCents === null ? absent : signedEuros(revenueCents))
const rateOf = ({ ratePercent }: StatementLine) => (ratePercent === null ? absent : percentText(ratePercent))

/** The columns of lines with what they say of one; those of tier, amount and rate only where a line has such. */
const explainedColumns = [
  { title: m.client, width: 112, cell: ({ client }: StatementLine) => client },
  { title: m.detail, width: '*', cell: lineDetail },
  { title: m.tier, width: 44, cell: (line: StatementLine) => tierOf(line) ?? absent, isOptional: true },
  { title: m.amountNet, width: 66, right: true, cell: revenueOf, isOptional: true },
  { title: m.rate, width: 36, right: true, cell: rateOf, isOptional: true },
  { title: m.commission, width: 66, right: true, cell: ({ amountCents }: StatementLine) => signedEuros(amountCents) },
] as const

/** Lines with what made each of them. */
export function explainedTable(lines: readonly StatementLine[], wording: Wording): Piece {
  const columns = explainedColumns.filter(
    (column) => !('isOptional' in column) || lines.some((line) => column.cell(line) !== absent),
  )
  return dataTable(
    columns,
    lines.map((line) => columns.map(({ cell }) => cell(line))),
    wording,
  )
}

const heldColumns = [
  { title: m.client, width: 150 },
  { title: m.reason, width: '*' },
  { title: m.commission, width: 80, right: true },
] as const

/** How commissions are worked out, as far as that is by a rate; what makes the others, their lines say. */
function howCalculated(lines: readonly StatementLine[]): string[] {
  const rated = lines.filter(({ ratePercent }) => ratePercent !== null)
  if (rated.length === lines.length) return [m.howCalculated()]
  return rated.length === 0 ? [] : [m.howRatedCalculated()]
}

function totalRows(statement: Statement): [string, string][] {
  const { earnedCents, netCents, vatCents, totalCents, carriesOver } = statementTotals(statement)
  const carriedRows: [string, string][] =
    statement.carriedCents === 0 ? [] : [[m.earlierBalance(), signedEuros(statement.carriedCents)]]
  if (carriesOver) {
    return [[m.commissionsOfPeriod(), signedEuros(earnedCents)], ...carriedRows, [m.carriedOver(), signedEuros(netCents)]]
  }
  const vat: [string, string][] = statement.noVatReason === null ? [[m.vat(), signedEuros(vatCents)]] : []
  return [
    [m.commissionsOfPeriod(), signedEuros(earnedCents)],
    ...carriedRows,
    [statement.noVatReason === null ? m.netWithoutVat() : m.net(), signedEuros(netCents)],
    ...vat,
    [m.totalToPay(), signedEuros(totalCents)],
  ]
}

function notes(statement: Statement): string[] {
  const { noVatReason, invoices, contestUntil, transfer } = statement
  const { carriesOver } = statementTotals(statement)
  return [
    ...howCalculated(statement.lines),
    ...(noVatReason === null || carriesOver ? [] : [`${noVatText(noVatReason)}.`]),
    ...(carriesOver ? [m.carriesOver()] : []),
    ...(transfer && !carriesOver ? [m.transferPlanned({ on: dayText(transfer.on), accountEnd: transfer.accountEnd })] : []),
    ...(invoices.length > 0 ? [m.invoicesOfStatement({ numbers: invoices.join(', ') })] : []),
    ...(contestUntil ? [m.contestUntil({ contestUntil: dayText(contestUntil) })] : []),
  ]
}

function heldBack({ held }: Statement, wording: Wording): Piece[] {
  if (held.length === 0) return []
  const rows = held.map((line) => [line.client, holdText(line), signedEuros(line.amountCents)])
  const title = m.heldCommissions()
  return [sectionTitle(title, wording), dataTable(heldColumns, rows, wording)]
}

/** pdfmake definition of a statement of commissions. */
export function statementLayout(statement: Statement, wording: Wording): Piece {
  const { number, issueDate, period, provider, payee, lines } = statement
  const none: Piece = { text: wording.text(m.noCommissions()), margin: [0, 0, 0, 12] }
  return framed(
    {
      heading: m.statement(),
      subtitle: m.periodLine({ period: periodText(period) }),
      number,
      reference: m.documentNumber({ number }),
      issueDate,
      footer: m.statementFooter({ number, name: payee.name }),
    },
    [
      parties([businessBlock(m.statementIssuedBy(), provider), payeeBlock(m.beneficiary(), payee)], wording),
      facts(
        [
          [m.issueDate(), dayText(issueDate)],
          [m.period(), periodText(period)],
          [m.commissions(), String(lines.length)],
        ],
        wording,
      ),
      lines.length === 0 ? none : explainedTable(lines, wording),
      ...heldBack(statement, wording),
      totalsBlock(totalRows(statement), wording),
      smallPrint(notes(statement), wording),
    ],
    wording,
  )
}
