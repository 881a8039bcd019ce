import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { system } from '#access/domain/actor.ts'
import {
  addToErasedLists,
  copyErasedList,
  type ErasedLine,
  erasedListPaths,
  noteErasedLists,
  readErasedLists,
} from '#operations/backup/server/erased-list-commands.ts'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { letOthersWork } from '#platform/server/db/let-others-work.ts'
import { asTableOwner } from '#platform/server/db/table-owner.ts'
import { mailFileName } from '#platform/server/mail/mailer.ts'
import type { Portal } from '#platform/server/portal.ts'
import { receiverReading } from '#platform/server/reading/person-reading.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { isLate } from '../domain.ts'
import { recordErased } from './commands.ts'
import { type ErasedLead, eraseAccount, eraseLeads, messageIds } from './erase.ts'
import { emptyMention, isText, listMentions } from './mentions.ts'

type Erasing = Pick<Portal, 'database' | 'clock' | 'config' | 'queue' | 'eventRules' | 'personalData'>

/** An erasure that is not over. */
interface Waiting {
  readonly id: string
  readonly dueAt: Date
  readonly listedAt: Date | null
  readonly hasPlan: boolean
  readonly isDone: boolean
  readonly leads: readonly ErasedLead[]
  readonly account: string | null
  /** Its period has ended: nobody planned it, and nobody decides about its texts. */
  readonly hasEnded: boolean
}

/**
 * Goes on with erasures: what each would do is looked at, those that are due are done, and texts that somebody decided about are
 * taken out. It may be interrupted anywhere, and is then done again. What is late waits for somebody: the clock may be ahead.
 * `looksAgain`: also at plans that were made before, since leads go on until they are erased.
 */
export async function followErasures(portal: Erasing, { looksAgain = true } = {}): Promise<void> {
  const now = portal.clock.now()
  for (const erasure of await inOwnTransaction(portal, readWaiting)) {
    const began = performance.now()
    if (erasure.listedAt !== null || (erasure.dueAt <= now && !isLate(erasure.dueAt, now))) await carryOut(portal, erasure)
    else if (!erasure.hasEnded && (looksAgain || !erasure.hasPlan)) await makePlan(portal, erasure)
    await letOthersWork(portal.database.traffic, performance.now() - began)
  }
  await emptyDecided(portal)
  await noteErasedLists(erasedListPaths(portal.config), now)
}

/**
 * Erases again what a database has that lists name as erased, since it was restored from a backup of before. Returns how many
 * leads these were, the lists, and whether somebody was erased and there is none any more.
 */
export async function eraseAgain(portal: Erasing) {
  const lists = await readErasedLists(erasedListPaths(portal.config))
  // Both lists have the same lines.
  const lines = [...new Map(lists.flatMap((list) => list.lines.map((line) => [JSON.stringify(line), line]))).values()]
  if (lines.length === 0) return { back: 0, lists, isListLost: lists.length === 0 && (await hasErased(portal)) }
  const back = await inOwnTransaction(portal, async (run) => {
    // A later version may have no such text any more.
    for (const { text } of lines)
      if (text && isText(portal.personalData, text)) await emptyMention(run, portal.personalData, text)
    let count = 0
    for (const line of lines) count += await noteErased(run, line)
    return count
  })
  if (back > 0)
    for (const erasure of await inOwnTransaction(portal, readWaiting)) {
      if (erasure.listedAt !== null) await carryOut(portal, erasure)
    }
  return { back, lists, isListLost: false }
}

async function hasErased({ database }: Erasing): Promise<boolean> {
  const done = await database.asActor(system, (tx) =>
    tx.selectFrom('erasures').select('id').where('done_at', 'is not', null).limit(1).executeTakeFirst(),
  )
  return done !== undefined
}

/** Notes an erasure that the database does not know, or knows as a plan. Returns how many of its leads and accounts are there. */
async function noteErased(run: OwnerRun, { erasure, at, leads = [], account }: ErasedLine): Promise<number> {
  const { rows } = await run('select id, partner_id from leads where id = any($1::text[]::uuid[]) and erased_at is null', [
    leads.map(({ id }) => id),
  ])
  const ended = await run("select from profiles where user_id = $1::text::uuid and deleted_at is not null and email <> ''", [
    account ?? null,
  ])
  const count = rows.length + ended.rows.length
  if (count === 0) return 0
  await run(
    `insert into erasures (id, user_id, planned_at, due_at, listed_at)
      select $1::text::uuid, $3::text::uuid, at, at, at from (select $2::text::timestamptz as at) listed
    on conflict (id) do update set listed_at = excluded.listed_at, stopped_at = null, stopped_by = null, done_at = null,
      report = null, told_at = null`,
    [erasure, at, account ?? null],
  )
  for (const { id, partner_id } of rows) {
    const isSoleTrader = leads.some((lead) => lead.id === id && lead.soleTrader)
    await run(
      `insert into erasure_leads (erasure_id, lead_id, partner_id, sole_trader)
      values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4::text::boolean) on conflict do nothing`,
      [erasure, String(id), String(partner_id), String(isSoleTrader)],
    )
  }
  return count
}

const inMs = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`

async function readWaiting(run: OwnerRun): Promise<readonly Waiting[]> {
  const { rows } = await run(`
    select e.id, e.user_id, ${inMs('e.due_at')} as due, ${inMs('e.listed_at')} as listed,
      e.plan is not null as has_plan, e.done_at is not null as is_done, e.period is not null as has_ended,
      (select json_agg(json_build_object('id', l.lead_id, 'soleTrader', l.sole_trader)) from erasure_leads l
        where l.erasure_id = e.id)::text as leads
    from erasures e where e.told_at is null and e.stopped_at is null order by e.due_at, e.id`)
  return rows.map(({ id, user_id, due, listed, has_plan, is_done, has_ended, leads }) => ({
    id: String(id),
    dueAt: new Date(Number(due)),
    listedAt: listed === null ? null : new Date(Number(listed)),
    hasPlan: has_plan === true,
    isDone: is_done === true,
    leads: JSON.parse(String(leads ?? '[]')) as ErasedLead[],
    account: user_id === null ? null : String(user_id),
    hasEnded: has_ended === true,
  }))
}

/** What an erasure would do, found out by doing it and undoing that. */
async function makePlan(portal: Erasing, erasure: Waiting): Promise<void> {
  await inOwnTransaction(portal, async (run) => {
    await run('savepoint plan')
    const { report, mentions } = await erasePerson(run, portal, erasure)
    await run('rollback to savepoint plan')
    await run('update erasures set plan = $2::text::jsonb where id = $1::text::uuid', [erasure.id, JSON.stringify(report)])
    await listMentions(run, erasure.id, mentions)
  })
}

async function carryOut(portal: Erasing, erasure: Waiting): Promise<void> {
  const { id, leads, account, isDone } = erasure
  const { config, clock } = portal
  const listedAt = erasure.listedAt ?? (await beginErasing(portal, id))
  if (!listedAt) return
  // Before anything goes: whoever restores a backup from now on erases it again.
  await writeLines(portal, [{ erasure: id, at: listedAt.toISOString(), leads: [...leads], ...(account ? { account } : {}) }])
  if (!isDone) {
    const files = config.smtpUrl ? [] : await inOwnTransaction(portal, (run) => messageIds(run, erasure))
    for (const file of files) await rm(join(config.dataDir, 'mail', mailFileName(file)), { force: true })
    await inOwnTransaction(portal, async (run) => {
      const { rows } = await run('select from erasures where id = $1::text::uuid and done_at is null for update', [id])
      // Another server was faster.
      if (rows.length === 0) return
      const now = clock.now()
      const { report, mentions, outcomes } = await erasePerson(run, portal, erasure)
      for (const lead of outcomes)
        await run('update erasure_leads set outcome = $3 where erasure_id = $1::text::uuid and lead_id = $2::text::uuid', [
          id,
          lead.id,
          lead.outcome,
        ])
      await listMentions(run, id, mentions)
      await run('update erasures set done_at = $2::text::timestamptz, report = $3::text::jsonb where id = $1::text::uuid', [
        id,
        now.toISOString(),
        JSON.stringify(report),
      ])
    })
  }
  await recordErased(portal, id)
}

/** Erases the clients of leads, or somebody whose account has ended. */
function erasePerson(run: OwnerRun, { personalData, clock, config }: Erasing, { leads, account, hasEnded }: Waiting) {
  const now = clock.now()
  if (account) return eraseAccount(run, personalData, { userId: account, now })
  return eraseLeads(run, personalData, { leads, now, secret: config.secret, hasEnded })
}

/** From now on nobody stops it. Null: somebody has stopped it, or another server has begun. */
async function beginErasing(portal: Erasing, id: string): Promise<Date | null> {
  const now = portal.clock.now()
  const { affected } = await inOwnTransaction(portal, (run) =>
    run(
      `update erasures set listed_at = $2::text::timestamptz
      where id = $1::text::uuid and stopped_at is null and listed_at is null`,
      [id, now.toISOString()],
    ),
  )
  return affected === 1 ? now : null
}

/** Takes out the texts that somebody decided about, which a restored backup would have again. */
async function emptyDecided(portal: Erasing): Promise<void> {
  const decided = await inOwnTransaction(portal, async (run) => {
    const { rows } = await run(
      `select m.id, m.erasure_id, m.table_name, m.column_name, m.row_key
      from erasure_mentions m join erasures e on e.id = m.erasure_id
      where m.decision = 'empty' and m.emptied_at is null and e.done_at is not null`,
    )
    return rows.map((row) => ({
      id: String(row.id),
      erasure: String(row.erasure_id),
      text: { table: String(row.table_name), column: String(row.column_name), key: String(row.row_key) },
    }))
  })
  if (decided.length === 0) return
  const at = portal.clock.now().toISOString()
  await writeLines(
    portal,
    decided.map(({ erasure, text }) => ({ erasure, at, text })),
  )
  await inOwnTransaction(portal, async (run) => {
    for (const { id, text } of decided) {
      await emptyMention(run, portal.personalData, text)
      await run('update erasure_mentions set emptied_at = $2::text::timestamptz where id = $1::text::uuid', [id, at])
    }
  })
}

async function writeLines({ config }: Erasing, lines: readonly ErasedLine[]): Promise<void> {
  await addToErasedLists(erasedListPaths(config), lines)
  await copyErasedList(config)
}

/** One transaction as the owner of the tables, which says and finds things in the portal's language. */
async function inOwnTransaction<T>({ database }: Erasing, work: (run: OwnerRun) => Promise<T>): Promise<T> {
  const reading = await database.asActor(system, (tx) => receiverReading(tx, null))
  return readAs(reading, () => asTableOwner(database, work))
}
