import { type MoneyWorld, minimumCents } from './money-world.ts'

interface OpenRow {
  readonly id: string
  readonly partner_id: string
  readonly amount_cents: number
  readonly reverses_id: string | null
  readonly held_reason: string | null
  readonly original_is_open: boolean
}

/** What is validated and in no payout. */
export function openCommissions(world: MoneyWorld): Promise<OpenRow[]> {
  return world.rows<OpenRow>(
    `select c.id, c.partner_id, c.amount_cents, c.reverses_id, c.held_reason,
        o.payout_id is null and o.status = 'valide' as original_is_open
      from commissions c left join commissions o on o.id = c.reverses_id
      where c.status = 'valide' and c.payout_id is null`,
  )
}

/**
 * What a run had to do with the commissions that were open before it: a payout of all that is payable, what was taken back
 * included, or, below the minimum, nothing: then the balance stays, to the cent, for the next run. `null`: it was refused.
 */
export async function brokenByRun(world: MoneyWorld, before: readonly OpenRow[], runId: string | null): Promise<string[]> {
  const inRun = `select partner_id, net_cents from payouts where run_id = '${runId}'`
  const payouts = runId === null ? [] : await world.rows<{ partner_id: string; net_cents: number }>(inRun)
  const after = await openCommissions(world)
  return world.partners.flatMap(({ client: { userId }, invoices }) => {
    const own = before.filter(({ partner_id }) => partner_id === userId)
    const free = own.filter(({ held_reason }) => held_reason === null)
    // A clawback waits for the commission that it takes back from.
    const waits = ({ reverses_id, original_is_open }: OpenRow) => original_is_open && !free.some(({ id }) => id === reverses_id)
    const payable = free.filter((row) => !waits(row))
    const net = payable.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const paid = payouts.filter(({ partner_id }) => partner_id === userId).map(({ net_cents }) => net_cents)
    const expected = net >= minimumCents ? [net] : []
    const stays = net >= minimumCents ? own.filter((row) => !payable.includes(row)) : own
    const stayed = after.filter(({ partner_id }) => partner_id === userId)
    const keys = (rows: readonly OpenRow[]) =>
      rows
        .map(({ id, amount_cents }) => `${id} ${amount_cents}`)
        .toSorted()
        .join()
    return [
      ...(paid.join() === expected.join() ? [] : [`run pays ${paid.join()} instead of ${expected.join()} to ${invoices}`]),
      ...(keys(stayed) === keys(stays)
        ? []
        : [`run leaves another balance to ${invoices}: ${keys(stayed)} instead of ${keys(stays)}`]),
    ]
  })
}
