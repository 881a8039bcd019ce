import { sql } from 'kysely'
import type { CommissionStatus, CommissionStatusStats } from '#domain/commissions.ts'
import type { Tx } from '../db/database.ts'
import { disputesToAnswer } from '../disputes/queries.ts'
import { countFailures } from '../failures/queries.ts'

/** Ignores contracts of people who are no longer partners. */
const ofPartner = sql`exists (
  select from profiles p left join user_roles r on r.user_id = p.user_id
  where p.user_id = c.user_id and p.deleted_at is null and coalesce(r.role, 'partner') = 'partner'
)`

interface TaskCounts {
  readonly partnersWithoutContract: number
  readonly contractsToCountersign: number
  readonly contractsDeclined: number
  readonly contractsAwaitingPartner: number
  readonly possibleDuplicates: number
  readonly commissionsOverdue: number
  readonly commissionsOverdueCents: number
  readonly invitationsPending: number
  readonly invitationsExpired: number
}

/**
 * Open tasks for staff, and which of them are overdue. Each condition is that of a partial index, which holds only what waits.
 */
export async function staffTasks(tx: Tx, now: Date) {
  const counts = sql<TaskCounts>`
    select (
        select count(*) from profiles p left join user_roles r on r.user_id = p.user_id
        where p.main_contract is null and p.deleted_at is null and p.joined_at is not null
          and coalesce(r.role, 'partner') = 'partner'
      ) as "partnersWithoutContract",
      (
        select count(*) from contracts
        where status = 'signe' and signing_method = 'electronic' and countersigned_at is null
      ) as "contractsToCountersign",
      open.declined as "contractsDeclined", open.awaiting as "contractsAwaitingPartner",
      (select coalesce(sum(possible_duplicates), 0)::bigint from lead_totals) as "possibleDuplicates",
      late.count as "commissionsOverdue", late.cents as "commissionsOverdueCents",
      invited.pending as "invitationsPending", invited.expired as "invitationsExpired"
    from (
      select count(*) filter (where c.declined_at is not null) as declined,
        count(*) filter (where c.declined_at is null) as awaiting
      from contracts c where c.status = 'en_attente' and ${ofPartner}
    ) open, (
      select count(*) as count, coalesce(sum(amount_cents), 0)::bigint as cents
      from commissions where status = 'valide' and held_reason is null and not disputed and payable_by <= ${now}
    ) late, (
      select count(*) as pending, count(*) filter (where expires_at <= ${now}) as expired
      from invitations where accepted_at is null and withdrawn_at is null
    ) invited`.execute(tx)
  const [{ rows }, undelivered, disputes] = await Promise.all([counts, countFailures(tx), disputesToAnswer(tx)])
  const { count: disputesOpen, oldest } = disputes
  return { ...(rows[0] as TaskCounts), undelivered, disputesOpen, oldestDisputeAt: oldest?.toISOString() ?? null }
}

/** Commissions that wait for validation and for payment. */
export function commissionTasks(byStatus: readonly CommissionStatusStats[]) {
  const of = (status: CommissionStatus) => byStatus.find((row) => row.status === status)
  return {
    commissionsToValidate: of('en_attente')?.count ?? 0,
    commissionsToValidateCents: of('en_attente')?.amountCents ?? 0,
    commissionsToPay: of('valide')?.count ?? 0,
    commissionsToPayCents: of('valide')?.amountCents ?? 0,
  }
}
