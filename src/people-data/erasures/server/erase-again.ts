import { system } from '#access/domain/actor.ts'
import {
  type ErasedLine,
  type ErasedList,
  erasedListPaths,
  readErasedLists,
} from '#operations/backup/server/erased-list-commands.ts'
import { endReturned } from '#partners/team/server/commands.ts'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { personKeys } from './deleted-lead-commands.ts'
import { type Erasing, eachByItself, finishErasures, inOwnTransaction, writeLines } from './follow.ts'
import { isWrittenSince, readText, takeOut, textMark } from './mentions.ts'

/**
 * Erases again, before anybody is answered, what a database has that lists name as erased, since it was restored from a backup of
 * before; and goes on with what a restart has interrupted. The log says how many leads and accounts had come back, which lists
 * there were, and whether these are older than the database. Nothing that fails for one of them keeps the portal from starting.
 */
export async function eraseAgain(portal: Erasing): Promise<void> {
  const lists = await readErasedLists(erasedListPaths(portal.config))
  // Both lists have the same lines.
  const lines = [...new Map(lists.flatMap((list) => list.lines.map((line) => [JSON.stringify(line), line]))).values()]
  for (const { path, unreadable } of lists) {
    if (unreadable > 0)
      portal.log.warn({ path, unreadable }, `${unreadable} lines of ${path} cannot be read: whom they name is not erased again`)
  }
  await takeOutAgain(portal, lines)
  await endAgain(portal, lines)
  const back = await noteErased(portal, lines)
  await finishErasures(portal)
  if (back > 0) {
    const seen = lists.map(({ path, asOf }) => ({ path, asOf }))
    portal.log.warn(
      { count: back, lists: seen },
      `${back} leads and accounts of people who had been erased were there again: they are erased again`,
    )
  }
  const unlisted = await addUnlisted(portal, lines)
  if (unlisted > 0) sayOldLists(portal, lists, unlisted)
}

/** The database knows of erasures that no list does. These are written before anything goes: there are younger lists. */
function sayOldLists(portal: Erasing, lists: readonly ErasedList[], unlisted: number): void {
  const ends = lists.map(({ path, lines }) => ({
    path,
    until:
      lines
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? '',
  }))
  const [newest] = ends.sort((a, b) => b.until.localeCompare(a.until))
  const found = newest ? `the newest list, ${newest.path}, goes until ${newest.until || 'none'}` : 'there is no erased.jsonl'
  portal.log.warn(
    { unlisted, ...newest },
    `${unlisted} erasures that were done are in no list: ${found}. They are added; whoever was erased after a backup that was \
restored, and is in no list, is back and not known: put the youngest erased.jsonl into DATA_DIR and start again`,
  )
}

const placeKey = (erasure: unknown, ...place: readonly unknown[]) => JSON.stringify([erasure, ...place])

/**
 * Takes out the texts that the backup has again: those alone that say what was taken out, and none where the database knows that
 * it was. A line without what the text said is heeded until somebody does anything on the restored database.
 */
async function takeOutAgain(portal: Erasing, lines: readonly ErasedLine[]): Promise<void> {
  const { config, personalData } = portal
  const texts = lines.flatMap(({ erasure, at, text }) => (text ? [{ erasure, at, text }] : []))
  if (texts.length === 0) return
  const known = await inOwnTransaction(portal, async (run) => {
    const { rows } = await run(
      'select erasure_id, table_name, column_name, row_key from erasure_mentions where emptied_at is not null',
    )
    return new Set(rows.map((row) => placeKey(row.erasure_id, row.table_name, row.column_name, row.row_key)))
  })
  const unknown = texts.filter(({ erasure, text }) => !known.has(placeKey(erasure, text.table, text.column, text.key)))
  await eachByItself(portal, unknown, async (run, { erasure, at, text }) => {
    const found = await readText(run, personalData, text)
    if (!found) return
    const { table, column, key, said } = text
    const isOther = said ? textMark(config.secret, found.said) !== said : await isWrittenSince(run, found, at)
    if (isOther) return
    await takeOut(run, personalData, text, found)
    // There is nothing to decide about any more.
    await run(
      `delete from erasure_mentions where erasure_id = $1::text::uuid and table_name = $2 and column_name = $3 and row_key = $4
        and decision is null`,
      [erasure, table, column, key],
    )
  })
}

/** Ends the access of accounts that had ended when they were erased, and that the backup has as they were before. */
async function endAgain(portal: Erasing, lines: readonly ErasedLine[]): Promise<void> {
  const accounts = lines.flatMap(({ account }) => account ?? [])
  if (accounts.length === 0) return
  const open = await portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('profiles')
      .select('user_id as id')
      .where('user_id', 'in', accounts)
      .where('deleted_at', 'is', null)
      .where('email', 'like', '%@%')
      .execute(),
  )
  for (const { id } of open) {
    try {
      await withTransaction(portal, system, (context) => endReturned(context, id))
    } catch (err) {
      portal.log.error(
        { err, userId: id },
        `Somebody who had been erased is back and can sign in again: their access could not be ended. Make somebody else the \
company's main person, or an administrator, end the access of ${id} in the portal, and start it again: it then erases them.`,
      )
    }
  }
}

/** What of lines is in the database again: leads, deleted ones of which events still tell, and accounts that have ended. */
async function readReturned(run: OwnerRun, keys: readonly string[], lines: readonly ErasedLine[]) {
  const leads = await run(
    `select id, partner_id from leads where id = any($1::text[]::uuid[]) and erased_at is null
    union all select * from (
      select distinct on (e.subject_id) e.subject_id, e.partner_id from events e
      where e.subject_id = any($1::text[]::uuid[]) and e.partner_id is not null
        and not exists (select from leads l where l.id = e.subject_id)
        and app.has_keys(jsonb_build_array(e.before, e.after, e.origin), $2::text[])
      order by e.subject_id, e.occurred_at desc
    ) deleted`,
    [lines.flatMap((line) => (line.leads ?? []).map(({ id }) => id)), keys],
  )
  const accounts = await run(
    `select user_id from profiles where user_id = any($1::text[]::uuid[]) and deleted_at is not null and email like '%@%'`,
    [lines.flatMap(({ account }) => account ?? [])],
  )
  return {
    partners: new Map(leads.rows.map(({ id, partner_id }) => [String(id), String(partner_id)])),
    accounts: new Set(accounts.rows.map(({ user_id }) => String(user_id))),
  }
}

/** Notes erasures that the database does not know, or knows as plans. Returns how many of their leads and accounts are there. */
async function noteErased(portal: Erasing, lines: readonly ErasedLine[]): Promise<number> {
  if (lines.length === 0) return 0
  const keys = personKeys(portal.personalData, 'events')
  const { partners, accounts } = await inOwnTransaction(portal, (run) => readReturned(run, keys, lines))
  const returned = lines
    .map(({ erasure, at, leads = [], account }) => ({
      erasure,
      at,
      leads: leads.filter(({ id }) => partners.has(id)),
      account: account && accounts.has(account) ? account : null,
    }))
    .filter(({ leads, account }) => leads.length > 0 || account !== null)
  await eachByItself(portal, returned, async (run, { erasure, at, leads, account }) => {
    await run(
      `insert into erasures (id, user_id, planned_at, due_at, listed_at)
        select $1::text::uuid, $3::text::uuid, at, at, at from (select $2::text::timestamptz as at) listed
      on conflict (id) do update set listed_at = excluded.listed_at, stopped_at = null, stopped_by = null, done_at = null,
        report = null, told_at = null`,
      [erasure, at, account],
    )
    for (const { id, soleTrader } of leads)
      await run(
        `insert into erasure_leads (erasure_id, lead_id, partner_id, sole_trader)
        values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4::text::boolean) on conflict do nothing`,
        [erasure, id, partners.get(id), String(soleTrader)],
      )
  })
  return partners.size + accounts.size
}

/** Adds the erasures that are over and that no list names, so that a backup of before is erased again by them, too. */
async function addUnlisted(portal: Erasing, lines: readonly ErasedLine[]): Promise<number> {
  const listed = new Set(lines.map(({ erasure }) => erasure))
  const done = await portal.database.asActor(system, async (tx) => {
    const erasures = await tx
      .selectFrom('erasures')
      .select(['id', 'user_id', 'listed_at'])
      .where('told_at', 'is not', null)
      .$narrowType<{ listed_at: Date }>()
      .orderBy('listed_at')
      .execute()
    const missing = erasures.filter(({ id }) => !listed.has(id))
    if (missing.length === 0) return []
    const leads = await tx.selectFrom('erasure_leads').select(['erasure_id', 'lead_id', 'sole_trader']).execute()
    const leadsOf = Map.groupBy(leads, ({ erasure_id }) => erasure_id)
    return missing.map(({ id, user_id: account, listed_at: at }) => ({
      erasure: id,
      at: at.toISOString(),
      leads: (leadsOf.get(id) ?? []).map((lead) => ({ id: lead.lead_id, soleTrader: lead.sole_trader })),
      ...(account ? { account } : {}),
    }))
  })
  if (done.length > 0) await writeLines(portal, done)
  return done.length
}
