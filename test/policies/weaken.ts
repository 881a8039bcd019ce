import type { Run } from './attempts.ts'
import type { Catalogue } from './catalogue.ts'
import { structureFindings } from './findings.ts'
import { leavePoliciesAlone } from './row-access.ts'
import { insertRows } from './sample-rows.ts'
import {
  functionWeakenings,
  grantWeakenings,
  type InventoryWeakening,
  policyWeakenings,
  triggerWeakenings,
  type Weakening,
  type Weakenings,
} from './weakenings.ts'

export interface Tally {
  readonly kind: string
  readonly total: number
  /** Weakenings that no check detected. */
  readonly missed: readonly string[]
}

/**
 * Weakens every policy, trigger, function and grant, and checks that the catalogue detects it; all in one transaction that is
 * rolled back. One at a time, but for those that the inventory has to name, each with its own sentence. Only those are tried
 * whose kind and description contain all of `words`.
 */
export async function weakenAll(run: Run, catalogue: Catalogue, words: readonly string[]): Promise<Tally[]> {
  const tally = (kind: string, { single, inInventory }: Weakenings) => {
    const isSelected = ({ what }: { readonly what: string }) => words.every((word) => `${kind} ${what}`.includes(word))
    return tallyOf(run, catalogue, kind, { single: single.filter(isSelected), inInventory: inInventory.filter(isSelected) })
  }
  try {
    await insertRows(run, catalogue)
    const tallies = [
      await tally('triggers', await triggerWeakenings(run, catalogue)),
      await tally('functions', await functionWeakenings(run, catalogue)),
      await tally('grants', { single: await grantWeakenings(run), inInventory: [] }),
    ]
    await leavePoliciesAlone(run, catalogue)
    return [await tally('policies', await policyWeakenings(run, catalogue)), ...tallies]
  } finally {
    await run('rollback')
  }
}

async function tallyOf(run: Run, catalogue: Catalogue, kind: string, { single, inInventory }: Weakenings): Promise<Tally> {
  const missed: string[] = []
  for (const each of single)
    await rolledBack(run, async () => {
      await weaken(run, each)
      if ((await each.look(run)).length === 0) missed.push(each.what)
    })
  await rolledBack(run, async () => {
    for (const each of inInventory) await weaken(run, each)
    const findings = inInventory.length > 0 ? await structureFindings(run, catalogue) : []
    missed.push(
      ...inInventory.filter(({ named: sentence }) => !findings.some((one) => one.includes(sentence))).map(({ what }) => what),
    )
  })
  return { kind, total: single.length + inInventory.length, missed }
}

async function rolledBack(run: Run, work: () => Promise<void>): Promise<void> {
  await run('savepoint before')
  await work()
  await run('rollback to savepoint before; release savepoint before')
}

async function weaken(run: Run, { what, sql }: Weakening | InventoryWeakening): Promise<void> {
  try {
    await run(sql)
  } catch (error) {
    throw new Error(`"${what}" could not be tried: ${(error as Error).message}`)
  }
}
