import { frenchDate } from '#money/invoices/domain/invoice-wording.ts'
import { type Statement, type StatementLine, statementTotals } from '#money/payouts/domain/statements.ts'
import { percentText } from '#platform/domain/money.ts'
import {
  businessBlock,
  dataTable,
  facts,
  framed,
  type Piece,
  parties,
  payeeBlock,
  periodOf,
  sectionTitle,
  signedEuros,
  smallPrint,
  totalsBlock,
  type Wording,
} from './layout-parts.ts'

export const explainedColumns = [
  { title: 'Client', width: 112 },
  { title: 'Détail', width: '*' },
  { title: 'Palier', width: 44 },
  { title: 'Montant HT', width: 66, right: true },
  { title: 'Taux', width: 36, right: true },
  { title: 'Commission', width: 66, right: true },
] as const

const heldColumns = [
  { title: 'Client', width: 150 },
  { title: 'Motif', width: '*' },
  { title: 'Commission', width: 80, right: true },
] as const

const absent = '—'

export function explainedRow({ client, detail, revenueCents, ratePercent, tier, amountCents }: StatementLine): string[] {
  const revenue = revenueCents === null ? absent : signedEuros(revenueCents)
  const rate = ratePercent === null ? absent : `${percentText(ratePercent)}`
  return [client, detail, tier ?? absent, revenue, rate, signedEuros(amountCents)]
}

function totalRows(statement: Statement): [string, string][] {
  const { earnedCents, netCents, vatCents, totalCents, carriesOver } = statementTotals(statement)
  const carriedRows: [string, string][] =
    statement.carriedCents === 0 ? [] : [['Solde des relevés précédents', signedEuros(statement.carriedCents)]]
  if (carriesOver) {
    return [['Commissions de la période', signedEuros(earnedCents)], ...carriedRows, ['Solde reporté', signedEuros(netCents)]]
  }
  const vat: [string, string][] = statement.noVatReason === null ? [['TVA', signedEuros(vatCents)]] : []
  return [
    ['Commissions de la période', signedEuros(earnedCents)],
    ...carriedRows,
    [statement.noVatReason === null ? 'Net HT' : 'Net', signedEuros(netCents)],
    ...vat,
    ['Total à verser', signedEuros(totalCents)],
  ]
}

function notes(statement: Statement): string[] {
  const { noVatReason, invoices, contestUntil, transfer } = statement
  const { carriesOver } = statementTotals(statement)
  return [
    'Chaque commission est le montant HT multiplié par le taux, arrondie au centime ; les totaux additionnent ces montants.',
    ...(noVatReason === null || carriesOver ? [] : [`${noVatReason}.`]),
    ...(carriesOver ? ['Le solde n’est pas positif : aucun versement n’est fait, il est reporté sur le prochain relevé.'] : []),
    ...(transfer && !carriesOver
      ? [`Virement prévu le ${frenchDate(transfer.on)} sur le compte se terminant par ${transfer.accountEnd}.`]
      : []),
    ...(invoices.length > 0 ? [`Factures et avoirs de ce relevé : ${invoices.join(', ')}.`] : []),
    ...(contestUntil ? [`Vous pouvez contester ce relevé depuis le portail jusqu’au ${frenchDate(contestUntil)}.`] : []),
  ]
}

function heldBack({ held }: Statement, wording: Wording): Piece[] {
  if (held.length === 0) return []
  const rows = held.map(({ client, reason, amountCents }) => [client, reason, signedEuros(amountCents)])
  const title = 'Commissions retenues, reprises dans un prochain relevé'
  return [sectionTitle(title, wording), dataTable(heldColumns, rows, wording)]
}

/** pdfmake definition of a statement of commissions. */
export function statementLayout(statement: Statement, wording: Wording): Piece {
  const { number, issueDate, period, provider, payee, lines } = statement
  const none: Piece = { text: wording.text('Aucune commission sur cette période.'), margin: [0, 0, 0, 12] }
  return framed(
    {
      heading: 'Relevé de commissions',
      subtitle: `Période ${periodOf(period)}`,
      number,
      reference: `n° ${number}`,
      issueDate,
      footer: `Relevé de commissions ${number} – ${payee.name}`,
    },
    [
      parties([businessBlock('Émis par', provider), payeeBlock('Bénéficiaire', payee)], wording),
      facts(
        [
          ['Date d’émission', frenchDate(issueDate)],
          ['Période', periodOf(period)],
          ['Commissions', String(lines.length)],
        ],
        wording,
      ),
      lines.length === 0 ? none : dataTable(explainedColumns, lines.map(explainedRow), wording),
      ...heldBack(statement, wording),
      totalsBlock(totalRows(statement), wording),
      smallPrint(notes(statement), wording),
    ],
    wording,
  )
}
