import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { TransactionParts } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import type { ProtectionReminder } from '../domain/registrations.ts'
import { acceptLocked, lockCompanies } from './answer-commands.ts'
import { lockRegistration } from './queries.ts'

/** Registrations per transaction; the rest follows in the next one. */
const batch = 200

/** The hourly work: what ends, what ends soon, and what nobody has answered in time. */
export async function followRegistrations(portal: TransactionParts): Promise<void> {
  for (const work of [expire, remind]) {
    let done = batch
    while (done === batch) done = await work(portal)
  }
  await acceptSilently(portal)
}

/**
 * Ends protections whose time is over: the company is free for others. A signed lead is never among them, and one whose extension
 * nobody has answered waits for the answer.
 */
function expire(portal: TransactionParts): Promise<number> {
  return withTransaction(portal, system, async ({ tx, now, recordEvents }) => {
    const { rows } = await sql<{ lead_id: string; partner_id: string; protected_until: Date }>`
      update lead_registrations set state = 'expired' where lead_id in (
        select lead_id from lead_registrations
        where state in ('accepted', 'extended') and protected_until <= ${now} and extension_state is distinct from 'asked'
        order by lead_id limit ${batch} for update skip locked)
      returning lead_id, partner_id, protected_until`.execute(tx)
    await recordEvents(
      rows.map(({ lead_id, partner_id, protected_until }) => ({
        name: 'registration.expired' as const,
        subjectId: lead_id,
        audience: ofPartner(partner_id),
        before: { protectedUntil: protected_until.toISOString() },
      })),
    )
    return rows.length
  })
}

/** Once at 30 and once at 7 days before the end; only the nearer one where both are due. */
function remind(portal: TransactionParts): Promise<number> {
  return withTransaction(portal, system, async ({ tx, now, recordEvents }) => {
    const { rows } = await sql<{ lead_id: string; partner_id: string; protected_until: Date; reminded_days: ProtectionReminder }>`
      update lead_registrations
        set reminded_days = case when protected_until <= ${now}::timestamptz + interval '7 days' then 7 else 30 end
      where lead_id in (
        select lead_id from lead_registrations
        where state in ('accepted', 'extended') and protected_until > ${now}
          and protected_until <= ${now}::timestamptz
            + case when reminded_days is null then interval '30 days' else interval '7 days' end
          and reminded_days is distinct from 7
        order by lead_id limit ${batch} for update skip locked)
      returning lead_id, partner_id, protected_until, reminded_days`.execute(tx)
    await recordEvents(
      rows.map(({ lead_id, partner_id, protected_until, reminded_days }) => ({
        name: 'registration.reminded' as const,
        subjectId: lead_id,
        audience: ofPartner(partner_id),
        after: { protectedUntil: protected_until.toISOString(), daysLeft: reminded_days },
      })),
    )
    return rows.length
  })
}

/** Where the programme says so, what waited longer than its hours is accepted, unless there is another lead of the company. */
async function acceptSilently(portal: TransactionParts): Promise<void> {
  const due = await withTransaction(portal, system, async ({ tx, now }) => {
    const { rows } = await sql<{ lead_id: string }>`
      select r.lead_id from lead_registrations r join programme_settings s on s.silent_acceptance and s.registrations
      where r.state = 'submitted' and r.submitted_at + s.registration_hours * interval '1 hour' <= ${now}
        and not exists (
          select from app.leads_of_company(r.lead_id) other(id) join lead_registrations q on q.lead_id = other.id
          where q.state in ('submitted', 'appealed', 'accepted', 'extended', 'converted'))
      order by r.seq limit ${batch}`.execute(tx)
    return rows
  })
  for (const { lead_id } of due) {
    await withTransaction(portal, system, async (context) => {
      await lockCompanies(context.tx, [lead_id])
      const row = await lockRegistration(context.tx, lead_id)
      try {
        if (row) await acceptLocked(context, row, '')
      } catch (error) {
        // It was answered, or another lead of the company came, in the meantime: staff decide.
        if (!(error instanceof Refusal)) throw error
      }
    })
  }
}
