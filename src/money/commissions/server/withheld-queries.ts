import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'

interface WithheldRow {
  readonly id: string
  readonly count: number
  readonly cents: number
  readonly company: string | null
  readonly amount_cents: number
  readonly disputed: boolean
  readonly held_reason: string | null
  readonly since: Date
}

/** Commissions that an overview names; the sum has all of them. */
const maxNames = 3

/**
 * Since when a commission waits: since its dispute was opened, else since it was held and not released again. What a payment of
 * the client split off a held commission has no event of its own: it waits since it was validated.
 */
const withheldOfOwn = keptQuery<object, WithheldRow>(
  () => sql<WithheldRow>`
    select c.id, count(*) over () as count, (sum(c.amount_cents) over ())::bigint as cents, l.company, c.amount_cents, c.disputed,
      c.held_reason, coalesce(
        case when c.disputed then (
          select d.opened_at from disputes d where d.commission_id = c.id and d.state in ('open', 'answered')
        ) else (
          select min(e.occurred_at) from events e
          where e.subject_id = c.id and e.name = 'commission.held' and e.seq > coalesce(
            (select max(r.seq) from events r where r.subject_id = c.id and r.name = 'commission.released'), 0)
        ) end, c.validated_at, c.created_at) as since
    from commissions c left join leads l on l.id = c.lead_id
    where c.status = 'valide' and (c.held_reason is not null or c.disputed)
    order by since, c.id limit ${sql.lit(maxNames)}`,
)

/** The caller's validated commissions that are held or contested and so have no date; null if there are none. */
export async function withheld(tx: Tx) {
  const rows = await withheldOfOwn(tx, {})
  const [first] = rows
  if (!first) return null
  return {
    count: first.count,
    amountCents: Math.max(0, first.cents),
    oldest: rows.map((row) => ({
      id: row.id,
      company: row.company,
      amountCents: row.amount_cents,
      isContested: row.disputed,
      reason: row.held_reason,
      since: row.since.toISOString(),
    })),
  }
}
