import { sql } from 'kysely'
import type { CommissionStatus } from '#domain/commissions.ts'
import { paymentDelayDays } from '#domain/commissions.ts'
import { commissionStatsByStatus } from '../commissions/queries.ts'
import type { Tx } from '../db/database.ts'
import { countFailures } from '../failures/queries.ts'

/** Ignores contracts of people who are no longer partners. */
const ofPartner = sql`exists (
  select 1 from profiles p where p.user_id = contracts.user_id and p.deleted_at is null and app.role_of(p.user_id) = 'partner'
)`

/** Open tasks for staff, and which of them are overdue. */
export async function waitingForStaff(tx: Tx, now: Date) {
  const byStatus = await commissionStatsByStatus(tx)
  const of = (status: CommissionStatus) => byStatus.find((row) => row.status === status)
  const lastInTime = new Date(now.getTime() - paymentDelayDays * 86_400_000)
  const waiting = await tx
    .selectNoFrom([
      sql<number>`(
        select count(*) from profiles p
        where p.deleted_at is null and p.joined_at is not null and app.role_of(p.user_id) = 'partner'
          and not exists (select from contracts c where c.user_id = p.user_id and c.contract_type = 'main')
      )`.as('partnersWithoutContract'),
      sql<number>`(
        select count(*) from contracts where status = 'signe' and signing_method = 'electronic' and countersigned_at is null
      )`.as('contractsToCountersign'),
      sql<number>`(
        select count(*) from contracts where status = 'en_attente' and declined_at is not null and ${ofPartner}
      )`.as('contractsDeclined'),
      sql<number>`(
        select count(*) from contracts where status = 'en_attente' and declined_at is null and ${ofPartner}
      )`.as('contractsAwaitingPartner'),
      sql<number>`(select count(*) from leads where possible_duplicate_of is not null)`.as('possibleDuplicates'),
    ])
    .executeTakeFirstOrThrow()
  const late = await tx
    .selectFrom('commissions')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents')])
    .where('status', '=', 'valide')
    .where('validated_at', '<=', lastInTime)
    .executeTakeFirstOrThrow()
  const invitations = await tx
    .selectFrom('invitations')
    .select([sql<number>`count(*)`.as('pending'), sql<number>`count(*) filter (where expires_at <= ${now})`.as('expired')])
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    ...waiting,
    undelivered: await countFailures(tx),
    commissionsToValidate: of('en_attente')?.count ?? 0,
    commissionsToValidateCents: of('en_attente')?.amountCents ?? 0,
    commissionsToPay: of('valide')?.count ?? 0,
    commissionsToPayCents: of('valide')?.amountCents ?? 0,
    commissionsOverdue: late.count,
    commissionsOverdueCents: late.cents,
    invitationsPending: invitations.pending,
    invitationsExpired: invitations.expired,
  }
}
