import type { Run } from './attempts.ts'
import type { Catalogue } from './catalogue.ts'
import { leavePoliciesAlone } from './row-access.ts'
import type { Weakening } from './weakenings.ts'
import { functionWeakenings, grantWeakenings, policyWeakenings, triggerWeakenings } from './weakenings.ts'
import { insertRows } from './sample-rows.ts'

export interface Tally {
  readonly kind: string
  readonly total: number
  /** Weakenings that no check detected. */
  readonly missed: readonly string[]
}

/**
 * Weakens every policy, trigger, function and grant, one at a time, and checks that the catalogue detects it; all in one
 * transaction that is rolled back. `grants`: `sampled` tries one of ten, `all` includes every column.
 */
export async function weakenAll(run: Run, catalogue: Catalogue, grants: 'all' | 'sampled'): Promise<Tally[]> {
  try {
    await insertRows(run, catalogue)
    const tallies = [
      await tallyOf(run, 'triggers', await triggerWeakenings(run, catalogue)),
      await tallyOf(run, 'functions', await functionWeakenings(run, catalogue)),
      await tallyOf(
        run,
        'grants',
        (await grantWeakenings(run, catalogue, grants === 'all')).filter((_, place) => grants === 'all' || place % 10 === 0),
      ),
    ]
    await leavePoliciesAlone(run, catalogue)
    return [await tallyOf(run, 'policies', await policyWeakenings(run, catalogue)), ...tallies]
  } finally {
    await run('rollback')
  }
}

async function tallyOf(run: Run, kind: string, weakenings: readonly Weakening[]): Promise<Tally> {
  const missed: string[] = []
  for (const { what, sql, look } of weakenings) {
    await run('savepoint before')
    try {
      await run(sql)
    } catch (error) {
      throw new Error(`"${what}" could not be tried: ${(error as Error).message}`)
    }
    if ((await look(run)).length === 0) missed.push(what)
    await run('rollback to savepoint before; release savepoint before')
  }
  return { kind, total: weakenings.length, missed }
}
