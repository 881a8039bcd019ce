import { releaseCommission } from '#money/commissions/server/hold-commands.ts'
import { earningActions } from './earning-actions.ts'
import { type MoneyWorld, minimumCents, unlessRefused } from './money-world.ts'
import { payoutActions } from './payout-actions.ts'
import { openCommissions } from './run-invariants.ts'

/**
 * Releases what is held and pays everything that can be paid, as staff and bank would on a good day. What is wrong then: payouts
 * that did not come to an end, and partners who are owed more than the minimum.
 */
export async function settleEverything(world: MoneyWorld): Promise<string[]> {
  for (const { id, held_reason } of await openCommissions(world)) {
    if (held_reason !== null) await world.run(world.asStaff(false), (context) => releaseCommission(context, id))
  }
  const left = () =>
    world.rows<{ id: string; status: string }>(
      `select id, status from payouts where run_id = any($1) and status not in ('paid', 'cancelled')`,
    )
  const choice = { pick: 0, cents: 1, percent: 99, second: false }
  await unlessRefused(payoutActions.issue(world, choice))
  for (let round = 0; (await left()).length > 0 && round < 30; round += 1) {
    for (const action of ['retry', 'approve', 'file', 'bankPays'] as const) {
      const second = round % 2 === 1
      await unlessRefused(payoutActions[action](world, { ...choice, pick: round, percent: action === 'file' ? 1 : 99, second }))
    }
  }
  const open = await openCommissions(world)
  const owed = world.partners.flatMap(({ client: { userId }, invoices }) => {
    const balance = open
      .filter(({ partner_id }) => partner_id === userId)
      .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    return balance < minimumCents ? [] : [`${balance} cents are still owed to ${invoices}`]
  })
  return [...(await left()).map(({ id, status }) => `payout ${id} is still ${status}`), ...owed]
}

/** After all was paid: clients take money back, each in two steps, which leaves nothing of it but a balance. */
export async function takeBackInParts(world: MoneyWorld): Promise<void> {
  for (let pick = 0; pick < 3; pick += 1) {
    // Odd: any of them; even: the one that was begun.
    const step = { pick: 2 * pick + 1, cents: 1_000_003, second: false }
    await earningActions.reverse(world, { ...step, percent: 99 })
    await earningActions.reverse(world, { ...step, pick: 0, percent: 0 })
  }
  await unlessRefused(payoutActions.issue(world, { pick: 0, cents: 1, percent: 99, second: true }))
}
