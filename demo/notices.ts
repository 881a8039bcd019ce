import type { Actor } from '#access/domain/actor.ts'
import { settleNotice } from '#leads/notices/server/commands.ts'
import type { RunAs } from './run-as.ts'

const day = 86_400_000

/** Whoever would be late, or soon, was told by telephone: what is left is a month's ordinary work. */
export async function seedNotices({ runAs, admin }: { readonly runAs: RunAs; readonly admin: Actor }, now: Date): Promise<void> {
  const on = now.toISOString().slice(0, 10)
  await runAs(admin, now, async (context) => {
    const soon = new Date(now.getTime() + 10 * day)
    const due = await context.tx
      .selectFrom('lead_notices')
      .select('lead_id')
      .where('state', '=', 'due')
      .where('due_at', '<', soon)
      .orderBy('lead_id')
      .execute()
    for (const { lead_id } of due) await settleNotice(context, lead_id, { state: 'otherwise', how: 'call', on })
  })
}
