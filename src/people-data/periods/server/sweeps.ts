import { type RawBuilder, sql } from 'kysely'
import type { TableEntries } from '#access/domain/personal-data.ts'
import { isSettled, removeBankDetails } from '#money/bank-details/server/settled-commands.ts'
import { eraseEnded } from '#people-data/erasures/server/commands.ts'
import { emptyReceiptsOfDeleted, personKeys } from '#people-data/erasures/server/deleted-lead-commands.ts'
import type { CountedPeriod } from '#people-data/register/domain/periods.ts'
import type { Tx } from '#platform/server/db/database.ts'

export interface DueRow {
  readonly id: string
  /** Null for what nobody reads one by one. */
  readonly label: string | null
  /** From when on its period counts. */
  readonly since: Date
}

export interface Sweep {
  readonly period: CountedPeriod
  /** A table of which rows are removed as its owner; the others by the system. */
  readonly table?: string
  /** A query of `DueRow`s that leaves out, where it costs little, what is younger than a time; whoever asks compares `since`. */
  readonly rows: (oldest: Date) => RawBuilder<DueRow>
  /** Removes rows, which may have gone meanwhile, or has them erased: leads within the hour. */
  readonly remove: (tx: Tx, ids: readonly string[], now: Date) => Promise<unknown>
}

const uuids = (ids: readonly string[]) => sql`any(${sql`${[...ids]}::uuid[]`})`

/** Leads by their numbers; `since` is the last sign of the person, never an edit by somebody else. */
const leads = (period: CountedPeriod, since: RawBuilder<unknown>, where: RawBuilder<unknown>): Sweep => ({
  period,
  rows: (oldest) => sql<DueRow>`
    select l.id, coalesce(r.number, l.company, l.name) as label, ${since} as since
    from leads l left join lead_registrations r on r.lead_id = l.id
    where l.created_at < ${oldest} and l.restricted_at is null and l.erased_at is null and ${where}`,
  remove: (tx, ids, now) => eraseEnded(tx, { period, ids, now }),
})
const isSigned = sql`(exists (select from lead_signings s where s.lead_id = l.id)
  or exists (select from commissions c where c.lead_id = l.id))`
const lastPayment = sql`(select max(p.received_on)::timestamptz from client_payments p where p.lead_id = l.id)`
const lastWord = sql`(select max(greatest(k.left_at, k.answered_at)) from client_confirmations k where k.lead_id = l.id)`
const notedCall = sql`(select l.stage_since from lead_stages g where g.key = l.status and g.counts_as_call)`

/** What the nightly run goes through, in this order. */
export const sweeps: readonly Sweep[] = [
  leads('denied', sql`l.client_word_at`, sql`l.client_word in ('other', 'no') and not ${isSigned}`),
  leads('refused', sql`r.decided_at`, sql`l.registration_state in ('refused', 'merged') and not ${isSigned}`),
  leads(
    'lead',
    sql`greatest(l.created_at, ${lastWord}, ${lastPayment}, ${notedCall})`,
    sql`coalesce(l.client_word not in ('other', 'no'), true) and coalesce(l.registration_state not in ('refused', 'merged'),
        true)
        and not ${isSigned}`,
  ),
  leads(
    'client',
    sql`greatest(${lastPayment}, ${lastWord}, (select max(coalesce(s.ended_on, s.signed_on))::timestamptz
        from lead_signings s where s.lead_id = l.id), l.created_at)`,
    isSigned,
  ),
  {
    period: 'invitation',
    rows: () => sql<DueRow>`
      select p.user_id as id, p.full_name as label, max(i.expires_at) as since
      from profiles p join invitations i on i.user_id = p.user_id
      where p.joined_at is null and p.email like '%@%' group by p.user_id`,
    // The row stays, since events and records name it; nobody is to be known by it.
    remove: async (tx, ids, now) => {
      await sql`delete from user_roles where user_id = ${uuids(ids)}`.execute(tx)
      await sql`update invitations set withdrawn_at = ${now}
        where user_id = ${uuids(ids)} and accepted_at is null and withdrawn_at is null`.execute(tx)
      await sql`update profiles set full_name = '—', company = '', email = user_id::text, deleted_at = coalesce(deleted_at,
        ${now})
        where user_id = ${uuids(ids)}`.execute(tx)
    },
  },
  {
    period: 'bankDetails',
    rows: () => sql<DueRow>`
      select i.partner_id as id, p.company as label, greatest(i.updated_at, p.deleted_at,
        (select max(k.revoked_at) from contracts k where k.user_id = c.main_person_id),
        (select max(coalesce(o.paid_at, o.cancelled_at)) from payouts o where o.partner_id = c.id)) as since
      from payment_infos i join partners c on c.id = i.partner_id join profiles p on p.user_id = c.main_person_id
      where ${isSettled}`,
    remove: removeBankDetails,
  },
  {
    period: 'identityCopy',
    rows: () => sql<DueRow>`
      select d.id, p.company as label, d.decided_at as since
      from vigilance_documents d join partners c on c.id = d.partner_id join profiles p on p.user_id = c.main_person_id
      where d.kind = 'identity' and d.status = 'verified' and d.file_id is not null`,
    // As `releaseFile`: the hourly sweep removes the bytes. That it was verified, by whom and when, stays.
    remove: async (tx, ids, now) => {
      await sql`update files set claimed_at = null, released_at = ${now}
        where id in (select file_id from vigilance_documents where id = ${uuids(ids)})`.execute(tx)
      await sql`update vigilance_documents set file_id = null where id = ${uuids(ids)}`.execute(tx)
    },
  },
  {
    period: 'mail',
    rows: () =>
      sql<DueRow>`
      select m.id, null as label, coalesce(m.sent_at, m.failed_at) as since from mails m where m.recipient like '%@%'`,
    remove: (tx, ids) =>
      sql`update mails set recipient = id::text, subject = '', response = null, last_error = null where id =
        ${uuids(ids)}`.execute(tx),
  },
  {
    period: 'log',
    rows: (oldest) => sql<DueRow>`select id, null as label, occurred_at as since from app.origins_before(${oldest})`,
    remove: (tx, ids) => sql`select app.empty_origins(${[...ids]}::uuid[])`.execute(tx),
  },
]

/** What events and receipts still tell of leads that were deleted. */
export const deletedLeadsSweep = (register: TableEntries): Sweep => ({
  period: 'refused',
  table: 'events',
  rows: (oldest) => sql<DueRow>`
    select e.subject_id as id, null as label, e.occurred_at as since
    from events e where e.name = 'lead.deleted' and e.before is not null and e.occurred_at < ${oldest}`,
  remove: async (tx, ids) => {
    await emptyReceiptsOfDeleted(tx, register, ids)
    await sql`select app.empty_events(${[...ids]}::text[]::uuid[], ${[...personKeys(register, 'events')]}::text[])`.execute(tx)
  },
})
