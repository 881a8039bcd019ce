import { sql } from 'kysely'
import { refuseReservedKey } from '#platform/domain/keys.ts'
import { fieldRefusal, Refusal, type RefusalCode } from '#platform/domain/refusal.ts'
import { type ListItem, type ListVersions, mergeList } from '#platform/domain/saved-list.ts'
import { m } from '#platform/messages/messages.ts'
import type { Tx } from '#platform/server/db/database.ts'

/**
 * The lock under which short lists that are saved whole change, one at a time, since they refer to each other. Taken before they
 * are read: what waits for single rows goes on with the list as it was before.
 */
export async function lockLists(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7277466)`.execute(tx)
}

interface MergeRules<T> {
  /** Where the list stands in the request. */
  readonly path: string
  readonly same: (one: T, other: T) => boolean
  readonly nameOf: (item: T) => string
  /** What is refused where somebody else has changed the same. */
  readonly code: RefusalCode
}

/**
 * The list that somebody saves, brought together with what others have made of it meanwhile. Refuses a key that is there twice, a
 * reserved one for a new item, and `code` by name where both have changed the same item, or both the order.
 */
export function mergedList<T extends ListItem>(
  versions: ListVersions<T>,
  { path, same, nameOf, code }: MergeRules<T>,
): readonly T[] {
  const { read, wanted, stored } = versions
  const has = (items: readonly T[], key: string) => items.some((item) => item.key === key)
  for (const [index, { key }] of wanted.entries()) {
    if (has(wanted.slice(0, index), key)) throw fieldRefusal(`${path}.${index}.key`, m.keyTaken())
    if (!has(stored, key) && !has(read, key)) refuseReservedKey(key, `${path}.${index}.key`)
  }
  const { items, conflicts, isOrderInConflict } = mergeList(versions, same)
  const names = conflicts.flatMap((key) => {
    const item = [...stored, ...wanted, ...read].find((each) => each.key === key)
    return item ? [nameOf(item)] : []
  })
  if (names.length > 0) {
    const message = m.itemsChangedMeanwhile({ count: names.length, names: names.join(', ') })
    throw new Refusal(code, message, { facts: { keys: conflicts.join() } })
  }
  if (isOrderInConflict) throw new Refusal(code, m.orderChangedMeanwhile())
  return items
}

/** Writes the places of a table's rows, which are in the order of these keys. */
export async function writePlaces(tx: Tx, table: string, keys: readonly string[]): Promise<void> {
  await sql`
    update ${sql.table(table)} t set place = n.place
    from unnest(${[...keys]}::text[]) with ordinality as n (key, place)
    where t.key = n.key and t.place <> n.place`.execute(tx)
}
