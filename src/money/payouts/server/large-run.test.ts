import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encryptIban } from '#money/bank-details/server/iban-encryption.ts'
import { databaseKinds } from '#test/databases.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { formOf, PayoutFileApp } from '#test/payout-file-app.ts'
import { ibanFor } from '#test/samples/bank/payouts.ts'

const partners = 200

describe.each(databaseKinds())('a run of 200 partners on %s', (databaseKind) => {
  let world: PayoutApp
  let files: PayoutFileApp
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    files = new PayoutFileApp(world)
    files.untilMorning()
    // Statements count as accepted at once.
    await world.programme({ acceptanceDays: 0 })
    await world.app.portal.database.asOwner(async (run) => {
      // One statement: a company without an owner is refused where its transaction ends.
      await run(`with people as (
          insert into profiles (user_id, email, full_name, created_at, joined_at)
          select gen_random_uuid(), 'p' || n || '@exemple.fr', 'Partenaire ' || n, now(), now()
          from generate_series(1, ${partners}) n returning user_id
        ), companies as (
          insert into partners (id, main_person_id, created_at) select user_id, user_id, now() from people
        )
        insert into partner_members (partner_id, person_id, role, since) select user_id, user_id, 'owner', now() from people`)
      const { rows } = await run(`select user_id from profiles where full_name like 'Partenaire %'`)
      const details = rows.map(({ user_id }, index) => {
        const iban = ibanFor('FR', String(index).padStart(23, '0'))
        return { partner_id: user_id, ...encryptIban(world.app.portal.config, String(user_id), iban) }
      })
      await run(
        `insert into payment_infos (partner_id, company, iban_encrypted, iban_seal, iban_fingerprint, iban_mask_encrypted,
          iban_checks_out, address, country, updated_at, iban_changed_at)
        select partner_id, 'Societe', iban_encrypted, iban_seal, iban_fingerprint, iban_mask_encrypted, true, '1 rue du Port',
          'France', now(), now() - interval '100 hours'
        from jsonb_populate_recordset(null::payment_infos, $1::jsonb)`,
        [JSON.stringify(details)],
      )
      await run(`insert into commissions (id, partner_id, kind, description, revenue_cents, commission_rate, tier_name,
          amount_cents, status, created_at, validated_at, payable_by)
        select gen_random_uuid(), user_id, 'manual', 'Prime ' || n, 10000 * n, 10, 'Bronze', 1000 * n, 'valide',
          now(), now(), now()
        from profiles, generate_series(1, 5) n where full_name like 'Partenaire %'`)
    })
  })
  afterAll(() => world.app.close())

  /** Statements of a piece of work, those of background jobs included. */
  const countStatements = async <T>(work: () => Promise<T>) => {
    const before = world.app.portal.database.traffic.statements
    const result = await work()
    return { result, statements: world.app.portal.database.traffic.statements - before }
  }

  test('takes as many statements as one of few, and seconds at most', async () => {
    const handled = world.app.portal.eventRules.withJob as Set<string>
    handled.delete('payout_run.issued')
    try {
      const started = performance.now()
      const preview = await countStatements(() => world.preview())
      expect(preview.result.totals).toMatchObject({ payouts: partners, totalCents: partners * 15_000 })
      const issue = await countStatements(() => world.issue(preview.result))
      expect([issue.result.status, issue.result.body.payouts]).toEqual([201, partners])
      const payouts = await world.payouts(issue.result.body.id)
      const approval = await countStatements(() => world.approve(payouts))
      expect(approval.result.body).toEqual({ count: partners, totalCents: partners * 15_000 })
      const plan = await countStatements(() => files.preview({ runId: issue.result.body.id }))
      const file = await countStatements(() => files.send(formOf(plan.result, { runId: issue.result.body.id })))
      const seconds = (performance.now() - started) / 1000
      expect(file.result.body.file).toMatchObject({ lineCount: partners, totalCents: partners * 15_000 })
      // About 20 are the run's own, and one for each partner would be 200. What polls the database and follows the events
      // counts as well, the more the slower the machine.
      for (const each of [preview, issue, approval, plan, file]) expect(each.statements).toBeLessThan(partners)
      // The budget is 5 s on two cores of their own.
      expect(seconds).toBeLessThan(20)
    } finally {
      handled.add('payout_run.issued')
    }
  })
})
