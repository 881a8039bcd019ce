import { type InferResult, type Selectable, sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { leadsToErase } from '#people-data/erasures/server/queries.ts'
import type { DeletedLead } from '#people-data/register/server/deleted-lead-queries.ts'
import { isMailbox } from '#people-data/register/server/find-queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { PeopleRequests } from '#platform/server/db/schema.generated.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'
import type { Portal } from '#platform/server/portal.ts'

export type RequestRow = Selectable<PeopleRequests>

/** Requests whose mailbox is proved, or whose person was recognised. */
function requests(tx: Tx) {
  return tx
    .selectFrom('people_requests as r')
    .leftJoin('profiles as p', 'p.user_id', 'r.answered_by')
    .selectAll('r')
    .select(['r.received_at as created_at', 'p.full_name as answered_name', 'p.deleted_at as answerer_deleted_at'])
    .where('r.proved_at', 'is not', null)
}
export type ListedRequest = InferResult<ReturnType<typeof requests>>[number]

export function findRequest(tx: Tx, id: string): Promise<ListedRequest | undefined> {
  return requests(tx).where('r.id', '=', id).executeTakeFirst()
}

interface RequestPage {
  readonly state?: 'open' | 'answered' | undefined
  readonly after: Position | null
  readonly limit: number
}

/** The newest first, as a page and one more. */
export function listRequests(tx: Tx, { state, after, limit }: RequestPage): Promise<ListedRequest[]> {
  let query = requests(tx)
    .orderBy('r.received_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
  if (state) query = query.where('r.answered_at', state === 'open' ? 'is' : 'is not', null)
  if (after) query = query.where(sql<boolean>`(r.received_at, r.id) < (${after.at}, ${after.id}::uuid)`)
  return query.execute()
}

/** What staff decided of the items of a request. */
export async function readChoices(tx: Tx, requestId: string) {
  const rows = await tx
    .selectFrom('people_request_choices')
    .select(['item', 'shown', 'reason'])
    .where('request_id', '=', requestId)
    .execute()
  return new Map(rows.map(({ item, ...choice }) => [item, choice]))
}
export type Choices = Awaited<ReturnType<typeof readChoices>>

export const findFile = (tx: Tx, id: string) => tx.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

interface Forgetting {
  readonly requestId: string
  readonly leadIds: readonly string[]
  readonly deleted: readonly DeletedLead[]
  readonly now: Date
}

/** What erasures make of whoever wants to be forgotten: what none is about yet, the one under way, and what is done. */
export async function erasuresFor(tx: Tx, { requestId, leadIds, deleted, now }: Forgetting) {
  const ids = [...leadIds, ...deleted.map(({ id }) => id)]
  const waiting = await tx
    .selectFrom('erasures as e')
    .leftJoin('erasure_leads as l', 'l.erasure_id', 'e.id')
    .select(['l.lead_id', 'e.due_at'])
    .where('e.stopped_at', 'is', null)
    .where('e.done_at', 'is', null)
    .where(sql<boolean>`(e.request_id = ${requestId} or l.lead_id = any(${ids}::uuid[]))`)
    .orderBy('e.due_at')
    .execute()
  const planned = new Set(waiting.map(({ lead_id }) => lead_id))
  const erasable = await leadsToErase(tx, {
    which: sql<boolean>`t.id = any(${leadIds}::uuid[])`,
    deleted: deleted.filter(({ id }) => !planned.has(id)),
    now,
  })
  const done = await tx
    .selectFrom('erasures')
    .select(['id', 'done_at'])
    .where('request_id', '=', requestId)
    .where('done_at', 'is not', null)
    .$narrowType<{ done_at: Date }>()
    .orderBy('done_at')
    .execute()
  const [first] = waiting
  return {
    erasable,
    erasure: first ? { dueAt: first.due_at.toISOString() } : null,
    reports: done.map(({ id, done_at }) => ({ id, doneAt: done_at.toISOString() })),
  }
}

/**
 * How many leads of whoever made a request are neither erased nor about to be: those of the mailbox, unless staff have said that
 * they are somebody else's, and those that staff have said are theirs.
 */
export async function leadsNotErased(tx: Tx, { id, email }: Pick<RequestRow, 'id' | 'email'>): Promise<number> {
  const { count } = await tx
    .selectFrom('leads as t')
    .leftJoin('people_request_choices as c', (join) =>
      join.on('c.request_id', '=', id).on('c.item', '=', sql<string>`'lead ' || t.id`),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('t.restricted_at', 'is', null)
    .where('t.erased_at', 'is', null)
    .where(sql<boolean>`coalesce(c.shown, ${isMailbox('email', [email])})`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes what nobody proved in time. */
export async function sweepUnproved({ database, clock }: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  await database.asActor(system, (tx) =>
    tx.deleteFrom('people_requests').where('proved_at', 'is', null).where('expires_at', '<', clock.now()).execute(),
  )
}
