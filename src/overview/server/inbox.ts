import { sql } from 'kysely'
import { invitationIs } from '#accounts/people/server/queries.ts'
import { waitsFor as contractWaitsFor } from '#contracts/contracts/server/queries.ts'
import { registrationTasks } from '#leads/registrations/server/queries.ts'
import type { CommissionStatus } from '#money/commissions/domain.ts'
import { waitsFor as commissionWaitsFor } from '#money/commissions/server/queries.ts'
import { disputesToAnswer } from '#money/disputes/server/queries.ts'
import { invoicesToCheck } from '#money/uploaded-invoices/server/queries.ts'
import { partnersToCheck } from '#money/vigilance/server/queries.ts'
import { countFailures } from '#operations/failures/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'

interface TaskCounts {
  readonly partnersWithoutContract: number
  readonly contractsToCountersign: number
  readonly contractsDeclined: number
  readonly contractsAwaitingPartner: number
  readonly contractsSince: Date | null
  readonly possibleDuplicates: number
  readonly commissionsOverdue: number
  readonly commissionsOverdueCents: number
  readonly invitationsPending: number
  readonly invitationsExpired: number
  readonly invitationsOpen: number
  readonly invitationsSince: Date | null
}

const taskCounts = keptQuery<{ now: Date }, TaskCounts>((_, parameter) => {
  const now = parameter('now')
  return sql<TaskCounts>`
    select (
        select count(*) from profiles p left join user_roles r on r.user_id = p.user_id
        where p.main_contract is null and p.deleted_at is null and p.joined_at is not null
          and coalesce(r.role, 'partner') = 'partner'
      ) as "partnersWithoutContract",
      (
        select count(*) from contracts
        where status = 'signe' and signing_method = 'electronic' and countersigned_at is null
      ) as "contractsToCountersign",
      open.declined as "contractsDeclined", open.awaiting as "contractsAwaitingPartner", open.since as "contractsSince",
      (select coalesce(sum(possible_duplicates), 0)::bigint from lead_totals) as "possibleDuplicates",
      late.count as "commissionsOverdue", late.cents as "commissionsOverdueCents",
      invited.pending as "invitationsPending", invited.expired as "invitationsExpired",
      invited.open as "invitationsOpen", invited.since as "invitationsSince"
    from (
      select count(*) filter (where ${contractWaitsFor('provider')}) as declined,
        count(*) filter (where ${contractWaitsFor('partner')}) as awaiting,
        min(c.created_at) filter (where ${contractWaitsFor('partner')}) as since
      from contracts c where c.status = 'en_attente'
    ) open, (
      select coalesce(sum(count), 0)::bigint as count, coalesce(sum(cents), 0)::bigint as cents from (
        select count, amount_cents as cents from commission_due_totals where day < (${now}::timestamptz at time zone 'UTC')::date
        union all
        select 1, c.amount_cents from commissions c
        where ${commissionWaitsFor('overdue', now)}
          and c.payable_by >= date_trunc('day', ${now}::timestamptz at time zone 'UTC') at time zone 'UTC'
      ) days_and_today
    ) late, (
      select count(*) as pending, count(*) filter (where ${invitationIs('expired', now)}) as expired,
        count(*) filter (where ${invitationIs('open', now)}) as open,
        min(i.created_at) filter (where ${invitationIs('open', now)}) as since
      from invitations i join profiles p on p.user_id = i.user_id and p.deleted_at is null
      where i.accepted_at is null and i.withdrawn_at is null
    ) invited`
})

/**
 * Open tasks for staff, which of them are overdue, and what waits for others, since when. Each count has the condition of the
 * list that its entry leads to, and an index that holds only what waits.
 */
export async function staffTasks(tx: Tx, now: Date) {
  const [[counts], commissions, undelivered, disputes, invoices, documents, registrations] = await Promise.all([
    taskCounts(tx, { now }),
    commissionTasks(tx, now),
    countFailures(tx),
    disputesToAnswer(tx),
    invoicesToCheck(tx),
    partnersToCheck(tx),
    registrationTasks(tx, now),
  ])
  const { count: disputesOpen, oldest } = disputes
  const { contractsSince, invitationsSince, ...otherCounts } = counts as TaskCounts
  return {
    ...otherCounts,
    ...commissions,
    contractsAwaitingSince: contractsSince?.toISOString() ?? null,
    invitationsOpenSince: invitationsSince?.toISOString() ?? null,
    undelivered,
    disputesOpen,
    oldestDisputeAt: oldest?.toISOString() ?? null,
    invoicesToCheck: invoices,
    partnersToCheck: documents,
    registrationsToAnswer: registrations.toAnswer,
    registrationsLate: registrations.late,
    extensionsToAnswer: registrations.extensions,
  }
}

interface WaitingCommissions {
  readonly set: 'pending' | 'disputed' | 'unlike' | 'valid' | 'disputed valid' | 'held'
  readonly count: number
  readonly cents: number
  readonly since: Date | null
}

interface Waiting extends WaitingCommissions {
  readonly cash: boolean
  readonly oldest: Date | null
}

const waitingCommissions = keptQuery<{ now: Date }, Waiting>((_, parameter) => {
  const now = parameter('now')
  const isCash = sql`(select commission_basis = 'cash' from programme_settings)`
  const sums = (set: WaitingCommissions['set'], since: string) => sql`
    select ${set}::text as set, count(*) as count, coalesce(sum(c.amount_cents), 0)::bigint as cents,
      min(${sql.ref(since)}) as since`
  const sum = (set: WaitingCommissions['set'], status: CommissionStatus) => sql`
    select ${set}::text as set, coalesce(sum(count), 0)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as cents,
      null::timestamptz as since
    from commission_totals where status = ${status}`
  return sql<Waiting>`
    select waiting.*, ${isCash} as cash,
      case when ${isCash} then (
        select c.created_at from commissions c where ${commissionWaitsFor('client', now)} and c.created_at > '-infinity'
        order by c.created_at, c.id limit 1
      ) end as oldest
    from (
      ${sum('pending', 'en_attente')}
      union all ${sums('disputed', 'c.created_at')} from commissions c where c.disputed and c.status = 'en_attente'
      union all ${sums('unlike', 'c.created_at')} from (
        select c.* from commissions c where c.status = 'en_attente' and c.kind <> 'deal' and ${isCash}
        union all
        select c.* from lead_terms t join commissions c on c.lead_id = t.lead_id
        where t.commission_basis <> (select commission_basis from programme_settings)
          and c.status = 'en_attente' and c.kind = 'deal'
      ) c where not c.disputed
      union all ${sum('valid', 'valide')}
      union all ${sums('disputed valid', 'c.validated_at')} from commissions c where c.disputed and c.status = 'valide'
      union all ${sums('held', 'c.validated_at')} from commissions c where ${commissionWaitsFor('held', now)}
    ) waiting`
})

/**
 * Commissions by whom they wait for. The many are kept sums; only the few that differ are read: contested ones, held ones, and
 * pending ones whose lead does not become due as the programme says.
 */
async function commissionTasks(tx: Tx, now: Date) {
  const rows = await waitingCommissions(tx, { now })
  const of = (set: WaitingCommissions['set']) => {
    const row = rows.find((each) => each.set === set)
    return { count: row?.count ?? 0, cents: row?.cents ?? 0, since: row?.since ?? null }
  }
  const without = (all: Sum, ...others: Sum[]): Sum => ({
    count: others.reduce((count, other) => count - other.count, all.count),
    cents: others.reduce((cents, other) => cents - other.cents, all.cents),
  })
  const [unlike, held] = [of('unlike'), of('held')]
  const asUsual = without(of('pending'), of('disputed'), unlike)
  const isByPayment = rows[0]?.cash ?? false
  const [validation, client] = isByPayment ? [unlike, asUsual] : [asUsual, unlike]
  const clientSince = isByPayment ? (rows[0]?.oldest ?? null) : unlike.since
  const payment = without(of('valid'), of('disputed valid'), held)
  return {
    commissionsToValidate: validation.count,
    commissionsToValidateCents: validation.cents,
    commissionsToPay: payment.count,
    commissionsToPayCents: payment.cents,
    commissionsAwaitingClient: client.count,
    commissionsAwaitingClientSince: clientSince?.toISOString() ?? null,
    commissionsHeld: held.count,
    commissionsHeldSince: held.since?.toISOString() ?? null,
  }
}

interface Sum {
  readonly count: number
  readonly cents: number
}
