import { isShown } from '#leads/leads/server/restricted-guards.ts'
import { currentLanguage, type WrittenLanguage } from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Call } from '#platform/server/http/bind.ts'
import type { LeadNotice } from '../api.ts'
import type { NoticeSections } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** What the caller may read of it; refuses `not_found` for a lead that they do not see. */
export async function readNotice(call: Pick<Call, 'tx' | 'actor' | 'sessionId'>, leadId: string): Promise<LeadNotice> {
  const { tx, actor } = call
  const row = await tx
    .selectFrom('lead_notices as n')
    .innerJoin('leads as l', 'l.id', 'n.lead_id')
    .select(['n.state', 'n.due_at', 'n.settled_at', 'l.restricted_at'])
    .where('n.lead_id', '=', leadId)
    .executeTakeFirst()
  if (!row || !isShown(row, call)) throw new Refusal('not_found', m.noSuchLead())
  return {
    state: row.state,
    dueAt: row.due_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    ...(actor.kind === 'admin' ? await detailsOf(tx, leadId) : { how: null, reason: '', by: null, text: null, isQueued: false }),
  }
}

async function detailsOf(tx: Tx, leadId: string) {
  const { how, reason, by, state, language, version, queued_at } = await tx
    .selectFrom('lead_notices as n')
    .leftJoin('notice_texts as t', 't.id', 'n.text_id')
    .leftJoin('profiles as p', 'p.user_id', 'n.settled_by')
    .select(['n.state', 'n.how', 'n.reason', 'n.queued_at', 'p.full_name as by', 't.language', 't.version'])
    .where('n.lead_id', '=', leadId)
    .executeTakeFirstOrThrow()
  const text = state === 'told' && language !== null && version !== null ? { language, version } : null
  return { how, reason, by, text, isQueued: queued_at !== null }
}

/** What clients are told, as it is in force; null before the portal has written it. */
export async function clientNotice(tx: Tx, language: WrittenLanguage = currentLanguage()): Promise<NoticeSections | null> {
  const text = await tx
    .selectFrom('notice_texts')
    .select('sections')
    .where('audience', '=', 'client')
    .where('language', '=', language)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return text?.sections ?? null
}

/** What the newest mail to the client of a lead says of it. */
export async function noticeOfMail(tx: Tx, leadId: string): Promise<NoticeSections | null> {
  const text = await tx
    .selectFrom('lead_notices as n')
    .innerJoin('notice_texts as t', 't.id', 'n.text_id')
    .select('t.sections')
    .where('n.lead_id', '=', leadId)
    .executeTakeFirst()
  return text?.sections ?? null
}
