import { type RawBuilder, sql } from 'kysely'
import { invitationIs, partnerContacts } from '#accounts/people/server/queries.ts'
import { waitsFor as contractWaitsFor } from '#contracts/contracts/server/queries.ts'
import { isListed } from '#leads/hidden-clients/server/queries.ts'
import { maxRefusedADay } from '#leads/refused-contacts/domain.ts'
import { waitsFor as commissionWaitsFor } from '#money/commissions/server/queries.ts'
import { isToSendAnew } from '#money/invoices/server/queries.ts'
import { fileLateFrom, isAccepted, isForAnother, isToApprove, payoutWaitsFor } from '#money/payouts/server/waiting-queries.ts'
import { lateAfterDays } from '#people-data/erasures/domain.ts'
import { isTaskNow } from '#people-data/notices/server/queries.ts'
import { lateInSql } from '#platform/server/db/deadlines.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { type TaskKey, taskKinds } from '../domain/task-kinds.ts'

/** Who asks, and when. */
export interface Asking {
  readonly userId: string
  readonly now: Date
  /** Whether the caller decides about staff, too. */
  readonly leadsTeam: boolean
}

/** What waits of a kind. `apart`: what the caller may not act on although their role may, by four eyes or as their own. */
export interface TaskRow {
  readonly kind: TaskKey
  readonly apart: boolean
  readonly count: number
  readonly cents: number
  readonly since: Date | null
  readonly late_from: Date | null
  readonly late: number
  readonly late_cents: number
  /** The record, and its partner, where it is one. */
  readonly id: string
  readonly partner_id: string | null
}

type Values = { [K in keyof Asking]: RawBuilder<Asking[K]> }
/** Rows with `id, partner_id, cents, since, late_from, apart`. */
type Source = (values: Values) => RawBuilder<unknown>

const payouts = (where: RawBuilder<unknown>, since: RawBuilder<unknown>, apart: RawBuilder<unknown>) => sql`
  select p.id, p.partner_id, p.total_cents as cents, ${since} as since, null::timestamptz as late_from, ${apart} as apart
  from payouts p where ${where}`
const isOwn = sql`(p.partner_id = app.partner_id())`
const never = sql`false`

const files = (where: RawBuilder<unknown>) => sql`
  select f.id, null::uuid as partner_id, sum(l.total_cents) as cents, f.created_at as since,
    ${fileLateFrom} as late_from, bool_or(p.partner_id = app.partner_id()) as apart
  from payout_file_lines l join payout_files f on f.id = l.payout_file_id join payouts p on p.id = l.payout_id
  where l.state in ('sent', 'accepted') and ${where} group by f.id`
const contracts = (where: RawBuilder<unknown>, since: string) => sql`
  select c.id, c.user_id as partner_id, 0 as cents, ${sql.ref(since)} as since, null::timestamptz as late_from, false as apart
  from contracts c where ${where}`

const registrations = (where: RawBuilder<unknown>, since: RawBuilder<unknown>, lateFrom: RawBuilder<unknown>) =>
  sql`select r.lead_id as id, r.partner_id, 0 as cents, ${since} as since, ${lateFrom} as late_from,
    r.partner_id = app.partner_id() as apart
  from lead_registrations r where ${where} and ${isListed(sql`r.lead_id`)}`

const disputes = (state: 'open' | 'answered', since: string) => sql`
  select d.id, d.partner_id, coalesce(c.amount_cents, d.expected_cents, 0) as cents, ${sql.ref(since)} as since,
    null::timestamptz as late_from, d.partner_id = app.partner_id() as apart
  from disputes d left join commissions c on c.id = d.commission_id where d.state = ${sql.lit(state)}`

const invitations = (state: 'open' | 'expired', { now, leadsTeam }: Values) => sql`
  select i.user_id as id, i.user_id as partner_id, 0 as cents, i.created_at as since, null::timestamptz as late_from,
    coalesce(r.role, 'partner') <> 'partner' and not ${leadsTeam} as apart
  from invitations i join profiles p on p.user_id = i.user_id and p.deleted_at is null
    left join user_roles r on r.user_id = i.user_id
  where i.accepted_at is null and i.withdrawn_at is null and ${invitationIs(state, now as never)}`

const replacements = sql`
  select i.id, i.partner_id, i.total_cents as cents, i.issued_at as since, null::timestamptz as late_from, false as apart
  from invoices i where ${isToSendAnew}`

const sources: Readonly<Partial<Record<TaskKey, Source>>> = {
  payoutsReturned: () => payouts(sql`p.status = 'rejected'`, sql`p.rejected_at`, isOwn),
  payoutsToSend: () => payouts(sql`p.status = 'approved'`, sql`p.approved_at`, isOwn),
  payoutsToApprove: ({ userId, now }) =>
    payouts(isToApprove(now), sql`least(p.accepted_at, p.contest_until)`, isForAnother(userId)),
  payoutsIssued: ({ now }) => payouts(sql`p.status = 'issued' and not ${isAccepted(now)}`, sql`p.issued_at`, never),
  payoutsBlocked: (values) => payouts(payoutWaitsFor('documents', values), sql`p.issued_at`, never),
  invoicesAwaited: (values) => payouts(payoutWaitsFor('invoice', values), sql`p.issued_at`, never),
  invoicesSentBack: (values) => payouts(payoutWaitsFor('newInvoice', values), sql`p.issued_at`, never),
  invoicesToCheck: () => sql`
    select u.payout_id as id, u.partner_id, u.net_cents + u.vat_cents as cents, u.submitted_at as since,
      null::timestamptz as late_from, u.partner_id = app.partner_id() as apart
    from uploaded_invoices u where u.status = 'submitted'`,
  invoicesRefused: () => replacements,
  filesUnanswered: (values) => files(sql`${fileLateFrom} <= ${values.now}`),
  filesSent: (values) => files(sql`${fileLateFrom} > ${values.now}`),
  disputesOpen: () => disputes('open', 'd.opened_at'),
  disputesAnswered: () => disputes('answered', 'd.answered_at'),
  partnersToCheck: () => sql`
    select d.partner_id as id, d.partner_id, 0 as cents, min(d.received_at) as since,
      null::timestamptz as late_from, false as apart
    from vigilance_documents d join ${partnerContacts} p on p.partner_id = d.partner_id
      left join user_roles r on r.user_id = p.user_id
    where d.status = 'received' and p.deleted_at is null and coalesce(r.role, 'partner') = 'partner' group by d.partner_id`,
  registrationsToAnswer: () => {
    const since = sql`coalesce(r.appealed_at, r.submitted_at)`
    const lateFrom = sql`${since} + (select registration_hours from programme_settings) * interval '1 hour'`
    return registrations(sql`r.state in ('submitted', 'appealed')`, since, lateFrom)
  },
  extensionsToAnswer: () => {
    const where = sql`r.extension_state = 'asked' and r.state in ('accepted', 'extended')`
    return registrations(where, sql`r.extension_asked_at`, sql`null::timestamptz`)
  },
  peopleToTell: ({ now }) => sql`
    select n.lead_id as id, null::uuid as partner_id, 0 as cents, null::timestamptz as since,
      n.due_at as late_from, false as apart
    from lead_notices n where ${isTaskNow(now as never)}`,
  requestsToAnswer: () => sql`
    select r.id, null::uuid as partner_id, 0 as cents, r.received_at as since, r.due_at as late_from, false as apart
    from people_requests r where r.proved_at is not null and r.answered_at is null`,
  erasuresToDecide: ({ now }) => sql`
    select e.id, null::uuid as partner_id, 0 as cents, e.planned_at as since,
      e.due_at + ${sql.lit(lateAfterDays)} * interval '1 day' as late_from, false as apart
    from erasures e where e.stopped_at is null and (
      e.listed_at is null and e.due_at < ${now} - ${sql.lit(lateAfterDays)} * interval '1 day'
      or exists (select from erasure_mentions m where m.erasure_id = e.id and m.decision is null))`,
  clientListVoid: () => sql`
    select null::uuid as id, null::uuid as partner_id, 0 as cents, null::timestamptz as since, null::timestamptz as late_from,
      false as apart where not app.client_list_holds()`,
  contactsRefused: ({ now }) => sql`
    select e.partner_id as id, e.partner_id, 0 as cents, min(e.since) as since, null::timestamptz as late_from, false as apart
    from (select partner_id, min(occurred_at) as since from events
      where name = 'contact.refused' and occurred_at > ${now} - interval '7 days'
      group by partner_id, occurred_at::date
      having sum((after ->> 'count')::int) > ${sql.lit(maxRefusedADay)}) e group by e.partner_id`,
  contractsToCountersign: () =>
    contracts(sql`c.status = 'signe' and c.signing_method = 'electronic' and c.countersigned_at is null`, 'c.signed_at'),
  contractsDeclined: () => contracts(contractWaitsFor('provider'), 'c.declined_at'),
  contractsAwaitingPartner: () => contracts(contractWaitsFor('partner'), 'c.created_at'),
  partnersWithoutContract: () => sql`
    select c.id, c.id as partner_id, 0 as cents, p.joined_at as since,
      null::timestamptz as late_from, false as apart
    from partners c join profiles p on p.user_id = c.main_person_id left join user_roles r on r.user_id = p.user_id
    where c.main_contract is null and p.deleted_at is null and p.joined_at is not null
      and coalesce(r.role, 'partner') = 'partner'`,
  invitationsExpired: (values) => invitations('expired', values),
  invitationsOpen: (values) => invitations('open', values),
  commissionsHeld: ({ now }) => sql`
    select c.id, c.partner_id, c.amount_cents as cents, c.validated_at as since, null::timestamptz as late_from,
      c.partner_id = app.partner_id() as apart
    from commissions c where ${commissionWaitsFor('held', now as never)}`,
  commissionsToPay: ({ now }) => sql`
    select c.id, c.partner_id, c.amount_cents as cents, null::timestamptz as since, c.payable_by as late_from,
      c.partner_id = app.partner_id() as apart
    from commissions c where ${commissionWaitsFor('due', now as never)}`,
  reopeningsToAgree: ({ userId }) => sql`
    select a.id, null::uuid as partner_id, 0 as cents, a.reopening_asked_at as since, null::timestamptz as late_from,
      a.reopening_asked_by = ${userId} as apart
    from accounting_closings a where a.reopening_asked_at is not null and a.reopened_at is null`,
}

function sums(kind: TaskKey, source: RawBuilder<unknown>, now: RawBuilder<Date>): RawBuilder<TaskRow> {
  const days = taskKinds[kind].lateAfterDays
  const lateFrom = days === undefined ? sql`t.late_from` : sql`t.since + ${sql.lit(days)} * interval '1 day'`
  const isLate = lateInSql(lateFrom, now)
  return sql<TaskRow>`
    select ${sql.lit(kind)}::text as kind, coalesce(t.apart, false) as apart, count(*) as count,
      coalesce(sum(t.cents), 0)::bigint as cents,
      min(t.since) as since, min(${lateFrom}) as late_from, count(*) filter (where ${isLate}) as late,
      coalesce(sum(t.cents) filter (where ${isLate}), 0)::bigint as late_cents,
      min(t.id::text) as id, min(t.partner_id::text) as partner_id
    from (${source}) t group by 2`
}

/** What waits of each kind but those whose sums are kept: one statement, whose parts have an index of what waits. */
export const readTaskRows = keptQuery<Asking, TaskRow>((_, parameter) => {
  const values = {
    userId: sql<string>`${parameter('userId')}::uuid`,
    now: sql<Date>`${parameter('now')}::timestamptz`,
    leadsTeam: sql<boolean>`${parameter('leadsTeam')}::boolean`,
  }
  const parts = Object.entries(sources).map(([kind, source]) => sums(kind as TaskKey, source(values), values.now))
  return sql<TaskRow>`${sql.join(parts, sql` union all `)}`
})
