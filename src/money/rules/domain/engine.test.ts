import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clawbackAmount } from '#money/commissions/domain.ts'
import { simulateSignings } from '#money/tiers/domain/simulation.ts'
import { dice } from '#test/dice.ts'
import { histories } from '#test/full-run.ts'
import { type ProgrammeFile, programmeFiles } from '#test/programmes/programme-files.ts'
import { randomHistory } from '#test/programmes/random-history.ts'
import { RuleAccount } from './account.ts'
import { emptyBook, type Programme } from './book.ts'
import { type CountedPayments, type RuleDefinition, type RuleVersion, tiersRule } from './definition.ts'
import { takeFact, takeFacts } from './engine.ts'
import type { FactKind, LeadFact } from './facts.ts'
import type { RuleLine } from './lines.ts'
import { edition, type FactBody } from './stored-lines.ts'

const tiers = [
  { name: 'Bronze', minRevenueCents: 0, maxRevenueCents: 1_000_000, commissionRate: 15 },
  { name: 'Silver', minRevenueCents: 1_000_000, maxRevenueCents: null, commissionRate: 20 },
]

const version = (definition: RuleDefinition | null, more: Partial<RuleVersion> = {}): RuleVersion => ({
  ruleId: 'programme',
  version: 1,
  validFrom: '2026-01-01',
  partnerId: null,
  offer: null,
  definition,
  ...more,
})

const programmeOf = (change: Partial<RuleDefinition>, ...more: readonly RuleVersion[]): Programme => ({
  rules: [version({ ...tiersRule, ...change }), ...more],
  tiers,
})

/** A fact of a lead: of the first one on the 15th of January, unless said otherwise. */
type Told = LeadFact extends infer F
  ? F extends LeadFact
    ? Omit<F, 'leadId' | 'day'> & Partial<Pick<F, 'leadId' | 'day'>>
    : never
  : never

const factOf = (told: Told): LeadFact => ({ leadId: 'lead', day: '2026-01-15', ...told })

const signed = (revenueCents: number, more: Partial<Extract<Told, { kind: 'signed' }>> = {}): Told => ({
  kind: 'signed',
  offer: 'star',
  shares: [{ partnerId: 'ada', basisPoints: 10_000 }],
  revenueCents,
  ...more,
})

const linesOf = (programme: Programme, facts: readonly LeadFact[]): readonly RuleLine[] =>
  facts.reduce((book, fact) => takeFact(book, programme, fact).book, emptyBook).lines

/** Kind and amount of each line. */
const told = (programme: Programme, ...facts: readonly Told[]) =>
  linesOf(programme, facts.map(factOf)).map(({ kind, amountCents }) => [kind, amountCents])

const shares = [
  { partnerId: 'ada', basisPoints: 3_333 },
  { partnerId: 'karim', basisPoints: 3_333 },
  { partnerId: 'marie', basisPoints: 3_334 },
]
const base = 'client_payment'
const paid = (paymentId: string, revenueCents: number, day = '2026-01-20'): Extract<Told, { kind: 'paid' }> => ({
  kind: 'paid',
  paymentId,
  revenueCents,
  day,
})

describe('a rule pays', () => {
  test('the rate of the tier that the partner has when a lead is signed', () => {
    const facts = [signed(1_000_000), { kind: 'validated' }, signed(333_333, { leadId: 'second' })] as const
    expect(told(programmeOf({}), ...facts)).toEqual([
      ['deal', 150_000],
      ['deal', 66_667],
    ])
  })

  test('rate and fixed sum on two lines, the revenue counted once', () => {
    const lines = linesOf(programmeOf({ rate: { percent: 10 }, fixedCents: 50_000 }), [factOf(signed(200_000))])
    expect(lines.map(({ kind, revenueCents, amountCents }) => [kind, revenueCents, amountCents])).toEqual([
      ['deal', 200_000, 20_000],
      ['fixed', 0, 50_000],
    ])
  })

  test('the first payment of a client only', () => {
    const rule = { base, rate: { percent: 12.5 }, when: { first: true } } as const
    expect(told(programmeOf(rule), signed(1), paid('a', 99_999), paid('b', 50_000))).toEqual([['payment', 12_500]])
  })

  test('the payments before the day on which the months are over', () => {
    const rule = { base, rate: { percent: 10 }, when: { months: 1 } } as const
    const facts = [signed(1, { day: '2026-01-31' }), paid('a', 100, '2026-02-27'), paid('b', 100, '2026-02-28')]
    expect(told(programmeOf(rule), ...facts)).toEqual([['payment', 10]])
  })

  test('partners who share a lead together what its rule pays one of them, whatever comes back', () => {
    const cents = fc.integer({ min: 1, max: 2_000 })
    const split = fc
      .array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 4 })
      .map((others) => [10_000 - others.reduce((sum, each) => sum + each, 0), ...others])
      .filter(([own = 0]) => own > 0)
    const acts = fc.array(fc.tuple(fc.constantFrom('paid', 'refunded'), cents), { maxLength: 6 })
    const whens = fc.constantFrom<CountedPayments[]>({ always: true }, { first: true })
    fc.assert(
      fc.property(split, fc.integer({ min: 1, max: 10_000 }), acts, whens, (parts, points, done, when) => {
        const programme = programmeOf({ base, when, rate: { percent: points / 100 }, fixedCents: 100 })
        let left = 0
        const facts = done.flatMap(([what, amount], index): Told[] => {
          if (what === 'paid') {
            left = amount
            return [paid(`${index}`, amount)]
          }
          const payment = done.slice(0, index).findLastIndex(([kind]) => kind === 'paid')
          const back = Math.min(amount, left)
          left -= back
          return back === 0 ? [] : [{ kind: 'refunded', paymentId: `${payment}`, revenueCents: back }]
        })
        const sumOf = (of: readonly number[]) => {
          const shared = of.map((basisPoints, place) => ({ partnerId: `partner ${place}`, basisPoints }))
          const lines = linesOf(programme, [signed(100, { shares: shared }), ...facts].map(factOf))
          return lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
        }
        expect(sumOf(parts)).toBe(sumOf([10_000]))
      }),
      { numRuns: 2_000 },
    )
  })

  test('the parts of a third each of 10 % add up to that of the lead; formerly each was rounded by itself', () => {
    const amounts = (more: { isFormer?: boolean }) =>
      told(programmeOf({ rate: { percent: 10 } }), signed(337, { shares, ...more })).map(([, cents]) => cents)
    expect([amounts({}), amounts({ isFormer: true })]).toEqual([
      [11, 11, 12],
      [11, 11, 11],
    ])
  })

  test('parts of a shared lead that add up to its revenue and its fixed sum', () => {
    const lines = linesOf(programmeOf({ rate: { percent: 50 }, fixedCents: 100 }), [factOf(signed(200, { shares }))])
    expect(lines.map(({ partnerId, kind, revenueCents, amountCents }) => [partnerId, kind, revenueCents, amountCents])).toEqual([
      ['ada', 'deal', 67, 34],
      ['ada', 'fixed', 0, 33],
      ['karim', 'deal', 66, 33],
      ['karim', 'fixed', 0, 33],
      ['marie', 'deal', 67, 33],
      ['marie', 'fixed', 0, 34],
    ])
  })

  test('no more than its caps, and says which one cut', () => {
    const cap = { leadCents: 30_000, yearCents: 50_000 }
    const facts = [signed(400_000), signed(400_000, { leadId: 'second' })].map(factOf)
    const lines = linesOf(programmeOf({ rate: { percent: 10 }, cap }), facts)
    expect(lines.map(({ amountCents, reason }) => [amountCents, 'cut' in reason && reason.cut])).toEqual([
      [30_000, { by: 'lead', capCents: 30_000, roomCents: 30_000 }],
      [20_000, { by: 'year', capCents: 50_000, roomCents: 20_000 }],
    ])
  })

  test('a new year has its own cap', () => {
    const cap = { leadCents: null, yearCents: 30_000 }
    const facts = [signed(400_000, { day: '2026-12-31' }), signed(200_000, { leadId: 'second', day: '2027-01-01' })]
    expect(told(programmeOf({ rate: { percent: 10 }, cap }), ...facts)).toEqual([
      ['deal', 30_000],
      ['deal', 20_000],
    ])
  })
})

describe('a bonus', () => {
  const fifth = { measure: 'signatures', per: 'quarter', from: 3, pays: { cents: 50_000 } } as const
  const facts = ['a', 'b', 'c'].map((leadId) => signed(100_000, { leadId }))

  test('is paid with the signature that reaches it, once a quarter', () => {
    const more = ['d', 'e'].map((leadId) => signed(100_000, { leadId, day: '2026-04-01' }))
    const rule = programmeOf({ rate: { percent: 10 }, bonuses: [fifth] })
    expect(told(rule, ...facts, ...more).filter(([kind]) => kind === 'bonus')).toEqual([['bonus', 50_000]])
  })

  test('is taken back when a signature of its period is withdrawn, and comes again', () => {
    const rule = programmeOf({ rate: { percent: 10 }, bonuses: [fifth] })
    const more = [
      { kind: 'withdrawn', leadId: 'a', day: '2026-05-02' },
      signed(100_000, { leadId: 'd', day: '2026-03-31' }),
    ] as const
    expect(told(rule, ...facts, ...more).slice(3)).toEqual([
      ['bonus', 50_000],
      ['clawback', -10_000],
      ['clawback', -50_000],
      ['deal', 10_000],
      ['bonus', 50_000],
    ])
  })

  test('in percent is of all the revenue of the year that counts, and grows with it', () => {
    const yearly = { measure: 'revenue', per: 'year', from: 5_000_000, pays: { percent: 2 } } as const
    const rule = programmeOf({ base, rate: { percent: 10 }, bonuses: [yearly] })
    const payments = [paid('a', 4_999_999), paid('b', 1, '2026-06-01'), paid('c', 25, '2026-07-01'), paid('d', 25, '2026-07-02')]
    expect(told(rule, signed(1), ...payments).filter(([kind]) => kind === 'bonus')).toEqual([
      ['bonus', 100_000],
      ['bonus', 1],
    ])
  })

  test('of revenue waits for the validation of the signature', () => {
    const yearly = { measure: 'revenue', per: 'year', from: 100, pays: { cents: 7 } } as const
    const rule = programmeOf({ rate: { percent: 0 }, bonuses: [yearly] })
    expect(told(rule, signed(100), { kind: 'validated' })).toEqual([
      ['deal', 0],
      ['bonus', 7],
    ])
  })
})

describe('what is taken back', () => {
  test('has the rate of its line, and goes to the last cent with the rest', () => {
    const rule = programmeOf({ base, rate: { percent: 33.33 } })
    const refund = { kind: 'refunded', paymentId: 'a', revenueCents: 50 } as const
    expect(told(rule, signed(1), paid('a', 101), refund, { ...refund, revenueCents: 51 }, refund)).toEqual([
      ['payment', 34],
      ['clawback', -17],
      ['clawback', -17],
    ])
  })

  test('is what a cap had cut before it is money', () => {
    const rule = programmeOf({ base, rate: { percent: 10 }, cap: { leadCents: 600, yearCents: null } })
    const refund = { kind: 'refunded', paymentId: 'a', revenueCents: 4_000 } as const
    expect(told(rule, signed(1), paid('a', 10_000), refund, refund)).toEqual([
      ['payment', 600],
      ['clawback', 0],
      ['clawback', -400],
    ])
  })

  test('is no fixed sum before all of the revenue is gone', () => {
    const rule = programmeOf({ rate: null, fixedCents: 50_000 })
    const back = { kind: 'taken_back', paymentId: null, revenueCents: 99 } as const
    expect(told(rule, signed(100), back, { ...back, revenueCents: 1 })).toEqual([
      ['fixed', 50_000],
      ['clawback', 0],
      ['clawback', -50_000],
    ])
  })

  const sums = { kind: 'taken_back', paymentId: null, revenueCents: 0 } as const

  test('is the fixed sum of a lead without revenue', () => {
    expect(told(programmeOf({ rate: null, fixedCents: 50_000 }), signed(0), sums, sums)).toEqual([
      ['fixed', 50_000],
      ['clawback', -50_000],
    ])
  })

  test('is every part of a fixed sum, where a shared lead is without revenue', () => {
    const lines = told(programmeOf({ rate: { percent: 10 }, fixedCents: 50_001 }), signed(0, { shares }), sums)
    expect(lines.slice(-3)).toEqual([
      ['clawback', -16_665],
      ['clawback', -16_665],
      ['clawback', -16_671],
    ])
  })

  test('is the fixed sum alone, where revenue is left of the rate', () => {
    expect(told(programmeOf({ rate: { percent: 10 }, fixedCents: 50_000 }), signed(100_000), sums)).toEqual([
      ['deal', 10_000],
      ['fixed', 50_000],
      ['clawback', -50_000],
    ])
  })

  test('undoes a bonus for signatures with the sum of a lead without revenue', () => {
    const bonuses = [{ measure: 'signatures', per: 'quarter', from: 2, pays: { cents: 7_000 } }] as const
    const rule = programmeOf({ rate: null, fixedCents: 50_000, bonuses })
    expect(told(rule, signed(0), signed(0, { leadId: 'second' }), sums).slice(2)).toEqual([
      ['bonus', 7_000],
      ['clawback', -50_000],
      ['clawback', -7_000],
    ])
  })

  test('is a bonus, which does not come again in its period', () => {
    const bonuses = [{ measure: 'signatures', per: 'quarter', from: 1, pays: { cents: 7_000 } }] as const
    const place = { partnerId: 'ada', ruleId: 'programme', per: 'quarter', index: 0, from: '2026-01-01', place: 0 } as const
    const taken = { ...sums, bonus: { ...place, amountCents: 7_000 } } as const
    const more = [signed(1, { leadId: 'second' }), { kind: 'withdrawn' }, { kind: 'withdrawn', leadId: 'second' }] as const
    const lines = told(programmeOf({ rate: null, fixedCents: 1, bonuses }), signed(1), taken, ...more)
    expect(lines).toEqual([
      ['fixed', 1],
      ['bonus', 7_000],
      ['clawback', -7_000],
      ['fixed', 1],
      ['clawback', -1],
      ['clawback', -1],
    ])
  })

  test.each([
    ['2026-01-15', -1_000],
    ['2026-04-14', -833],
    ['2026-04-15', -750],
    ['2027-01-14', -83],
  ])('of a client who leaves on %s are the months that are not over', (day, cents) => {
    const rule = programmeOf({ rate: { percent: 10 }, reduction: { months: 12 } })
    expect(told(rule, signed(10_000), { kind: 'left', day })).toEqual([
      ['deal', 1_000],
      ['clawback', cents],
    ])
  })

  test('is nothing once the months are over', () => {
    const rule = programmeOf({ rate: { percent: 10 }, reduction: { months: 12 } })
    expect(told(rule, signed(10_000), { kind: 'left', day: '2027-01-15' })).toEqual([['deal', 1_000]])
  })
})

describe('facts of one lead', () => {
  const refund = (paymentId: string, revenueCents: number): Told => ({ kind: 'refunded', paymentId, revenueCents })
  const gone = { kind: 'left', day: '2026-02-20' } as const
  const ended = { kind: 'ended', day: '2026-02-25', partnerId: 'ada' } as const
  const some = [paid('a', 600_000), paid('b', 123_457, '2026-01-19'), refund('a', 33_333), refund('b', 123_457), gone] as const
  const isPossible = (facts: readonly Told[]) =>
    facts.every(
      (fact, at) =>
        fact.kind !== 'refunded' || facts.slice(0, at).some((each) => each.kind === 'paid' && each.paymentId === fact.paymentId),
    )
  /** The same, payments before their refunds. */
  const inOrder = (facts: readonly Told[]): readonly Told[] => {
    const late = facts.filter((fact, at) => fact.kind === 'refunded' && !isPossible(facts.slice(0, at + 1)))
    return [...facts.filter((fact) => !late.includes(fact)), ...late]
  }
  /** The same, payments of later days than the ending after it: none is recorded before its day. */
  const afterEnding = (facts: readonly Told[]): readonly Told[] => {
    const later = facts.findIndex(({ kind, day = '' }) => kind === 'paid' && day > ended.day)
    if (later < 0 || facts.indexOf(ended) < later) return facts
    return [...facts.slice(0, later), ended, ...facts.slice(later).filter((fact) => fact !== ended)]
  }
  const orders = <T>(items: readonly T[]): T[][] =>
    items.length === 0 ? [[]] : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
  const comesTo = (programme: Programme, facts: readonly Told[], signature = signed(1)) =>
    told(programme, signature, ...facts).reduce((sum, [, cents]) => sum + Number(cents), 0)

  test.each([
    ['a rate of each payment', { rate: { percent: 10 } }, 4_722],
    ['a sum for each payment', { rate: null, fixedCents: 50_000 }, 4_167],
  ] as const)('come to the same in each order: %s', (_, rule, cents) => {
    const programme = programmeOf({ base, reduction: { months: 12 }, ...rule })
    for (const facts of orders(some).filter(isPossible)) expect(comesTo(programme, facts)).toBe(cents)
  })

  test('come to the same in each order where the first payment counts alone', () => {
    const programme = programmeOf({ base, rate: { percent: 10 }, when: { first: true }, reduction: { months: 12 } })
    const facts = [paid('a', 600_000), paid('b', 123_457, '2026-01-19'), refund('b', 123_457), gone] as const
    for (const order of orders(facts).filter(isPossible)) expect(comesTo(programme, order)).toBe(5_000)
  })

  test('come to the same in each order, whatever they and their rule are', () => {
    for (let seed = 1; seed <= histories(2_000); seed += 1) {
      const roll = dice(seed)
      const upTo = (max: number) => Math.floor(roll() * (max + 1))
      const payments = Array.from({ length: 1 + upTo(2) }, (_, at) =>
        paid(`p${at}`, 1 + upTo(99_999), `2026-0${1 + upTo(2)}-1${at}`),
      )
      const refunds = payments.flatMap(({ paymentId, revenueCents }) => {
        if (roll() < 0.4) return []
        const part = 1 + upTo(revenueCents - 1)
        return roll() < 0.5
          ? [refund(paymentId, revenueCents)]
          : [refund(paymentId, part), refund(paymentId, revenueCents - part)]
      })
      const facts = [...payments, ...refunds.filter(() => roll() < 0.8), ...(roll() < 0.7 ? [gone] : [])]
      const when = [{ always: true }, { first: true }, { months: 1 }] as const
      const programme = programmeOf({
        base,
        rate: roll() < 0.3 ? null : { percent: upTo(3_000) / 100 },
        fixedCents: roll() < 0.5 ? null : 1 + upTo(50_000),
        when: when[upTo(2)] ?? when[0],
        reduction: { months: 1 + upTo(4) },
      })
      const signature = signed(1, roll() < 0.3 ? { day: '2026-02-05', clientSince: '2026-01-15' } : {})
      const all = [...facts, ...(roll() < 0.3 ? [ended] : [])]
      const orders = Array.from({ length: 6 }, () => afterEnding(inOrder(all.toSorted(() => roll() - 0.5))))
      const sums = new Set(orders.map((order) => comesTo(programme, order, signature)))
      expect(sums.size, `seed ${seed}`).toBe(1)
    }
  })

  test('the cap for a lead leaves as much room after the departure', () => {
    const programme = programmeOf({
      base,
      rate: { percent: 10 },
      cap: { leadCents: 50_000, yearCents: null },
      reduction: { months: 12 },
    })
    const some = [paid('a', 600_000), paid('b', 300_000)] as const
    expect(comesTo(programme, [...some, gone])).toBe(4_167)
    expect(comesTo(programme, [some[0], gone, some[1]])).toBe(4_167)
  })

  test('that were recorded before stay as they were taken', () => {
    const programme = programmeOf({ base, rate: { percent: 10 }, when: { first: true }, reduction: { months: 12 } })
    const former = [signed(1), paid('a', 100), refund('a', 100), paid('b', 200), gone, paid('c', 300)].map((fact) => ({
      ...factOf(fact),
      isFormer: true,
    }))
    expect(linesOf(programme, former).map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['payment', 10],
      ['clawback', -10],
    ])
  })
})

test('a stored fact without an edition is one of before', () => {
  const definition = { ...tiersRule, base, rate: { percent: 10 }, reduction: { months: 12 } } as const
  const stored = (said: FactBody['edition']) => {
    const fact = (seq: number, kind: FactKind, day: string, body: FactBody = {}) => ({
      seq,
      kind,
      day,
      ruleId: 'programme',
      leadId: 'lead',
      recordedAt: new Date(day),
      body: { ...body, ...(said && { edition: said }) },
    })
    const versions = [{ ...version(definition), publishedAt: new Date(0) }]
    const facts = [
      fact(1, 'signed', '2026-01-15', { offer: 'star', revenueCents: 1, version: 1, ratePercent: 10 }),
      fact(2, 'left', '2026-02-20'),
      fact(3, 'paid', '2026-02-21', { paymentId: 'a', revenueCents: 120_000 }),
    ]
    const { lines } = new RuleAccount({ partnerId: 'ada', ruleId: 'programme', versions }, facts)
    return lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  }
  expect([stored(undefined), stored(edition)]).toEqual([12_000, 1_000])
})

describe('which rule', () => {
  const percent = (rate: number) => ({ ...tiersRule, rate: { percent: rate } })
  const programme = programmeOf(
    { rate: { percent: 1 } },
    version(percent(2), { version: 2, validFrom: '2026-02-01' }),
    version(percent(3), { ruleId: 'star', offer: 'star', validFrom: '2026-03-01' }),
    version(percent(4), { ruleId: 'ada', partnerId: 'ada', validFrom: '2026-04-01' }),
    version(percent(5), { ruleId: 'ada-star', partnerId: 'ada', offer: 'star', validFrom: '2026-05-01' }),
    version(null, { ruleId: 'ada-star', version: 2, partnerId: 'ada', offer: 'star', validFrom: '2026-06-01' }),
  )

  test.each([
    ['2026-01-31', 1],
    ['2026-02-01', 2],
    ['2026-03-01', 3],
    ['2026-04-01', 4],
    ['2026-05-01', 5],
    ['2026-06-01', 4],
  ])('applies to a lead that is signed on %s', (day, cents) => {
    expect(told(programme, signed(100, { day }))).toEqual([['deal', cents]])
  })

  test('stays with a lead, whatever follows it', () => {
    const rules = [version({ ...percent(10), base }), version({ ...percent(20), base }, { version: 2, validFrom: '2026-02-01' })]
    expect(told({ rules, tiers }, signed(1), paid('a', 100, '2026-03-01'))).toEqual([['payment', 10]])
  })
})

describe('as today', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 900_000 }), { minLength: 1, maxLength: 8 })

  test('leads that are signed and validated one after the other bring what the simulator says', () => {
    fc.assert(
      fc.property(amounts, (some) => {
        const facts = some.flatMap((cents, index) => {
          const leadId = `lead ${index}`
          return [signed(cents, { leadId }), { kind: 'validated', leadId } as const]
        })
        const today = simulateSignings(tiers, 0, some, 'oneByOne').commissions.map(({ amountCents }) => ['deal', amountCents])
        expect(told(programmeOf({}), ...facts)).toEqual(today)
      }),
    )
  })

  test('parts of a commission are taken back as clawbacks are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900_000 }), amounts, (cents, parts) => {
        const left = { revenueCents: cents, amountCents: simulateSignings(tiers, 0, [cents], 'together').totalCents }
        const today = parts.flatMap((part) => {
          const taken = Math.min(part, left.revenueCents)
          if (taken === 0) return []
          const amount = clawbackAmount({ ...left }, taken, 15)
          left.revenueCents -= taken
          left.amountCents -= amount
          return [['clawback', 0 - amount]]
        })
        const back = parts.map((revenueCents) => ({ kind: 'taken_back', paymentId: null, revenueCents }) as const)
        expect(told(programmeOf({}), signed(cents), ...back).slice(1)).toEqual(today)
      }),
    )
  })
})

/** The same facts in another order, those of each lead in theirs. */
function reordered(facts: readonly LeadFact[], seed: number): readonly LeadFact[] {
  const roll = dice(seed)
  const queues = [...Map.groupBy(facts, ({ leadId }) => leadId).values()].map((own) => [...own])
  return facts.flatMap(() => {
    const open = queues.filter((queue) => queue.length > 0)
    return open[Math.floor(roll() * open.length)]?.shift() ?? []
  })
}

/** Without what depends on the order: tiers, and caps. */
const orderless = (programme: ProgrammeFile): ProgrammeFile => ({
  ...programme,
  rules: programme.rules.map((rule) => {
    if (!rule.definition) return rule
    const rate = rule.definition.rate && 'tiers' in rule.definition.rate ? { percent: 17.35 } : rule.definition.rate
    return { ...rule, definition: { ...rule.definition, rate, cap: { leadCents: null, yearCents: null } } }
  }),
})

function sumsOf(lines: readonly RuleLine[]): Record<string, number> {
  const totals = new Map<string, number>()
  for (const { partnerId, leadId, day, kind, amountCents, reason } of lines) {
    const period = 'period' in reason ? `${reason.period.from} ${reason.period.to}` : null
    const key = leadId === null ? `${partnerId} bonuses of ${period}` : `${partnerId} ${leadId} ${day} ${kind}`
    totals.set(key, (totals.get(key) ?? 0) + amountCents)
  }
  return Object.fromEntries([...totals].filter(([, cents]) => cents !== 0).sort())
}

test.each(programmeFiles.map(orderless).map((programme) => [programme.trade, programme] as const))(
  '%s: without tiers and caps, leads in any order come to the same',
  (_, programme) => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const facts = randomHistory(programme, seed)
      const other = reordered(facts, seed)
      expect(sumsOf(linesOf(programme, other)), `seed ${seed}`).toEqual(sumsOf(linesOf(programme, facts)))
    }
  },
)

test('lines that are there stay as they are, whatever follows', () => {
  for (const programme of programmeFiles) {
    const facts = randomHistory(programme, 1)
    const half = linesOf(programme, facts.slice(0, 20))
    expect(linesOf(programme, facts).slice(0, half.length)).toEqual(half)
  }
})

test('facts at once bring the same lines as one after the other, each with a book of its own', () => {
  for (const programme of programmeFiles) {
    for (let seed = 1; seed <= 40; seed += 1) {
      const facts = randomHistory(programme, seed)
      const atOnce = takeFacts(
        emptyBook,
        facts.map((fact) => ({ fact, programme })),
      )
      expect(atOnce.lines, `seed ${seed}`).toEqual(linesOf(programme, facts))
    }
  }
})
