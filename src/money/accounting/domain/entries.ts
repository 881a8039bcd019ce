import { type CsvRow, csvEuros } from '#platform/domain/csv.ts'
import type { Cents } from '#platform/domain/money.ts'

/**
 * What happened to money, as an accountant books it. Self-billed invoices and credit notes are pieces of their own, those that
 * cancel a payout too; `issued` and `cancelled` are payouts without any. `accrued`: a payout whose partner sends an invoice, owed
 * without VAT until the invoice is `accepted` (CGI art. 271 II: VAT is deducted with the invoice in hand); `reopened` takes an
 * acceptance back, `accrualCancelled` the rest. `byHand` and `paidByHand`: a commission that was marked as paid without a
 * payout, booked and paid on one day.
 */
export const pieceKinds = [
  ...(['invoiced', 'credited', 'issued', 'accrued', 'accepted', 'reopened', 'accrualCancelled', 'cancelled'] as const),
  ...(['byHand', 'paidByHand', 'paid', 'returned'] as const),
] as const
export type PieceKind = (typeof pieceKinds)[number]

export interface Piece {
  /** '2026-000001', of its one entry: without a gap through the year once its month is closed. */
  readonly number: string
  /** The document, payout or commission; the event for what a payout may have several of. */
  readonly id: string
  readonly kind: PieceKind
  /** '2026-03-05' in the provider's calendar. */
  readonly day: string
  /** The supporting document: number of the invoice or credit note, reference of the payout, or text of the commission. */
  readonly reference: string
  /** The date on that document. */
  readonly dated: string
  /** Reference of the payout; empty for a commission without one. */
  readonly payout: string
  /** Reference in the bank's statement; empty where there is none. */
  readonly bankReference: string
  readonly partner: { readonly id: string; readonly name: string }
  /** The partner's account beside that of all suppliers. */
  readonly supplierCode: string
  /** Commissions, positive. */
  readonly earnedCents: Cents
  /** The part of them that clawbacks took back, positive. */
  readonly takenBackCents: Cents
  /** Negative if it is taken back. */
  readonly vatCents: Cents
  readonly accounts: Accounts
  /** Day on which its month was closed; null while it is open. */
  readonly closedOn: string | null
}

/** Account numbers, as the provider's accountant has them. */
export interface Accounts {
  readonly commissions: string
  readonly vat: string
  readonly suppliers: string
  /** The account for debts whose invoice the partner has not sent yet. */
  readonly accrued: string
  readonly bank: string
}

/** A line of the journal: debit or credit is 0. */
export interface Entry {
  readonly journal: 'AC' | 'BQ'
  readonly day: string
  readonly account: keyof Accounts
  readonly label: string
  readonly debitCents: Cents
  readonly creditCents: Cents
}

type Amounts = readonly (readonly [account: keyof Accounts, debit: Cents])[]

/** The code of a partner to whom staff gave none: the random part of the id. */
export const auxiliaryOf = (partnerId: string): string => `P${partnerId.replaceAll('-', '').slice(-12).toUpperCase()}`

const purchase = ({ earnedCents, takenBackCents, vatCents }: Piece): Amounts => [
  ['commissions', earnedCents],
  ['commissions', -takenBackCents],
  ['vat', vatCents],
  ['suppliers', takenBackCents - earnedCents - vatCents],
]

/** The accrual while there is no invoice; it has no VAT yet. */
const accrual = ({ earnedCents, takenBackCents }: Piece): Amounts => [
  ['commissions', earnedCents],
  ['commissions', -takenBackCents],
  ['accrued', takenBackCents - earnedCents],
]

/** The accepted invoice replaces the accrual. */
const acceptance = ({ earnedCents, takenBackCents, vatCents }: Piece): Amounts => [
  ['accrued', earnedCents - takenBackCents],
  ['vat', vatCents],
  ['suppliers', takenBackCents - earnedCents - vatCents],
]

function transfer({ earnedCents, takenBackCents, vatCents }: Piece): Amounts {
  const total = earnedCents - takenBackCents + vatCents
  return [
    ['suppliers', total],
    ['bank', -total],
  ]
}

const reversed = (amounts: Amounts): Amounts => amounts.map(([account, debit]) => [account, -debit])

/** The lines of a piece: what is debited is credited. */
export function entriesOf(piece: Piece): Entry[] {
  const { kind, day, reference, payout, bankReference, partner } = piece
  const bank = bankReference ? ` (${bankReference})` : ''
  const name = payout === '' || payout === reference ? reference : `${reference} ${payout}`
  const book = (journal: 'AC' | 'BQ', label: string, amounts: Amounts): Entry[] =>
    amounts
      .filter(([, debit]) => debit !== 0)
      .map(([account, debit]) => ({
        journal,
        day,
        account,
        label: `${label} ${name}${journal === 'BQ' ? bank : ''} ${partner.name}`,
        debitCents: Math.max(debit, 0),
        creditCents: Math.max(-debit, 0),
      }))
  switch (kind) {
    case 'invoiced':
      return book('AC', 'Facture', purchase(piece))
    case 'credited':
      return book('AC', 'Avoir', purchase(piece))
    case 'issued':
      return book('AC', 'Relevé', purchase(piece))
    case 'accrued':
      return book('AC', 'Facture à recevoir', accrual(piece))
    case 'accepted':
      return book('AC', 'Facture', acceptance(piece))
    case 'reopened':
      return book('AC', 'Facture reprise', reversed(acceptance(piece)))
    case 'accrualCancelled':
      return book('AC', 'Annulation du relevé', reversed(accrual(piece)))
    case 'cancelled':
      return book('AC', 'Annulation du relevé', reversed(purchase(piece)))
    case 'paid':
      return book('BQ', 'Virement', transfer(piece))
    case 'returned':
      return book('BQ', 'Virement retourné', reversed(transfer(piece)))
    case 'byHand':
      return book('AC', 'Commission', purchase(piece))
    case 'paidByHand':
      return book('BQ', 'Virement', transfer(piece))
  }
}

const journalLabels = { AC: 'Achats', BQ: 'Banque' } as const
const accountLabels: Readonly<Record<keyof Accounts, string>> = {
  commissions: 'Commissions et courtages sur ventes',
  vat: 'TVA déductible',
  suppliers: 'Fournisseurs',
  accrued: 'Fournisseurs, factures non parvenues',
  bank: 'Banque',
}

/**
 * Columns in the order and with the names of the FEC (LPF art. A47 A-1, VII), then the ids of the portal. Matching entries
 * and other currencies are the accountant's: those four are empty. What is validated is what a closed month holds.
 */
export const journalHeadings = [
  ...([
    'JournalCode',
    'JournalLib',
    'EcritureNum',
    'EcritureDate',
    'CompteNum',
    'CompteLib',
    'CompAuxNum',
    'CompAuxLib',
  ] as const),
  ...(['PieceRef', 'PieceDate', 'EcritureLib', 'Debit', 'Credit'] as const),
  ...(['EcritureLet', 'DateLet', 'ValidDate', 'Montantdevise', 'Idevise'] as const),
  ...(['PartnerId', 'PieceId'] as const),
] as const

/** The rows of a piece. Days without separators, as in the FEC; amounts with a comma and two decimals. */
export function journalRows(piece: Piece): CsvRow[] {
  const day = (iso: string) => iso.replaceAll('-', '')
  return entriesOf(piece).map((entry) => {
    const isSupplier = entry.account === 'suppliers'
    return [
      entry.journal,
      journalLabels[entry.journal],
      piece.number,
      day(entry.day),
      piece.accounts[entry.account],
      accountLabels[entry.account],
      ...(isSupplier ? [piece.supplierCode, piece.partner.name] : ['', '']),
      piece.reference,
      day(piece.dated),
      entry.label,
      csvEuros(entry.debitCents),
      csvEuros(entry.creditCents),
      '',
      '',
      piece.closedOn === null ? '' : day(piece.closedOn),
      '',
      '',
      piece.partner.id,
      piece.id,
    ]
  })
}
