import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { ReceiptsApp } from '#test/client-payments.ts'
import { databaseKinds } from '#test/databases.ts'
import { dice } from '#test/dice.ts'
import { seedsOf } from '#test/full-run.ts'
import { checkAccounts } from '#test/rule-accounts.ts'

const migration = readFileSync(new URL('../../../../migrations/0302_facts_of_every_commission.sql', import.meta.url), 'utf8')
const carry = migration.slice(migration.indexOf('alter table lead_signings disable trigger user;'))

/** Takes the facts of all commissions away whose lead is in one line, as before the migration, and carries them over again. */
const asBefore = `
  alter table lead_signings disable trigger user;
  alter table commission_facts disable trigger user;
  delete from commission_facts f where f.body ->> 'byHand' = 'true' or exists (select from lead_signings s
    where (s.lead_id, s.partner_id) = (f.lead_id, f.partner_id) and s.in_one_line)
    or exists (select from commission_facts o where o.lead_id = f.lead_id and o.body ->> 'byHand' = 'true');
  delete from lead_signings where in_one_line;
  alter table commission_facts enable trigger user;
  alter table lead_signings enable trigger user;`

describe.each(databaseKinds())('commissions that were made before their facts, on %s', (databaseKind) => {
  let world: ReceiptsApp
  beforeAll(async () => {
    world = await ReceiptsApp.open(databaseKind)
  })
  afterAll(() => world.mail.close())
  beforeEach(() => world.mail.next())

  const carryOver = () =>
    world.app.portal.database.asOwner(async (run) => {
      await run(`begin; ${asBefore} ${carry} commit`)
    })

  /** Does random things to leads and commissions of a new partner; what they have come to. */
  async function play(seed: number, isCarried: boolean) {
    await world.mail.next()
    const roll = dice(seed * 4721)
    const upTo = (max: number) => 1 + Math.floor(roll() * max)
    const pick = <T>(items: readonly T[]) => items[Math.floor(roll() * items.length)]
    const leads: string[] = []
    const payments: { id: string; left: number }[] = []
    const done: string[] = []
    const answered = (what: string, { status, body }: { status: number; body: { code?: string } }) => {
      done.push(`${what} ${body.code ?? status}`)
      return status < 300
    }
    for (let step = 0; step < 40; step += 1) {
      await world.setProgramme(roll() < 0.7 ? 'cash' : 'signature')
      const lines = await world.commissions()
      const [leadId, line, payment] = [pick(leads), pick(lines), pick(payments)]
      const random = roll()
      if (!leadId || (random < 0.15 && leads.length < 6)) leads.push(await world.sign(upTo(1_500_000), `Client ${leads.length}`))
      else if (random < 0.22) {
        const body = {
          partnerId: world.partner.userId,
          description: 'Prime',
          revenueCents: upTo(400_000),
          commissionRate: upTo(40),
        }
        answered('added', await world.staff.try(commissionRoutes.addCommission, { body }))
      } else if (random < 0.45) {
        const netCents = upTo(700_001)
        const recorded = await world.record(leadId, netCents, `F-${step}`)
        if (answered('paid', recorded)) payments.push({ id: recorded.body.payment.id, left: netCents })
      } else if (random < 0.58 && payment && payment.left > 0) {
        const netCents = roll() < 0.4 ? payment.left : upTo(payment.left)
        const isExpectedAgain = roll() < 0.5
        if (answered('refunded', await world.refund(payment.id, netCents, `A-${step}`, { isExpectedAgain })))
          payment.left -= netCents
      } else if (random < 0.68 && line) {
        answered('validated', await world.staff.try(commissionRoutes.validateCommission, { params: { id: line.id } }))
      } else if (random < 0.8 && line) {
        const { id, commissionRate, revenueCents } = line
        const body = { revenueCents: upTo(900_000), commissionRate: roll() < 0.5 ? commissionRate : upTo(60) }
        const from = { revenueCents, commissionRate }
        answered(
          'corrected',
          await world.staff.try(commissionRoutes.correctCommission, { params: { id }, body: { ...body, from } }),
        )
      } else if (random < 0.93 && line) {
        const revenueCents = line.left.revenueCents && upTo(line.left.revenueCents)
        const body = { revenueCents, leftCents: line.left.revenueCents || line.left.amountCents, reason: 'Avoir' }
        answered('taken back', await world.staff.try(commissionRoutes.reverseCommission, { params: { id: line.id }, body }))
      } else answered('closed', await world.close(leadId, (await world.receipts(leadId)).remainder?.revenueCents ?? 0))
      if (isCarried && step % 8 === 5) await carryOver()
      await world.app.portal.database.asActor(system, (tx) => checkAccounts(tx, world.partner.userId))
    }
    const lines = (await world.commissions()).map(({ kind, status, revenueCents, commissionRate, amountCents, tierName, rule }) =>
      [kind, status, revenueCents, commissionRate, amountCents, tierName, rule?.arithmetic ?? null].join(' '),
    )
    return { done, lines: lines.sort() }
  }

  test.each(seedsOf(3))('they go on as those that have had facts from the beginning (%i)', async (seed) => {
    const plain = await play(seed, false)
    expect(await play(seed, true)).toEqual(plain)
    const did = new Set(plain.done.filter((each) => /20\d$/.test(each)).map((each) => each.split(' 2')[0]))
    expect(did.size).toBeGreaterThan(4)
  })
})
