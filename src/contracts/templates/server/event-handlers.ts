import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { allTiers } from '#money/tiers/server/queries.ts'
import { jobCause } from '#platform/domain/job-cause.ts'
import { Refusal, type RefusalCode } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { batchedEvents } from '#platform/server/events/batched-events.ts'
import type { BackgroundHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import { noteGivenUp } from '#platform/server/jobs/given-up.ts'
import type { Portal } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { assignGenerated, generate } from './assign-commands.ts'
import { automaticAmendment, versionToAssign } from './queries.ts'

/** Refusals that a retry cannot fix, but a correction of the template or of a value can. */
const staffCorrect: readonly RefusalCode[] = ['characters_unprintable', 'template_values_missing']

type Validated = EventRecord<'commission.validated'>

export const templateBackgroundHandlers: BackgroundHandlers = { 'commission.validated': draftTierAmendment }

/** The tier a partner was promoted to by the event; null if no amendment is due. */
async function tierReached(tx: Tx, event: Validated) {
  const parts = await batchedEvents(tx, event)
  const [from, to] = [parts[0]?.before.tierId, parts.at(-1)?.after.tierId]
  if (from === to) return null
  const tiers = await allTiers(tx)
  const [before, reached] = [tiers.find(({ id }) => id === from), tiers.find(({ id }) => id === to)]
  if (!reached || (before && before.tierOrder > reached.tierOrder)) return null
  return reached
}

const drafted = (tx: Tx, partnerId: string, tierId: string) =>
  tx
    .selectFrom('tier_amendments')
    .select('tier_id')
    .where('partner_id', '=', partnerId)
    .where('tier_id', '=', tierId)
    .executeTakeFirst()

/** Whether the person is still a partner with a contract to amend. */
const hasMainContract = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('contracts as c')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.user_id')
    .select('c.id')
    .where('c.user_id', '=', partnerId)
    .where('c.contract_type', '=', 'main')
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`app.role_of(p.user_id) = 'partner'`)
    .executeTakeFirst()

/** Retrying would not help: staff see the reason at once and retry after correcting the template. */
function reportUnmade({ id }: EventRecord, portal: Portal, refusal: Refusal): Promise<void> {
  return noteGivenUp(portal, { name: 'event', data: { eventId: id }, cause: jobCause('amendment', null, refusal) })
}

/**
 * Assigns the amendment for a new tier to the partner, if enabled. At most once per partner and tier, guaranteed by a unique
 * row written in the transaction of the assignment.
 */
async function draftTierAmendment(event: Validated, portal: Portal): Promise<void> {
  const { partnerId } = event
  if (!partnerId) return
  const due = await portal.database.asActor(system, async (tx) => {
    const { on, templateId } = await automaticAmendment(tx)
    if (!on || !templateId) return null
    const tier = await tierReached(tx, event)
    if (!tier || (await drafted(tx, partnerId, tier.id)) || !(await hasMainContract(tx, partnerId))) return null
    return { tier, templateId }
  })
  if (!due) return
  const { tier, templateId } = due
  const order = { partner: { id: partnerId }, tier, version: (tx: Tx) => versionToAssign(tx, templateId) }
  const generated = await generate(portal, system, order).catch((error) => {
    if (error instanceof Refusal && staffCorrect.includes(error.code)) return error
    throw error
  })
  if (generated instanceof Refusal) return reportUnmade(event, portal, generated)
  await withTransaction(portal, system, async (context) => {
    const row = { partner_id: partnerId, tier_id: tier.id, contract_id: null, created_at: context.now }
    const first = await context.tx
      .insertInto('tier_amendments')
      .values(row)
      .onConflict((conflict) => conflict.columns(['partner_id', 'tier_id']).doNothing())
      .executeTakeFirst()
    if (!first.numInsertedOrUpdatedRows) return
    const { id } = await assignGenerated(context, generated, partnerId)
    await context.tx
      .updateTable('tier_amendments')
      .set({ contract_id: id })
      .where('partner_id', '=', partnerId)
      .where('tier_id', '=', tier.id)
      .execute()
  })
}
