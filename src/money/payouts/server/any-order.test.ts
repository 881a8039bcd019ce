import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareCsvTotals } from '#test/csv-totals.ts'
import { databaseKinds } from '#test/databases.ts'
import { histories } from '#test/full-run.ts'
import { type ActionName, act, actionNames, weights } from '#test/money/act.ts'
import type { Choice } from '#test/money/actions.ts'
import { MoneyInvariants } from '#test/money/money-invariants.ts'
import { MoneyWorld } from '#test/money/money-world.ts'
import { settleEverything, takeBackInParts } from '#test/money/settle-everything.ts'

const choice: fc.Arbitrary<Choice> = fc.record({
  pick: fc.nat(1000),
  cents: fc.oneof(fc.integer({ min: 1, max: 3_000_000 }), fc.constantFrom(1, 3, 50, 10_001)),
  percent: fc.nat(99),
  second: fc.boolean(),
})
/** Each action once: all of them can be done. */
const everyAction = actionNames.map(
  (name, index) => [[name, { pick: 3 * index, cents: 1_000_001, percent: 49, second: false }]] as const,
)
const actionName = fc.oneof(...actionNames.map((name) => ({ weight: weights[name], arbitrary: fc.constant(name) })))
const one = fc.tuple(actionName, choice)
type Round = readonly (readonly [name: ActionName, given: Choice])[]
/** What happens one after the other; some of it at once. */
const sequence: fc.Arbitrary<readonly Round[]> = fc.array(
  fc.oneof({ weight: 5, arbitrary: fc.tuple(one) }, { weight: 1, arbitrary: fc.tuple(one, one) }),
  {
    minLength: 16,
    maxLength: 30,
    size: 'max',
  },
)

/** The same sequences each time. `MONEY_RUNS=500 MONEY_SEED=7`: more of them, and others. */
const runs = Number(process.env.MONEY_RUNS ?? histories(10))
const seed = Number(process.env.MONEY_SEED ?? 1)

describe.each(databaseKinds())('money in any order on %s', (databaseKind) => {
  let world: MoneyWorld
  beforeAll(async () => {
    world = await MoneyWorld.open(databaseKind)
  })
  afterAll(() => world.close())

  /** How often each action did something in all sequences. */
  const done = new Map<ActionName, number>()
  const note = (name: ActionName) => void done.set(name, (done.get(name) ?? 0) + 1)

  test('payments, refunds, payouts, files and answers: no order of them makes, loses or doubles a cent', {
    timeout: runs * 10_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (rounds: readonly Round[]) => {
        await world.next()
        for (const round of rounds) {
          world.isAlone = round.length === 1
          await Promise.all(round.map(([name, draw]) => act(world, name, draw, note)))
        }
        world.isAlone = true
        expect(await new MoneyInvariants(world).check()).toEqual([])
        expect(await settleEverything(world)).toEqual([])
        await takeBackInParts(world)
        expect(await new MoneyInvariants(world).check()).toEqual([])
      }),
      { examples: [[everyAction]], numRuns: runs, endOnFailure: true, seed },
    )
    const { wrong, negative } = await compareCsvTotals(world.staff[0])
    expect([wrong, negative > 0]).toEqual([[], true])
    // Not one of them was refused every time.
    expect(actionNames.filter((name) => !done.get(name))).toEqual([])
  })
})
