import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventName } from '#portal/api/events.ts'
import { answerWindowDays } from '../domain.ts'

/** Events that count as an answer of staff to a lead that a partner submitted. */
const answerEvents: readonly EventName[] = ['lead.moved', 'lead.changed', 'lead.commented']

/** When somebody of a partner last used the portal; null if that is not known. */
export async function lastSeen(tx: Tx, partnerId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('last_visits as v')
    .innerJoin('partner_members as m', (join) => join.onRef('m.person_id', '=', 'v.user_id').on('m.until', 'is', null))
    .select('v.seen_at')
    .where('m.partner_id', '=', partnerId)
    .orderBy('v.seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seen_at ?? null
}

/** Amounts of a partner's validated commissions that wait for something else than their date. */
export function waitingMoney(tx: Tx, partnerId: string): Promise<{ withheldCents: number; inPayoutsCents: number }> {
  return tx
    .selectFrom('commissions')
    .select([
      sql<number>`coalesce(sum(amount_cents) filter (where held_reason is not null or disputed), 0)::bigint`.as('withheldCents'),
      sql<number>`coalesce(sum(amount_cents) filter (where payout_id is not null), 0)::bigint`.as('inPayoutsCents'),
    ])
    .where('partner_id', '=', partnerId)
    .where('status', '=', 'valide')
    .executeTakeFirstOrThrow()
}

export function disputeCounts(tx: Tx, partnerId: string): Promise<{ open: number; closed: number }> {
  return tx
    .selectFrom('disputes')
    .select([
      sql<number>`count(*) filter (where state in ('open', 'answered'))`.as('open'),
      sql<number>`count(*) filter (where state not in ('open', 'answered'))`.as('closed'),
    ])
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
}

export async function newestLeadAt(tx: Tx, partnerId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('leads')
    .select('created_at')
    .where('partner_id', '=', partnerId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/**
 * Median seconds from leads that the partner submitted to the first answer by somebody else, over the leads of `answerWindowDays`
 * that have one. One scan of the partner's events in the months concerned.
 */
export async function answerTime(tx: Tx, partnerId: string, now: Date): Promise<{ seconds: number | null; leads: number }> {
  const since = new Date(now.getTime() - answerWindowDays * 86_400_000)
  const byPartner = sql`e.actor_id in (select m.person_id from partner_members m where m.partner_id = ${partnerId})`
  const answers = sql.join(answerEvents.map((name) => sql.lit(name)))
  const { rows } = await sql<{ seconds: number | null; leads: number }>`
    select round(percentile_cont(0.5) within group (order by extract(epoch from answered_at - submitted_at)))::bigint as seconds,
      count(*) as leads
    from (
      select min(e.occurred_at) filter (where e.name = 'lead.created' and ${byPartner}) as submitted_at,
        min(e.occurred_at) filter (where e.name <> 'lead.created' and e.actor_id is not null and not ${byPartner}) as answered_at
      from events e
      where e.partner_id = ${partnerId} and e.id >= app.first_event_id(${since})
        and e.name in ('lead.created', ${answers})
      group by e.subject_id
    ) submitted
    where submitted_at is not null and answered_at is not null`.execute(tx)
  return rows[0] ?? { seconds: null, leads: 0 }
}

interface Merge {
  readonly at: Date
  readonly former: string
  readonly partner_id: string
  readonly full_name: string
  readonly deleted: boolean
}

/** Into whom a partner was merged, and who was merged into it: `partner_id` is the other one of the two. */
export async function readMerges(tx: Tx, partnerId: string): Promise<Merge[]> {
  const { rows } = await sql<Merge>`
    select c.merged_at as at, c.id as former, p.partner_id, p.full_name, p.partner_deleted_at is not null as deleted
    from partners c
      join ${partnerContacts} p on p.partner_id = case when c.id = ${partnerId} then c.merged_into else c.id end
    where c.merged_into is not null and (c.id = ${partnerId} or c.merged_into = ${partnerId})
    order by c.merged_at desc, c.id`.execute(tx)
  return rows
}
