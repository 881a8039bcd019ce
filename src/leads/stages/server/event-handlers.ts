import { system } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import type { BackgroundHandlers } from '#platform/server/events/event-record.ts'
import type { Portal } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { readStages, type StageRow } from './queries.ts'

const batch = 200

/** The stage of the board that leads of a stage go into: the one that it was merged into may have been merged meanwhile. */
function successorOf(key: string, stages: readonly StageRow[]): string {
  const stage = stages.find((each) => each.key === key)
  return stage?.merged_into ? successorOf(stage.merged_into, stages) : key
}

export const stageBackgroundHandlers: BackgroundHandlers = {
  'stage.merged': async ({ before }, portal) => {
    while ((await moveMergedLeads(portal, before.key)) === batch);
  },
}

/** Moves some of the leads of a stage that was archived; what a crash interrupts is continued by the repetition of the event. */
function moveMergedLeads(portal: Portal, from: string): Promise<number> {
  return withTransaction(portal, system, async (context) => {
    const { tx, now } = context
    const into = successorOf(from, await readStages(tx))
    if (into === from) return 0
    const leads = await tx
      .selectFrom('leads')
      .select(['id', 'partner_id'])
      .where('status', '=', from)
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .execute()
    for (const { id, partner_id } of leads) {
      context.post(tx.updateTable('leads').set({ status: into, updated_at: now }).where('id', '=', id))
      await context.recordEvent({
        name: 'lead.moved',
        subjectId: id,
        audience: ofPartner(partner_id),
        before: { status: from },
        after: { status: into, merged: true },
      })
    }
    return leads.length
  })
}
