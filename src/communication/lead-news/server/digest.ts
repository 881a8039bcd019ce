import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { ofPartner, staff } from '#access/domain/audience.ts'
import { awaitsDigest } from '#communication/announcements/server/queries.ts'
import { newsSettings } from '#communication/notifications/server/queries.ts'
import type { TransactionParts } from '#platform/server/portal.ts'
import { hourOf, isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { isWorthMail } from './digest-mail.ts'
import { newsReaders } from './readers.ts'

/** Waiting time after the hour: events of before may not be committed yet. */
const settlingMs = 60_000
/** People in one transaction. */
const batch = 50

/**
 * Sends the daily mail once its hour has come, also late. A person's day is recorded with the event that sends the mail, so that
 * a portal that stops in between neither forgets nor repeats one.
 */
export async function sendDigests(portal: TransactionParts): Promise<void> {
  let done = batch
  while (done === batch) done = await sendSome(portal)
}

/** Returns how many people's day was recorded. */
function sendSome(portal: TransactionParts): Promise<number> {
  return withTransaction(portal, system, async ({ tx, now, recordEvents }) => {
    const zone = await providerZone(tx)
    const day = isoDay(now, zone)
    const until = hourOf(day, (await newsSettings(tx)).digestHour, zone)
    if (now.getTime() < until.getTime() + settlingMs) return 0
    // Each looks into the index of one person's marks.
    const { rows } = await sql<{ user_id: string; since: Date | null }>`
      select p.user_id, last.until as since from profiles p
        left join lateral (select max(d.until) as until from news_digests d where d.user_id = p.user_id) last on true
      where p.deleted_at is null and p.joined_at is not null
        and (exists (select from unread_leads u
          where u.user_id = p.user_id and u.since <= ${until} and u.latest_at > coalesce(last.until, '-infinity'))
          or ${awaitsDigest(until)})
        and not exists (select from news_digests d where d.user_id = p.user_id and d.day = ${day}::date)
      order by p.user_id limit ${batch}`.execute(tx)
    if (rows.length === 0) return 0
    const recorded = await tx
      .insertInto('news_digests')
      .values(rows.map(({ user_id }) => ({ user_id, day, until })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .execute()
    const mine = new Set(recorded.map(({ user_id }) => user_id))
    const readers = await newsReaders(tx, { ids: rows.map(({ user_id }) => user_id) })
    for (const reader of readers) {
      const { userId } = reader.to
      const since = rows.find(({ user_id }) => user_id === userId)?.since ?? null
      if (!mine.has(userId) || !(await isWorthMail(tx, reader, { since, until }))) continue
      await recordEvents([
        {
          name: 'news.digested',
          subjectId: userId,
          audience: reader.role === 'partner' && reader.partnerId ? ofPartner(reader.partnerId) : staff,
          after: { since: since?.toISOString() ?? null, until: until.toISOString() },
        },
      ])
    }
    return rows.length
  })
}
