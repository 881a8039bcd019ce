import { expect, test } from 'vitest'
import { databaseKinds } from '#test/databases.ts'
import { openManyPartners } from '#test/many-partners.ts'
import { formOf } from '#test/payout-file-app.ts'

const partners = 200

test.each(databaseKinds())('a run of 200 partners is issued, approved and sent within seconds on %s', async (databaseKind) => {
  const { world, files } = await openManyPartners(databaseKind, partners)
  const handled = world.app.portal.eventRules.withJob as Set<string>
  handled.delete('payout_run.issued')
  try {
    const started = performance.now()
    const { body: run } = await world.issue(await world.preview())
    await world.approve(await world.payouts(run.id))
    const sent = await files.send(formOf(await files.preview({ runId: run.id }), { runId: run.id }))
    const seconds = (performance.now() - started) / 1000
    expect(sent.body.file).toMatchObject({ lineCount: partners })
    // The budget is 5 s on two cores of their own.
    expect(seconds).toBeLessThan(20)
  } finally {
    handled.add('payout_run.issued')
    await world.app.close()
  }
})
