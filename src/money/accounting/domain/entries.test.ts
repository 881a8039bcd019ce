import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutFormulas } from '#platform/domain/csv.ts'
import { type Accounts, entriesOf, journalHeadings, journalRows, type Piece, type PieceKind, pieceKinds } from './entries.ts'

const payout: Piece = {
  number: '2026-000012',
  id: '01900000-0000-7000-8000-00000000abcd',
  kind: 'issued',
  day: '2026-11-02',
  reference: 'REL-2026-11-0001',
  dated: '2026-11-02',
  payout: 'REL-2026-11-0001',
  bankReference: 'VIR 77',
  partner: { id: '01900000-0000-7000-8000-0000000000aa', name: 'Marie Dupont' },
  earnedCents: 250_000,
  takenBackCents: 30_000,
  vatCents: 44_000,
  supplierCode: 'P0000000000AA',
  accounts: { commissions: '622200', vat: '445660', suppliers: '401000', accrued: '408100', bank: '512000' },
  closedOn: null,
}
/** As the file has them. */
const rowsOf = (piece: Piece) => withoutFormulas(journalRows(piece)).map((row) => row.map(String))
const sides = (piece: Piece) => rowsOf(piece).map((row) => [row[0], row[4], row[11], row[12]])

describe('the journal', () => {
  test('books a payout against the partner, and its payment against the bank', () => {
    expect(sides(payout)).toEqual([
      ['AC', '622200', '2500,00', '0,00'],
      ['AC', '622200', '0,00', '300,00'],
      ['AC', '445660', '440,00', '0,00'],
      ['AC', '401000', '0,00', '2640,00'],
    ])
    const paid = [
      ['BQ', '401000', '2640,00', '0,00'],
      ['BQ', '512000', '0,00', '2640,00'],
    ]
    expect(sides({ ...payout, kind: 'paid' })).toEqual(paid)
    expect(sides({ ...payout, kind: 'returned' })).toEqual(
      paid.map(([journal, account, debit, credit]) => [journal, account, credit, debit]),
    )
  })

  test('names the invoice that proves a purchase, with its date; its credit note books the reverse', () => {
    const invoice = {
      ...payout,
      kind: 'invoiced',
      takenBackCents: 0,
      reference: 'AF-0042-2026-00003',
      dated: '2026-11-01',
    } as const
    const rows = rowsOf(invoice)
    expect(rows.map((row) => [row[8], row[9], row[3]])).toEqual(rows.map(() => ['AF-0042-2026-00003', '20261101', '20261102']))
    expect(rows[0]?.[10]).toBe('Facture AF-0042-2026-00003 REL-2026-11-0001 Marie Dupont')
    const creditNote = { ...invoice, kind: 'credited', earnedCents: 0, takenBackCents: 250_000, vatCents: -44_000 } as const
    expect(sides(creditNote)).toEqual(
      sides(invoice).map(([journal, account, debit, credit]) => [journal, account, credit, debit]),
    )
  })

  test('books what a partner has still to invoice without VAT, and its VAT with the accepted invoice', () => {
    expect(sides({ ...payout, kind: 'accrued', vatCents: 0 })).toEqual([
      ['AC', '622200', '2500,00', '0,00'],
      ['AC', '622200', '0,00', '300,00'],
      ['AC', '408100', '0,00', '2200,00'],
    ])
    const accepted = { ...payout, kind: 'accepted', earnedCents: 220_000, takenBackCents: 0 } as const
    expect(sides(accepted)).toEqual([
      ['AC', '408100', '2200,00', '0,00'],
      ['AC', '445660', '440,00', '0,00'],
      ['AC', '401000', '0,00', '2640,00'],
    ])
    expect(sides({ ...accepted, kind: 'reopened' })).toEqual(
      sides(accepted).map(([journal, account, debit, credit]) => [journal, account, credit, debit]),
    )
  })

  test('has the columns of the FEC, its days and the partner’s own account', () => {
    const [first, , , supplier] = rowsOf(payout).map((row) =>
      Object.fromEntries(journalHeadings.map((heading, index) => [heading, row[index]])),
    )
    expect(first).toMatchObject({ JournalLib: 'Achats', EcritureDate: '20261102', CompAuxNum: '', PieceRef: 'REL-2026-11-0001' })
    expect(rowsOf({ ...payout, closedOn: '2026-12-03' })[0]?.[journalHeadings.indexOf('ValidDate')]).toBe('20261203')
    expect([first?.EcritureNum, first?.ValidDate]).toEqual(['2026-000012', ''])
    expect(supplier).toMatchObject({ CompAuxNum: 'P0000000000AA', CompAuxLib: 'Marie Dupont', PartnerId: payout.partner.id })
    expect(rowsOf({ ...payout, kind: 'paid' })[0]?.[10]).toBe('Virement REL-2026-11-0001 (VIR 77) Marie Dupont')
  })

  test('whatever happens, every piece balances, and all pieces of a payout end at zero', () => {
    const cents = fc.integer({ min: 0, max: 90_000_000 })
    const amounts = fc.record({
      earnedCents: cents,
      takenBackCents: cents,
      vatCents: fc.integer({ min: -9_000_000, max: 9_000_000 }),
    })
    fc.assert(
      fc.property(amounts, (some) => {
        const linesOf = (...kinds: readonly PieceKind[]) => kinds.flatMap((kind) => entriesOf({ ...payout, ...some, kind }))
        for (const kind of pieceKinds) {
          const sum = (side: 'debitCents' | 'creditCents') => linesOf(kind).reduce((total, line) => total + line[side], 0)
          expect(sum('debitCents')).toBe(sum('creditCents'))
        }
        for (const { debitCents, creditCents } of linesOf(...pieceKinds)) {
          expect(Math.min(debitCents, creditCents)).toBe(0)
          expect(Math.max(debitCents, creditCents)).toBeGreaterThan(0)
        }
        const left = (of: keyof Accounts, ...kinds: readonly PieceKind[]) =>
          linesOf(...kinds)
            .filter(({ account }) => account === of)
            .reduce((total, { debitCents, creditCents }) => total + debitCents - creditCents, 0)
        for (const account of ['suppliers', 'accrued', 'bank'] as const) {
          expect(left(account, 'issued', 'cancelled', 'paid', 'returned')).toBe(0)
          expect(left(account, 'accrued', 'accepted', 'reopened', 'accrualCancelled')).toBe(0)
        }
        expect(left('suppliers', 'accrued', 'accepted', 'paid')).toBe(0)
        expect(left('suppliers', 'byHand', 'paidByHand')).toBe(0)
      }),
    )
  })
})
