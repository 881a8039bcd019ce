import { expect, test } from 'vitest'
import { freshDatabase } from './databases.ts'
import { isFullRun } from './full-run.ts'
import { catalogue } from './policies/expectations.ts'
import { weakenAll } from './policies/weaken.ts'
import { findPostgres } from './postgres.ts'

test.runIf(isFullRun && findPostgres())(
  'whatever weakens a policy, trigger, function or grant is noticed',
  { timeout: 600_000 },
  async () => {
    const { database, close } = await freshDatabase('postgres', { queryMs: 60_000, transactionMs: 600_000 })
    try {
      const tallies = await database.asOwner((run) => weakenAll(run, catalogue, []))
      expect(tallies.flatMap(({ missed }) => missed)).toEqual([])
      for (const { total } of tallies) expect(total).toBeGreaterThan(100)
    } finally {
      await close()
    }
  },
)
