import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { system } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { type Confirmation, checkConfirmed } from '#accounts/auth/server/guards.ts'
import type { CountedPeriod } from '#people-data/register/domain/periods.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionParts } from '#platform/server/portal.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import type { erasureForm } from '../api.ts'
import { dueOn, type ErasureOutcome, isLate, type MentionDecision } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { textMark } from './mentions.ts'
import { daysOfPlans } from './queries.ts'
import { checkedRequest, openRequestOf } from './request-queries.ts'

/**
 * Plans the erasure of the clients of leads, which are restricted at once: partners, lists, sums and searches do not show them,
 * and nobody is mailed. Refuses `erasure_exists` where one of them is not there, restricted or erased, and `not_found` for a
 * request that is not there.
 */
export async function planErasure(
  context: TransactionContext,
  { leads, requestId }: z.output<typeof erasureForm>,
): Promise<{ readonly id: string }> {
  const { tx, now } = context
  const ids = [...new Set(leads.map((lead) => lead.id))].sort()
  const restricted = await tx.selectNoFrom(sql<string>`app.restrict_leads(${ids}::uuid[], ${now})`.as('id')).execute()
  const deleted = await readDeleted(tx, ids)
  refuseUnless(restricted.length + deleted.length === ids.length, 'erasure_exists', m.erasureExists())
  const rows = await tx.selectFrom('leads').select(['id', 'partner_id', 'email']).where('id', 'in', ids).execute()
  const emails = rows.map(({ email }) => email)
  const ofRequest = requestId ? await checkedRequest(tx, requestId) : await openRequestOf(tx, emails)
  const id = await addPlan(context, { leads: ids.length, userId: null, ofRequest })
  const soleTraders = new Set(leads.flatMap((lead) => (lead.soleTrader ? [lead.id] : [])))
  await tx
    .insertInto('erasure_leads')
    .values(
      [...rows, ...deleted].map((row) => ({
        erasure_id: id,
        lead_id: row.id,
        partner_id: row.partner_id,
        sole_trader: soleTraders.has(row.id),
      })),
    )
    .execute()
  return { id }
}

/** Those of the leads that were deleted, and of which events still tell. */
function readDeleted(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom('events')
    .select(['subject_id as id', 'partner_id'])
    .where('name', '=', 'lead.deleted')
    .where('before', 'is not', null)
    .where('subject_id', 'in', ids)
    .$narrowType<{ id: string; partner_id: string }>()
    .execute()
}

/** How many leads one erasure has at most whose period has ended, since it is one transaction. */
const mostAtOnce = 25

/** Has the clients of leads erased whose period has ended; whoever reads the list of what goes soon has had a week to stop it. */
export async function eraseEnded(tx: Tx, { period, ids, now }: EndedLeads): Promise<void> {
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const leads = ids.slice(from, from + mostAtOnce)
    const id = newId()
    await tx.insertInto('erasures').values({ id, period, planned_at: now, due_at: now }).execute()
    await sql`insert into erasure_leads (erasure_id, lead_id, partner_id, sole_trader)
      select ${id}::uuid, id, partner_id, false from leads
      where id in (select app.restrict_leads(${leads}::uuid[], ${now}))`.execute(tx)
  }
}

interface EndedLeads {
  readonly period: CountedPeriod
  readonly ids: readonly string[]
  readonly now: Date
}

interface Planned {
  readonly leads: number
  readonly userId: string | null
  readonly ofRequest: string | null
}

/** Adds a plan, which is due after the days that are set. */
async function addPlan(context: TransactionContext, { leads, userId, ofRequest }: Planned) {
  const { tx, now } = context
  const [id, dueAt] = [newId(), dueOn(now, await daysOfPlans(tx))]
  await tx
    .insertInto('erasures')
    .values({
      id,
      user_id: userId,
      planned_by: personOf(context).userId,
      planned_at: now,
      due_at: dueAt,
      request_id: ofRequest,
    })
    .execute()
  const after = { erasureId: id, leads, dueAt: dueAt.toISOString() }
  await context.recordEvent({ name: 'erasure.planned', subjectId: null, audience: staff, after })
  return id
}

/**
 * Plans the erasure of somebody whose account has ended, an invitation that was withdrawn included. Refuses `not_found`,
 * `account_active`, so that nobody is erased who may still sign in, the last administrator above all, and `erasure_exists`.
 */
export async function planAccountErasure(context: TransactionContext, userId: string): Promise<{ readonly id: string }> {
  const { tx } = context
  const profile = await tx.selectFrom('profiles').select(['deleted_at', 'email']).where('user_id', '=', userId).executeTakeFirst()
  if (!profile) throw new Refusal('not_found', m.noSuchAccount())
  refuseUnless(profile.deleted_at !== null, 'account_active', m.accountActive())
  const former = await tx
    .selectFrom('erasures')
    .select('id')
    .where('user_id', '=', userId)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  refuseUnless(former === undefined, 'erasure_exists', m.accountErasureExists())
  const id = await addPlan(context, { leads: 0, userId, ofRequest: await openRequestOf(tx, [profile.email]) })
  return { id }
}

/** Locks an erasure that has not begun. Refuses `not_found`, and `erasure_over` once it is stopped or done, or has begun. */
async function lockWaiting({ tx }: TransactionContext, id: string) {
  const erasure = await tx.selectFrom('erasures').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!erasure) throw new Refusal('not_found', m.noSuchErasure())
  refuseUnless(erasure.stopped_at === null && erasure.listed_at === null, 'erasure_over', m.erasureOver())
  return erasure
}

/** Stops an erasure: what it restricted is shown again. */
export async function stopErasure(context: TransactionContext, id: string): Promise<void> {
  const { tx, now } = context
  await lockWaiting(context, id)
  const leads = await tx.selectFrom('erasure_leads').select('lead_id').where('erasure_id', '=', id).execute()
  await tx
    .updateTable('erasures')
    .set({ stopped_at: now, stopped_by: personOf(context).userId })
    .where('id', '=', id)
    .execute()
  const ids = leads.map(({ lead_id }) => lead_id)
  await tx.selectNoFrom(sql`app.restrict_leads(${ids}::uuid[], null)`.as('id')).execute()
  await context.recordEvent({ name: 'erasure.stopped', subjectId: null, audience: staff, after: { erasureId: id } })
}

/** Lets an erasure be done that is late. Refuses `erasure_in_time` for another one. */
export async function confirmErasure(
  context: TransactionContext,
  { id, confirmation }: { readonly id: string; readonly confirmation: Confirmation },
): Promise<void> {
  const { tx, now } = context
  const { due_at } = await lockWaiting(context, id)
  refuseUnless(isLate(due_at, now), 'erasure_in_time', m.erasureInTime())
  checkConfirmed(confirmation, m.toErase())
  await tx.updateTable('erasures').set({ due_at: now }).where('id', '=', id).execute()
  await context.recordEvent({ name: 'erasure.confirmed', subjectId: null, audience: staff, after: { erasureId: id } })
}

/** Decides about a text as it stands, once: what was taken out does not come back. */
export async function decideMention(
  context: TransactionContext,
  { id, decision, secret }: { readonly id: string; readonly decision: MentionDecision; readonly secret: string },
): Promise<void> {
  const { tx, now } = context
  const mention = await tx
    .selectFrom('erasure_mentions as m')
    .innerJoin('erasures as e', 'e.id', 'm.erasure_id')
    .select(['m.erasure_id', 'm.emptied_at', 'e.stopped_at'])
    .select(sql<string | null>`app.mention_text(m.id)`.as('said'))
    .where('m.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!mention) throw new Refusal('not_found', m.noSuchErasure())
  refuseUnless(mention.stopped_at === null, 'erasure_over', m.erasureStopped())
  refuseUnless(mention.emptied_at === null, 'erasure_over', m.textTakenOut())
  await tx
    .updateTable('erasure_mentions')
    .set({
      decision,
      decided_at: now,
      decided_by: personOf(context).userId,
      decided_text: decision === 'empty' && mention.said !== null ? textMark(secret, mention.said) : null,
    })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({
    name: 'erasure.mention_decided',
    subjectId: null,
    audience: staff,
    after: { erasureId: mention.erasure_id, decision },
  })
}

export async function setErasureDays(context: TransactionContext, days: number): Promise<void> {
  const { tx } = context
  const before = await tx.selectFrom('settings').select('erasure_days as days').forUpdate().executeTakeFirstOrThrow()
  if (before.days === days) return
  await tx.updateTable('settings').set({ erasure_days: days }).execute()
  await context.recordEvent({ name: 'erasure.days_changed', subjectId: null, audience: staff, before, after: { days } })
}

/** Tells everybody who is to know of an erasure that it is done: staff, and receivers of webhooks by the ids of its leads. */
export async function recordErased(portal: TransactionParts, id: string): Promise<void> {
  await withTransaction(portal, system, async ({ tx, now, recordEvents }) => {
    const leads = await tx.selectFrom('erasure_leads').selectAll().where('erasure_id', '=', id).orderBy('lead_id').execute()
    const told = await tx
      .updateTable('erasures')
      .set({ told_at: now })
      .where('id', '=', id)
      .where('told_at', 'is', null)
      .executeTakeFirst()
    if (told.numUpdatedRows !== 1n) return
    // A lead that had been deleted before has none of its own.
    const outcomes = leads.map((lead) => ({ ...lead, outcome: lead.outcome ?? ('deleted' as const) }))
    const countOf = (outcome: ErasureOutcome) => outcomes.filter((lead) => lead.outcome === outcome).length
    await recordEvents([
      ...outcomes.map(({ lead_id, partner_id, outcome }) => ({
        name: 'person.erased' as const,
        subjectId: lead_id,
        partnerId: partner_id,
        audience: staff,
        after: { erasureId: id, outcome },
      })),
      {
        name: 'erasure.done',
        subjectId: null,
        audience: staff,
        after: { erasureId: id, deleted: countOf('deleted'), emptied: countOf('emptied') },
      },
    ])
  })
}
