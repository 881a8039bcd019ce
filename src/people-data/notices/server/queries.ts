import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { isListed } from '#leads/hidden-clients/server/queries.ts'
import type { FilterOf, PageOf } from '#platform/api/list.ts'
import { currentLanguage } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { conditionsOf, inOrder, is, matching, orderOf, type SortKey, sortedPage } from '#platform/server/http/lists/listing.ts'
import { type ListedNotice, type NoticeSummary, noticeList } from '../api.ts'
import { daysAhead, type NoticeAudience, type NoticeQueue } from '../domain/notices.ts'

export const noticeSortKeys = { due: { by: sql`n.due_at`, holds: 'time' } } satisfies Record<
  (typeof noticeList.sorts)[number],
  SortKey
>

const isDue = sql<boolean>`n.state = 'due'`
/** What is to be erased, nobody sees and nobody is mailed about. */
const isShown = isListed(sql`n.lead_id`)

/**
 * Whether somebody of staff has to look after it: within a week of its day, or at once where it is of before the portal knew of
 * notices; what waits for its turn only once it is late.
 */
export const isTaskNow = (now: Date) =>
  sql<boolean>`(${isDue} and ${isShown} and (n.queued_at is null or n.due_at <= ${now})
    and (n.inherited or n.due_at <= ${now}::timestamptz + ${sql.lit(daysAhead)} * interval '1 day'))`

/** Whether a mail to the lead `l` may be ordered now: a mail that failed is tried again after a week. */
export const isMailable = (now: Date) =>
  sql<boolean>`(${isDue} and l.restricted_at is null and n.queued_at is null and l.email <> ''
    and (n.mailed_at is null or n.mailed_at < ${now}::timestamptz - interval '7 days'))`

export async function listNotices(tx: Tx, query: PageOf<typeof noticeList>, now: Date) {
  const queues: Readonly<Record<NoticeQueue, ReturnType<typeof isMailable>>> = {
    open: isTaskNow(now),
    overdue: sql`(${isDue} and n.due_at <= ${now})`,
    queued: sql`n.queued_at is not null`,
    without_email: sql`(${isDue} and l.email = '')`,
  }
  const rows = tx
    .selectFrom('lead_notices as n')
    .innerJoin('leads as l', 'l.id', 'n.lead_id')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
    .select([
      'n.lead_id as id',
      'l.name',
      'l.company',
      'n.state',
      'n.how',
      'n.due_at',
      'n.settled_at',
      'n.queued_at',
      'n.mailed_at',
    ])
    .select(['l.partner_id', 'p.full_name as partner_name', 'p.partner_deleted_at'])
    .select(sql<boolean>`l.email <> ''`.as('has_email'))
  const conditions = conditionsOf<FilterOf<typeof noticeList>>(query, {
    queue: (queue) => queues[queue],
    state: is('n.state'),
    partnerId: is('l.partner_id'),
  })
  const order = orderOf(noticeSortKeys, query, noticeList.usual, sql<string>`n.lead_id`)
  const found = await inOrder(matching(rows, [isShown, ...(query.state ? [] : [isDue]), ...conditions]), order).execute()
  return sortedPage(
    found,
    query.limit,
    (row): ListedNotice => ({
      id: row.id,
      name: row.name,
      company: row.company,
      partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
      state: row.state,
      how: row.how,
      dueAt: row.due_at.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
      hasEmail: row.has_email,
      queuedFor: row.queued_at?.toISOString() ?? null,
      orderedAt: row.mailed_at?.toISOString() ?? null,
    }),
  )
}

export async function noticeSummary(tx: Tx, now: Date): Promise<NoticeSummary> {
  const { rows } = await sql<NoticeSummary>`
    select count(*) as due, count(*) filter (where n.due_at <= ${now}) as overdue,
      count(*) filter (where ${isMailable(now)}) as mailable, count(*) filter (where n.queued_at <= ${now}) as queued,
      count(*) filter (where n.queued_at > ${now}) as postponed,
      count(*) filter (where n.queued_at is null and l.email <> '' and not ${isMailable(now)}) as ordered,
      count(*) filter (where n.queued_at is null and l.email = '') as "withoutEmail",
      (select notices_automatic from settings) as "isAutomatic"
    from lead_notices n join leads l on l.id = n.lead_id where ${isDue} and l.restricted_at is null`.execute(tx)
  const [summary] = rows
  if (!summary) throw new Error('notices are not counted')
  return summary
}

/** Every version of a notice in the reader's language, newest first. */
export function noticeVersions(tx: Tx, audience: NoticeAudience) {
  return tx
    .selectFrom('notice_texts')
    .select(['version', 'since', 'sections'])
    .where('audience', '=', audience)
    .where('language', '=', currentLanguage())
    .orderBy('version', 'desc')
    .execute()
}
