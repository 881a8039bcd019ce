import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionParts } from '#platform/server/portal.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { dueReminder, requiredVigilanceKinds } from '../domain.ts'

/** In one transaction; the rest follows in the next one. */
const batch = 200

/** The daily work: reminds of documents that end, and asks those for documents whose commissions reach the threshold. */
export async function followDocuments(portal: TransactionParts): Promise<void> {
  for (const work of [remind, requestByAmount]) {
    let done = batch
    while (done === batch) done = await work(portal)
  }
}

/**
 * Reminds once of each document at 30, 7 and 0 days before its end, unless another one is there that counts longer or is being
 * checked. The reminder is recorded with the event that sends the mail. Returns how many were recorded.
 */
function remind(portal: TransactionParts): Promise<number> {
  return withTransaction(portal, system, async ({ tx, now, recordEvents }) => {
    const today = isoDay(now, await providerZone(tx))
    const ending = await sql<{ id: string; expires_on: string }>`
      select d.id, to_char(d.expires_on, 'YYYY-MM-DD') as expires_on from vigilance_documents d
      where d.status = 'verified' and d.expires_on between ${today}::date and ${today}::date + 30
        and not exists (
          select from vigilance_documents other
          where other.partner_id = d.partner_id and other.kind = d.kind and lower(other.label) = lower(d.label)
            and (other.status = 'received'
              or (other.status = 'verified' and coalesce(other.expires_on > d.expires_on, other.expires_on is null))))
        and not exists (
          select from vigilance_reminders r where r.document_id = d.id
            and r.days_left <= case
              when d.expires_on = ${today}::date then 0 when d.expires_on <= ${today}::date + 7 then 7 else 30 end)
      order by d.id limit ${batch}`.execute(tx)
    const due = ending.rows.flatMap(({ id, expires_on }) => {
      const days = dueReminder(expires_on, today)
      return days === null ? [] : [{ document_id: id, days_left: days, sent_at: now }]
    })
    if (due.length === 0) return 0
    const reminders = await tx
      .insertInto('vigilance_reminders')
      .values(due)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['document_id', 'days_left'])
      .execute()
    const rows = await tx
      .selectFrom('vigilance_documents')
      .select(['id', 'partner_id', 'kind', 'label', 'expires_on'])
      .where('id', 'in', [...due.map((each) => each.document_id)])
      .execute()
    const daysByDocument = new Map(reminders.map(({ document_id, days_left }) => [document_id, days_left]))
    await recordEvents(
      rows.flatMap(({ id, partner_id, kind, label, expires_on }) => {
        const daysLeft = daysByDocument.get(id)
        if (daysLeft === undefined || expires_on === null) return []
        const after = { documentId: id, kind, label, daysLeft, expiresOn: expires_on }
        const audience = ofPartner(partner_id)
        return [{ name: 'vigilance.reminded' as const, subjectId: partner_id, audience, after }]
      }),
    )
    return due.length
  })
}

/**
 * Asks French businesses whose commissions of the last twelve months reach the share of the threshold (Code du travail, art.
 * R8222-1) for the required documents that they were never asked for and have not uploaded. Returns how many were asked.
 */
function requestByAmount(portal: TransactionParts): Promise<number> {
  return withTransaction(portal, system, async ({ tx, now, recordEvents }) => {
    const { rows } = await sql<{ partner_id: string; kind: (typeof requiredVigilanceKinds)[number] }>`
      with busy as (
        select c.partner_id from commissions c
        where c.status in ('valide', 'paye') and c.validated_at > ${now}::timestamptz - interval '12 months'
        group by c.partner_id
        having sum(c.amount_cents) * 100 >= (
          select case when vigilance_threshold_cents > 0 then vigilance_threshold_cents * vigilance_percent end
          from programme_settings)
      )
      select b.partner_id, k.kind from busy b
        join ${partnerContacts} p on p.partner_id = b.partner_id and p.deleted_at is null
        join billing_profiles i on i.partner_id = b.partner_id and i.mode <> 'receipt' and i.country = 'FR'
        cross join unnest(${[...requiredVigilanceKinds]}::text[]) k(kind)
      where not exists (select from vigilance_documents d where d.partner_id = b.partner_id and d.kind = k.kind)
      order by b.partner_id limit ${batch}`.execute(tx)
    if (rows.length === 0) return 0
    const added = await tx
      .insertInto('vigilance_documents')
      .values(rows.map((row) => ({ id: newId(), ...row, status: 'requested' as const, requested_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'partner_id', 'kind', 'label'])
      .execute()
    const byPartner = Map.groupBy(added, (row) => row.partner_id)
    await recordEvents(
      [...byPartner].map(([userId, documents]) => ({
        name: 'vigilance.requested' as const,
        subjectId: userId,
        audience: ofPartner(userId),
        after: { documents: documents.map(({ id, kind, label }) => ({ documentId: id, kind, label })), isAutomatic: true },
      })),
    )
    return rows.length
  })
}
