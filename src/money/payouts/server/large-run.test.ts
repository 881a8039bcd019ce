import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '#test/databases.ts'
import { openManyPartners } from '#test/many-partners.ts'
import type { PayoutApp } from '#test/payout-app.ts'
import { formOf, type PayoutFileApp } from '#test/payout-file-app.ts'

const partners = 200

describe.each(databaseKinds())('a run of 200 partners on %s', (databaseKind) => {
  let world: PayoutApp
  let files: PayoutFileApp
  beforeAll(async () => {
    ;({ world, files } = await openManyPartners(databaseKind, partners))
  })
  afterAll(() => world.app.close())

  /** Statements of a piece of work, those of background jobs included. */
  const countStatements = async <T>(work: () => Promise<T>) => {
    const before = world.app.portal.database.traffic.statements
    const result = await work()
    return { result, statements: world.app.portal.database.traffic.statements - before }
  }

  test('takes as many statements as one of few', async () => {
    const handled = world.app.portal.eventRules.withJob as Set<string>
    handled.delete('payout_run.issued')
    try {
      const preview = await countStatements(() => world.preview())
      expect(preview.result.totals).toMatchObject({ payouts: partners, totalCents: partners * 15_000 })
      const issue = await countStatements(() => world.issue(preview.result))
      expect([issue.result.status, issue.result.body.payouts]).toEqual([201, partners])
      const payouts = await world.payouts(issue.result.body.id)
      const approval = await countStatements(() => world.approve(payouts))
      expect(approval.result.body).toEqual({ count: partners, totalCents: partners * 15_000 })
      const plan = await countStatements(() => files.preview({ runId: issue.result.body.id }))
      const file = await countStatements(() => files.send(formOf(plan.result, { runId: issue.result.body.id })))
      expect(file.result.body.file).toMatchObject({ lineCount: partners, totalCents: partners * 15_000 })
      // About 20 are the run's own, and one for each partner would be 200. What polls the database and follows the events
      // counts as well, the more the slower the machine.
      for (const each of [preview, issue, approval, plan, file]) expect(each.statements).toBeLessThan(partners)
    } finally {
      handled.add('payout_run.issued')
    }
  })
})
