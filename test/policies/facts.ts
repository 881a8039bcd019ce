import { attemptAll, type Run } from './attempts.ts'
import type { Catalogue, Fact } from './catalogue.ts'

/** Facts about one table's triggers. */
export function factsOfTable(catalogue: Catalogue, table: string): Fact[] {
  const expected = catalogue.tables[table]
  return expected && 'triggers' in expected ? Object.values(expected.triggers ?? {}).flat() : []
}

export function factsOfTrigger(catalogue: Catalogue, table: string, trigger: string): readonly Fact[] {
  const expected = catalogue.tables[table]
  return (expected && 'triggers' in expected && expected.triggers?.[trigger]) || []
}

export function allFacts(catalogue: Catalogue): Fact[] {
  const ofTables = Object.keys(catalogue.tables).flatMap((table) => factsOfTable(catalogue, table))
  return [...ofTables, ...Object.values(catalogue.functions).flatMap(({ facts = [] }) => facts), ...catalogue.withheld]
}

/** A message for each fact that does not hold. */
export async function factFindings(run: Run, facts: readonly Fact[]): Promise<string[]> {
  const outcomes = await attemptAll(
    run,
    facts.map(({ as: actor, setup, sql, expect }) => {
      const mode = 'value' in expect ? 'value' : 'write'
      return { actor, sql, mode, judge: true, ...(setup ? { setup } : {}) } as const
    }),
  )
  return facts.flatMap(({ title, expect }, index) => {
    const { refused = null, value } = outcomes[index] ?? {}
    if ('refused' in expect) {
      const holds = refused && (refused.constraint === expect.refused || refused.code === expect.refused)
      return holds ? [] : [`Not so: ${title} (${refused ? refused.message : 'nothing refused it'})`]
    }
    const holds = !refused && JSON.stringify(value ?? null) === JSON.stringify(expect.value)
    return holds ? [] : [`Not so: ${title} (${refused ? refused.message : JSON.stringify(value)})`]
  })
}
