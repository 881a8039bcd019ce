import type { CsvRow } from '../csv.ts'
import { csvEuros } from '../csv.ts'
import type { Cents } from '../money.ts'

/**
 * What happened to money, as an accountant books it. Self-billed invoices and credit notes are pieces of their own, those that
 * cancel a payout too; `issued` and `cancelled` are payouts without any. `byHand`: a commission that was marked as paid without
 * a payout, booked and paid on one day.
 */
export const pieceKinds = ['invoiced', 'credited', 'issued', 'cancelled', 'byHand', 'paid', 'returned'] as const
export type PieceKind = (typeof pieceKinds)[number]

export interface Piece {
  /** Of the document, payout or commission; of the event for payments and returns, of which a payout may have several. */
  readonly id: string
  readonly kind: PieceKind
  /** '2026-03-05' in the provider's calendar. */
  readonly day: string
  /**
   * What proves it: number of the invoice, credit note or receipt, or of the partner's own accepted invoice; otherwise, and for
   * transfers, the reference of the payout; or what the commission is for.
   */
  readonly reference: string
  /** The date on it. */
  readonly dated: string
  /** Reference of the payout; empty for a commission without one. */
  readonly payout: string
  /** Reference in the bank's statement; empty where there is none. */
  readonly bankReference: string
  readonly partner: { readonly id: string; readonly name: string }
  /** Commissions, positive. */
  readonly earnedCents: Cents
  /** What clawbacks took back of them, positive. */
  readonly takenBackCents: Cents
  /** Negative where it is taken back. */
  readonly vatCents: Cents
}

/** Account numbers, as the provider's accountant has them. */
export interface Accounts {
  readonly commissions: string
  readonly vat: string
  readonly suppliers: string
  readonly bank: string
}

/** A line of the journal: debit or credit is 0. */
export interface Entry {
  readonly journal: 'AC' | 'BQ'
  readonly number: string
  readonly day: string
  readonly account: keyof Accounts
  readonly label: string
  readonly debitCents: Cents
  readonly creditCents: Cents
}

type Amounts = readonly (readonly [account: keyof Accounts, debit: Cents])[]

/** The code of a partner's account beside that of all suppliers: the random part of the id. */
export const auxiliaryOf = (partnerId: string): string => `P${partnerId.replaceAll('-', '').slice(-12).toUpperCase()}`

const purchase = ({ earnedCents, takenBackCents, vatCents }: Piece): Amounts => [
  ['commissions', earnedCents],
  ['commissions', -takenBackCents],
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

/** The entries of a piece: in each journal, what is debited is credited. */
export function entriesOf(piece: Piece): Entry[] {
  const { kind, day, reference, payout, bankReference, partner, id } = piece
  const bank = bankReference ? ` (${bankReference})` : ''
  const name = payout === '' || payout === reference ? reference : `${reference} ${payout}`
  const book = (journal: 'AC' | 'BQ', mark: string, label: string, amounts: Amounts): Entry[] =>
    amounts
      .filter(([, debit]) => debit !== 0)
      .map(([account, debit]) => ({
        journal,
        number: `${mark}-${id.replaceAll('-', '').slice(-12).toUpperCase()}`,
        day,
        account,
        label: `${label} ${name}${journal === 'BQ' ? bank : ''} ${partner.name}`,
        debitCents: Math.max(debit, 0),
        creditCents: Math.max(-debit, 0),
      }))
  switch (kind) {
    case 'invoiced':
      return book('AC', 'F', 'Facture', purchase(piece))
    case 'credited':
      return book('AC', 'A', 'Avoir', purchase(piece))
    case 'issued':
      return book('AC', 'E', 'Relevé', purchase(piece))
    case 'cancelled':
      return book('AC', 'X', 'Annulation du relevé', reversed(purchase(piece)))
    case 'paid':
      return book('BQ', 'P', 'Virement', transfer(piece))
    case 'returned':
      return book('BQ', 'R', 'Virement retourné', reversed(transfer(piece)))
    case 'byHand':
      return [...book('AC', 'C', 'Commission', purchase(piece)), ...book('BQ', 'V', 'Virement', transfer(piece))]
  }
}

const journalLabels = { AC: 'Achats', BQ: 'Banque' } as const
const accountLabels: Readonly<Record<keyof Accounts, string>> = {
  commissions: 'Commissions et courtages sur ventes',
  vat: 'TVA déductible',
  suppliers: 'Fournisseurs',
  bank: 'Banque',
}

export const journalNotice = 'À contrôler par votre comptable'

/**
 * Columns in the order and with the names of the FEC (LPF art. A47 A-1, VII), then the ids of the portal. Matching entries,
 * validating them and other currencies are the accountant's: those five are empty.
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
export function journalRows(piece: Piece, accounts: Accounts): CsvRow[] {
  const day = (iso: string) => iso.replaceAll('-', '')
  return entriesOf(piece).map((entry) => {
    const isSupplier = entry.account === 'suppliers'
    return [
      ...[entry.journal, journalLabels[entry.journal], entry.number, day(entry.day)],
      ...[accounts[entry.account], accountLabels[entry.account]],
      ...(isSupplier ? [auxiliaryOf(piece.partner.id), piece.partner.name] : ['', '']),
      ...[piece.reference, day(piece.dated), entry.label, csvEuros(entry.debitCents), csvEuros(entry.creditCents)],
      ...['', '', '', '', ''],
      ...[piece.partner.id, piece.id],
    ]
  })
}
