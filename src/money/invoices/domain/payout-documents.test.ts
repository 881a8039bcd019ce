import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BillingTerms } from '#money/billing/domain/billing.ts'
import { holdText } from '#money/documents/domain/holds.ts'
import { type PayableCommission, type PlannedPayout, type PlanRules, planPayouts } from '#money/payouts/domain/payout-plan.ts'
import {
  type CreditedInvoice,
  documentedVat,
  documentNumber,
  documentSeries,
  documentState,
  maxInZip,
  zipObstacle,
} from './payout-documents.ts'

const standard: BillingTerms = { mode: 'self_billing', regime: 'standard', vatRate: 20 }
const franchise: BillingTerms = { mode: 'self_billing', regime: 'franchise', vatRate: null }
const reduced: BillingTerms = { mode: 'self_billing', regime: 'standard', vatRate: 5.5 }
const abroad: BillingTerms = { mode: 'self_billing', regime: 'reverse_charge', vatRate: null }
const individual: BillingTerms = { mode: 'receipt', regime: 'none', vatRate: null }

const earned = (id: string, amountCents: number): PayableCommission => {
  const none = { heldReason: null, isContested: false, reversesId: null, originalIsOpen: false, credits: null }
  return { id, partnerId: 'marie', kind: 'deal', amountCents, ...none }
}
const takenBack = (id: string, amountCents: number, reversesId: string, credits: CreditedInvoice | null, isOpen = false) => ({
  ...earned(id, -amountCents),
  ...({ kind: 'clawback', reversesId, credits, originalIsOpen: isOpen } as const),
})
const plan = (commissions: readonly PayableCommission[], terms: BillingTerms, more: Partial<PlanRules> = {}) => {
  const [planned] = planPayouts(commissions, {
    minimumCents: 0,
    issuerPartnerId: 'ada',
    exclusions: [],
    bankObstacle: new Map(),
    vigilance: new Map(),
    invoiceObstacle: new Map(),
    billing: new Map([['marie', terms]]),
    ...more,
  })
  return planned as PlannedPayout<PayableCommission>
}
const facts = ({ documents }: PlannedPayout<PayableCommission>) =>
  documents.map(({ kind, corrects, vatRate, netCents, vatCents, lines }) => [
    kind,
    corrects,
    vatRate,
    netCents,
    vatCents,
    lines.map(({ commission, netCents: net }) => `${commission.id} ${net}`).join(),
  ])

const at20 = { id: 'A', vatCase: 'standard', vatRate: 20 } as const
const at0 = { id: 'B', vatCase: 'franchise', vatRate: 0 } as const

describe('documents of a payout', () => {
  test('what is earned is one invoice; clawbacks are a credit note for each invoice, at its rate', () => {
    const all = [
      earned('1', 220_003),
      earned('2', 5000),
      takenBack('3', 1003, 'x', at20),
      takenBack('4', 500, 'y', at0),
      takenBack('5', 2, 'z', at20),
    ]
    const planned = plan(all, reduced)
    expect(facts(planned)).toEqual([
      ['invoice', null, 5.5, 225_003, 12_375, '1 220003,2 5000'],
      ['credit_note', 'A', 20, 1005, 201, '3 1003,5 2'],
      ['credit_note', 'B', 0, 500, 0, '4 500'],
    ])
    expect([planned.netCents, planned.vatCents, planned.totalCents]).toEqual([223_498, 12_174, 235_672])
  })

  test('a clawback of what was not invoiced before reduces its line, away if nothing is left', () => {
    const all = [earned('1', 5000), earned('2', 700), takenBack('3', 2000, '1', null, true), takenBack('4', 700, '2', null, true)]
    expect(facts(plan(all, standard))).toEqual([['invoice', null, 20, 3000, 600, '1 3000']])
  })

  test('a clawback of what the portal did not invoice waits, with the reason in words', () => {
    const all = [earned('1', 5000), takenBack('2', 300, 'old', null), takenBack('3', 100, 'open', null, true)]
    const planned = plan(all, standard)
    expect([planned.netCents, planned.leftOut.map((left) => [left.why, left.code, holdText(left)])]).toEqual([
      5000,
      [
        [
          'held',
          'clawback_of_own_invoice',
          'Reprise d’une commission que le portail n’a pas facturée : l’avoir est à établir par le partenaire',
        ],
        [
          'held',
          'clawback_waits',
          'Reprise d’une commission qui n’est pas encore réglée : elle est déduite avec elle, pas avant',
        ],
      ],
    ])
    // Its original is held in this run, so there is no line that it could reduce.
    const held = plan(
      [earned('9', 100), { ...earned('1', 5000), heldReason: 'x' }, takenBack('2', 300, '1', null, true)],
      standard,
    )
    expect([held.netCents, held.leftOut.length]).toEqual([100, 2])
    expect(plan(all, { ...standard, mode: 'upload' }).netCents).toBe(4700)
  })

  test('credit notes may have more VAT than the invoice; what would leave nothing to pay is carried over', () => {
    const planned = plan([earned('1', 1000), takenBack('2', 500, 'x', at20)], franchise)
    expect([planned.netCents, planned.vatCents, planned.noVatReason, planned.withheld]).toEqual([500, -100, null, null])
    expect(plan([earned('1', 1000), takenBack('2', 900, 'x', at20)], franchise).withheld?.code).toBe('negative')
  })

  test('an individual gets one receipt without VAT, for others than the self-billed there is none', () => {
    const all = [earned('1', 5000), takenBack('2', 300, '9', null)]
    expect(facts(plan(all, individual))).toEqual([['receipt', null, 0, 4700, 0, '1 5000,2 -300']])
    expect(facts(plan(all, { ...standard, mode: 'upload' }))).toEqual([])
  })

  test('commissions of nothing are paid with the others, and no document has a line for them', () => {
    const all = [earned('1', 5000), earned('2', 0), takenBack('3', 0, '2', null), takenBack('4', 0, 'x', at20)]
    expect(facts(plan(all, individual))).toEqual([['receipt', null, 0, 5000, 0, '1 5000']])
    const planned = plan([...all, takenBack('5', 0, 'old', null)], standard)
    expect(facts(planned)).toEqual([['invoice', null, 20, 5000, 1000, '1 5000']])
    expect([planned.commissions.length, planned.leftOut]).toEqual([5, []])
  })

  test('self-billing that is impossible now withholds the payout and says why', () => {
    const obstacle = { code: 'provider_identity', reason: 'SIREN, address' } as const
    const planned = plan([earned('1', 5000)], standard, { invoiceObstacle: new Map([['marie', obstacle]]) })
    expect(planned.withheld).toEqual(obstacle)
  })
})

test('net and VAT of a payout are those of its documents, whatever was earned and taken back', () => {
  const invoice = fc.constantFrom<(CreditedInvoice | null)[]>(at20, at0, { id: 'C', vatCase: 'standard', vatRate: 8.5 }, null)
  const commission = fc.oneof(
    fc.record({ amount: fc.integer({ min: 0, max: 300_000 }), of: fc.constant(null) }),
    fc.record({ amount: fc.integer({ min: 0, max: 50_000 }), of: invoice }),
  )
  const terms = fc.constantFrom(standard, franchise, reduced, abroad)
  fc.assert(
    fc.property(fc.array(commission, { minLength: 1, maxLength: 12 }), terms, (all, billing) => {
      const list = all.map(({ amount, of }, index) =>
        of ? takenBack(String(index), amount, `before ${index}`, of) : earned(String(index), amount),
      )
      const planned = plan(list, billing)
      if (planned.netCents <= 0) return
      const net = planned.documents.reduce((sum, each) => sum + (each.kind === 'credit_note' ? -1 : 1) * each.netCents, 0)
      expect([net, documentedVat(planned.documents)]).toEqual([planned.netCents, planned.vatCents])
      for (const { lines } of planned.documents) expect(lines.every(({ netCents }) => netCents > 0)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('numbers are those of a partner, a kind and a year, and fit what platforms take', () => {
  expect(documentNumber(documentSeries('invoice', 42, '2026-11-30'), 3)).toBe('AF-0042-2026-00003')
  expect(documentNumber(documentSeries('receipt', 7, '2027-01-01'), 12)).toBe('RC-0007-2027-00012')
  expect(documentNumber(documentSeries('credit_note', 2_147_483_647, '2026-11-30'), 99_999)).toMatch(/^[\w/+-]{1,35}$/)
})

test('a document goes with its payout, and waits while that is contested', () => {
  expect(
    (['issued', 'accepted', 'approved', 'paid', 'rejected', 'cancelled'] as const).map((state) => documentState(state, false)),
  ).toEqual(['issued', 'accepted', 'accepted', 'accepted', 'accepted', 'cancelled'])
  expect((['issued', 'accepted', 'approved', 'cancelled'] as const).map((state) => documentState(state, true))).toEqual([
    'contested',
    'contested',
    'accepted',
    'cancelled',
  ])
})

test('a ZIP of more documents than it holds is refused with both numbers', () => {
  expect(zipObstacle(maxInZip)).toBeNull()
  expect(zipObstacle(maxInZip + 1)).toBe(
    'Ce sont 10001 documents, et un ZIP en contient 10000 au plus : choisissez une période plus courte.',
  )
})
