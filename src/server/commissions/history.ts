import * as z from 'zod/mini'
import type { CommissionEvent } from '#api/commissions.ts'
import { commissionEvent } from '#api/commissions.ts'
import type { Tx } from '../db/database.ts'

const told = commissionEvent.shape.name.options
const money = commissionEvent.shape.after

/** History of a commission, oldest first, from the events that the caller may read. */
export async function commissionHistory(tx: Tx, commissionId: string): Promise<CommissionEvent[]> {
  const rows = await tx
    .selectFrom('events as e')
    .leftJoin('profiles as p', 'p.user_id', 'e.actor_id')
    .select(['e.id', 'e.name', 'e.occurred_at', 'e.before', 'e.after', 'p.full_name as by'])
    .where('e.subject_id', '=', commissionId)
    .where('e.name', 'in', told)
    .orderBy('e.seq')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name as CommissionEvent['name'],
    at: row.occurred_at.toISOString(),
    by: row.by,
    before: moneyOf(row.before),
    after: moneyOf(row.after),
  }))
}

/** Revenue, rate and amount, if the event has them. */
function moneyOf(values: Record<string, unknown> | null): CommissionEvent['after'] {
  const { revenueCents, commissionRate, amountCents } = values ?? {}
  const result = z.safeParse(money, { revenueCents, commissionRate, amountCents })
  return result.success ? result.data : null
}
