import { expect, test } from 'vitest'
import { comingCalendar, type UnpaidCommission } from './coming.ts'
import type { PartnerTerms } from './obstacles.ts'

const at = (day: string) => new Date(`${day}T10:00:00Z`)
const commission: UnpaidCommission = {
  id: 'one',
  kind: 'deal',
  state: 'payable',
  leadId: null,
  label: 'Fonderie Boyer',
  amountCents: 10_000,
  payableBy: at('2026-12-28'),
  heldReason: null,
  since: at('2026-11-28'),
}
const terms: PartnerTerms = {
  minimumCents: 0,
  invoiceRequired: false,
  bank: { obstacle: null, until: null },
  documents: [],
  undocumented: null,
}
const daysOf = (bank: PartnerTerms['bank'], documents: readonly string[] = []) =>
  comingCalendar({
    commissions: [commission],
    totals: [{ state: 'payable', count: 1, amountCents: 10_000 }],
    payouts: [],
    terms: { ...terms, bank, documents },
  }).lines.map(({ payableBy }) => payableBy?.toISOString().slice(0, 10))

test('money is paid on the later of its day and the end of an obstacle that ends by itself', () => {
  expect(daysOf({ obstacle: null, until: null })).toEqual(['2026-12-28'])
  expect(daysOf({ obstacle: 'bank_recent', until: at('2026-12-01') })).toEqual(['2026-12-28'])
  expect(daysOf({ obstacle: 'bank_recent', until: at('2027-01-02') })).toEqual(['2027-01-02'])
  expect(daysOf({ obstacle: 'bank_missing', until: null })).toEqual([undefined])
  expect(daysOf({ obstacle: 'bank_recent', until: at('2026-12-01') }, ['Attestation de vigilance'])).toEqual([undefined])
})
