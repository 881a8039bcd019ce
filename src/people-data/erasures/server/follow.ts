import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { system } from '#access/domain/actor.ts'
import {
  addToErasedLists,
  copyErasedList,
  type ErasedLine,
  erasedListPaths,
  noteErasedLists,
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
import { listMentions, readText, takeOut, textMark } from './mentions.ts'

export type Erasing = Pick<Portal, 'database' | 'clock' | 'config' | 'queue' | 'eventRules' | 'personalData' | 'log'>

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
  const failed = await eachErasure(portal, async (erasure) => {
    const began = performance.now()
    if (erasure.listedAt !== null || (erasure.dueAt <= now && !isLate(erasure.dueAt, now))) await carryOut(portal, erasure)
    else if (!erasure.hasEnded && (looksAgain || !erasure.hasPlan)) await makePlan(portal, erasure)
    await letOthersWork(portal.database.traffic, performance.now() - began)
  })
  await emptyDecided(portal)
  await noteErasedLists(erasedListPaths(portal.config), now)
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} erasures could not be gone on with`)
}

/** Goes on with those that have begun and that a restart, or a restored backup, has interrupted: before they were told, too. */
export async function finishErasures(portal: Erasing): Promise<void> {
  await eachErasure(portal, async (erasure) => {
    if (erasure.listedAt !== null) await carryOut(portal, erasure)
  })
}

/** One that fails keeps no other from being done, and is tried again within the hour. Returns the errors. */
async function eachErasure(portal: Erasing, work: (erasure: Waiting) => Promise<void>): Promise<readonly unknown[]> {
  const failed: unknown[] = []
  for (const erasure of await inOwnTransaction(portal, readWaiting)) {
    try {
      await work(erasure)
    } catch (err) {
      portal.log.error({ err, erasure: erasure.id }, `erasure ${erasure.id} could not be gone on with: it is tried again`)
      failed.push(err)
    }
  }
  return failed
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

/** From now on nobody stops it. Returns since when, which may be another server's doing; null: somebody has stopped it. */
async function beginErasing(portal: Erasing, id: string): Promise<Date | null> {
  const now = portal.clock.now()
  return inOwnTransaction(portal, async (run) => {
    await run(
      `update erasures set listed_at = $2::text::timestamptz
      where id = $1::text::uuid and stopped_at is null and listed_at is null`,
      [id, now.toISOString()],
    )
    const { rows } = await run(
      `select ${inMs('listed_at')} as listed from erasures where id = $1::text::uuid and stopped_at is null`,
      [id],
    )
    return rows[0] ? new Date(Number(rows[0].listed)) : null
  })
}

/** Takes out the texts that somebody decided about. What was written there since is another text, which is asked about anew. */
async function emptyDecided(portal: Erasing): Promise<void> {
  const { config, personalData } = portal
  const decided = await inOwnTransaction(portal, async (run) => {
    const { rows } = await run(
      `select m.id, m.erasure_id, m.table_name, m.column_name, m.row_key, m.decided_text, ${inMs('m.decided_at')} as at
      from erasure_mentions m join erasures e on e.id = m.erasure_id
      where m.decision = 'empty' and m.emptied_at is null and e.done_at is not null`,
    )
    const texts = []
    for (const { id, erasure_id, table_name, column_name, row_key, decided_text, at } of rows) {
      const place = { table: String(table_name), column: String(column_name), key: String(row_key) }
      const found = await readText(run, personalData, place)
      const said = decided_text ?? (found && textMark(config.secret, found.said))
      texts.push({ id: String(id), erasure: String(erasure_id), at: new Date(Number(at)).toISOString(), place, said })
    }
    return texts
  })
  const lines = decided.flatMap(({ erasure, at, place, said }) =>
    said === null ? [] : [{ erasure, at, text: { ...place, said: String(said) } }],
  )
  if (lines.length > 0) await writeLines(portal, lines)
  const now = portal.clock.now().toISOString()
  await eachByItself(portal, decided, async (run, { id, place, said }) => {
    const found = await readText(run, personalData, place)
    if (found && textMark(config.secret, found.said) !== said) {
      await run(
        `update erasure_mentions set decision = null, decided_at = null, decided_by = null, decided_text = null
        where id = $1::text::uuid`,
        [id],
      )
      return
    }
    if (found) await takeOut(run, personalData, place, found)
    await run('update erasure_mentions set emptied_at = $2::text::timestamptz where id = $1::text::uuid', [id, now])
  })
}

/** Does something with each, in one transaction as the owner of the tables: one that cannot be done keeps no other from it. */
export async function eachByItself<T extends { readonly erasure: string }>(
  portal: Erasing,
  items: readonly T[],
  work: (run: OwnerRun, item: T) => Promise<void>,
): Promise<void> {
  if (items.length === 0) return
  await inOwnTransaction(portal, async (run) => {
    // What is checked at the end would fail for all.
    await run('set constraints all immediate')
    for (const item of items) {
      await run('savepoint item')
      try {
        await work(run, item)
        await run('release savepoint item')
      } catch (err) {
        await run('rollback to savepoint item')
        portal.log.error(
          { err, erasure: item.erasure },
          `something of erasure ${item.erasure} could not be done: it is tried again`,
        )
      }
    }
  })
}

export async function writeLines({ config }: Erasing, lines: readonly ErasedLine[]): Promise<void> {
  await addToErasedLists(erasedListPaths(config), lines)
  await copyErasedList(config)
}

/** One transaction as the owner of the tables, which says and finds things in the portal's language. */
export async function inOwnTransaction<T>({ database }: Erasing, work: (run: OwnerRun) => Promise<T>): Promise<T> {
  const reading = await database.asActor(system, (tx) => receiverReading(tx, null))
  return readAs(reading, () => asTableOwner(database, work))
}
