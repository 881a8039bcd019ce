import { sql } from 'kysely'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { isMailable } from './queries.ts'

/** Puts everybody who can be mailed in line, or those of them who are of these leads. Returns how many. */
export async function queueNotices(context: TransactionContext, leadIds: readonly string[] | undefined): Promise<number> {
  const { tx, now } = context
  const among = leadIds ? sql`n.lead_id = any(${[...leadIds]}::uuid[])` : sql`true`
  const { numAffectedRows } = await sql`
    update lead_notices n set queued_at = ${now}, queued_by = ${personOf(context).userId} from leads l
    where l.id = n.lead_id and ${isMailable(now)} and ${among}`.execute(tx)
  const count = Number(numAffectedRows ?? 0)
  if (count > 0) await context.recordEvent({ name: 'notices.queued', subjectId: null, audience: staff, after: { count } })
  return count
}

export async function switchNotices({ tx, recordEvent }: TransactionContext, isAutomatic: boolean): Promise<void> {
  const before = await tx.selectFrom('settings').select('notices_automatic').forUpdate().executeTakeFirstOrThrow()
  if (before.notices_automatic === isAutomatic) return
  await tx.updateTable('settings').set({ notices_automatic: isAutomatic }).execute()
  await recordEvent({
    name: 'notices.switched',
    subjectId: null,
    audience: staff,
    before: { isAutomatic: before.notices_automatic },
    after: { isAutomatic },
  })
}
