import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { waitsFor } from '#money/commissions/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { TaskKey } from '../domain/task-kinds.ts'
import type { Asking, TaskRow } from './task-rows.ts'

/** What the only one of a kind is called. */
export interface Subject {
  /** Null of a month. */
  readonly id: string | null
  readonly name: string
  readonly partnerId: string | null
}

/** Kinds that are known by their own name; all others by that of their partner. */
const leads: readonly TaskKey[] = ['registrationsToAnswer', 'extensionsToAnswer', 'peopleToTell']
const files: readonly TaskKey[] = ['filesUnanswered', 'filesSent']
const invoices: readonly TaskKey[] = ['invoicesRefused']
const requests: readonly TaskKey[] = ['requestsToAnswer']
const payouts: readonly TaskKey[] = ['payoutsReturned', 'payoutsToApprove', 'payoutsToSend']

/** What is counted by kept sums, and what its commissions wait for. */
const keptSums = { commissionsToValidate: 'validation', commissionsAwaitingClient: 'client' } as const

/** The only one of what is counted by kept sums, which do not say which one it is. */
async function findOnly(tx: Tx, row: TaskRow, { now }: Asking): Promise<TaskRow> {
  const wait = keptSums[row.kind as keyof typeof keptSums]
  const whose = row.apart ? sql`is not distinct from` : sql`is distinct from`
  const { rows } = await sql<{ id: string; partner_id: string }>`
    select c.id, c.partner_id from commissions c
    where ${waitsFor(wait, now)} and (c.partner_id ${whose} app.partner_id() or ${row.kind === 'commissionsAwaitingClient'})
    limit 1`.execute(tx)
  const [only] = rows
  return only ? { ...row, ...only } : row
}

/** What the rows of one are about, by row. */
export async function readSubjects(tx: Tx, rows: readonly TaskRow[], asking: Asking): Promise<ReadonlyMap<TaskRow, Subject>> {
  const single = rows.filter(({ count, kind }) => count === 1 && kind !== 'undelivered' && kind !== 'possibleDuplicates')
  if (single.length === 0) return new Map()
  const known = await Promise.all(single.map((row) => (row.kind in keptSums ? findOnly(tx, row, asking) : row)))
  const ids = (keys: readonly TaskKey[]) => known.filter(({ kind }) => keys.includes(kind)).map(({ id }) => id)
  const partnerIds = known.flatMap(({ partner_id }) => (partner_id ? [partner_id] : []))
  const { rows: names } = await sql<{ id: string; name: string }>`
    select partner_id as id, full_name as name from ${partnerContacts} p where partner_id = any (${partnerIds}::uuid[])
    union all select user_id, full_name from profiles where user_id = any (${partnerIds}::uuid[])
      and not exists (select from partners where id = user_id)
    union all select id, client_name from leads where id = any (${ids(leads)}::uuid[])
    union all select id, message_id from payout_files where id = any (${ids(files)}::uuid[])
    union all select id, reference from invoices where id = any (${ids(invoices)}::uuid[])
    union all select id, coalesce(nullif(email, ''), name) from people_requests where id = any (${ids(requests)}::uuid[])
    union all select id, reference from payouts where id = any (${ids(payouts)}::uuid[])`.execute(tx)
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const subjects = known.flatMap((row, at) => {
    const { kind, id, partner_id: partnerId } = row
    const partner = partnerId ? nameOf.get(partnerId) : undefined
    const isNamed = [...leads, ...files, ...invoices, ...requests, ...payouts].includes(kind)
    const own = kind === 'monthsToClose' ? id.slice(0, 7) : isNamed ? nameOf.get(id) : undefined
    const name = payouts.includes(kind) && own && partner ? `${own}, ${partner}` : (own ?? partner)
    const original = single[at]
    return name && original ? [[original, { id: kind === 'monthsToClose' ? null : id, name, partnerId }] as const] : []
  })
  return new Map(subjects)
}
