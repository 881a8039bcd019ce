import { describe, expect, test } from 'vitest'
import type { BillingTerms } from '#money/billing/domain/billing.ts'
import { type PayableCommission, type PlanRules, planPayouts, planTotals } from './payout-plan.ts'

const commission = (id: string, partnerId: string, amountCents: number, heldReason: string | null = null): PayableCommission => {
  const kind = amountCents < 0 ? 'clawback' : 'deal'
  return {
    id,
    partnerId,
    kind,
    amountCents,
    heldReason,
    isContested: false,
    reversesId: null,
    originalIsOpen: false,
    credits: null,
  }
}
const rules: PlanRules = {
  minimumCents: 0,
  issuerPartnerId: 'ada',
  exclusions: [],
  bankObstacle: new Map(),
  vigilance: new Map(),
  billing: new Map(),
  invoiceObstacle: new Map(),
}
const plan = (commissions: readonly PayableCommission[], more: Partial<PlanRules> = {}) =>
  planPayouts(commissions, { ...rules, ...more })
const withheld = (commissions: readonly PayableCommission[], more: Partial<PlanRules> = {}) =>
  plan(commissions, more).map((each) => each.withheld?.code ?? null)

describe('a run', () => {
  test('makes one payout for each partner, of all commissions and clawbacks that are not held', () => {
    const planned = plan([
      commission('1', 'marie', 1000),
      commission('2', 'karim', 500),
      commission('3', 'marie', -300),
      commission('4', 'marie', 700, 'À éclaircir'),
    ])
    expect(planned.map((each) => [each.partnerId, each.netCents, each.totalCents, each.commissions.map(({ id }) => id)])).toEqual(
      [
        ['marie', 700, 700, ['1', '3']],
        ['karim', 500, 500, ['2']],
      ],
    )
    expect(planned[0]?.leftOut).toMatchObject([{ commission: { id: '4' }, why: 'held', reason: 'À éclaircir' }])
    expect(planTotals(planned)).toEqual({ payouts: 2, netCents: 1200, vatCents: 0, totalCents: 1200 })
  })

  test('adds the VAT of those who charge it, and says why the others have none', () => {
    const billing = new Map<string, BillingTerms>([
      ['marie', { mode: 'upload', regime: 'standard', vatRate: 20 }],
      ['karim', { mode: 'upload', regime: 'franchise', vatRate: null }],
    ])
    const each = ['marie', 'karim', 'zoe'].map((partner, index) => commission(String(index), partner, 220_000))
    const planned = plan(each, { billing })
    expect(planned.map(({ vatCents, totalCents, noVatReason }) => [vatCents, totalCents, noVatReason])).toEqual([
      [44_000, 264_000, null],
      [0, 220_000, 'franchise'],
      [0, 220_000, 'no_profile'],
    ])
    expect(planTotals(planned)).toMatchObject({ netCents: 660_000, vatCents: 44_000, totalCents: 704_000 })
  })

  test('holds back what cannot be paid now, and says why', () => {
    const one = [commission('1', 'marie', 1000)]
    const exclusion = { partnerId: 'marie', commissionId: null, reason: 'Litige' }
    expect(withheld(one)).toEqual([null])
    expect(withheld(one, { issuerPartnerId: 'marie' })).toEqual(['own'])
    expect(withheld(one, { exclusions: [exclusion] })).toEqual(['excluded'])
    expect(withheld(one, { exclusions: [{ ...exclusion, commissionId: '1' }] })).toEqual(['nothing_left'])
    expect(withheld(one, { bankObstacle: new Map([['marie', 'bank_recent']]) })).toEqual(['bank_recent'])
    const vigilance = new Map([['marie', ['Bloqué : attestation de vigilance expirée le 12/11/2026']]])
    expect(plan(one, { vigilance })[0]?.withheld).toEqual({ code: 'vigilance', reason: vigilance.get('marie')?.[0] })
    expect(withheld(one, { minimumCents: 1001 })).toEqual(['below_minimum'])
    expect(withheld(one, { minimumCents: 1000 })).toEqual([null])
    expect(withheld([...one, commission('2', 'marie', -1000)])).toEqual(['negative'])
    expect(withheld([...one, commission('2', 'marie', -1001)], { bankObstacle: new Map([['marie', 'bank_missing']]) })).toEqual([
      'negative',
    ])
    expect(withheld([commission('1', 'marie', 1000, 'Suspendue')])).toEqual(['nothing_left'])
  })

  test('pays or leaves every commission exactly once, whatever the order', () => {
    let state = 7
    const roll = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    for (let round = 0; round < 300; round += 1) {
      const all = Array.from({ length: roll(30) }, (_, index) =>
        commission(String(index), `p${roll(5)}`, roll(2000) - 500, roll(6) === 0 ? 'Suspendue' : null),
      )
      const exclusions = all
        .filter(() => roll(8) === 0)
        .map(({ id, partnerId }) => ({ partnerId, commissionId: id, reason: 'x' }))
      const planned = plan(all, { exclusions, minimumCents: roll(800) })
      const ids = planned
        .flatMap((each) => [...each.commissions, ...each.leftOut.map((left) => left.commission)])
        .map(({ id }) => id)
      expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      const payable = planned.filter((each) => each.withheld === null)
      expect(planTotals(planned).netCents).toBe(
        payable.flatMap((each) => each.commissions).reduce((sum, { amountCents }) => sum + amountCents, 0),
      )
      for (const each of payable) expect(each.netCents).toBeGreaterThan(0)
    }
  })
})
