/** An item of a short list that is saved whole. Its key never changes. */
export interface ListItem {
  readonly key: string
}

export interface ListVersions<T> {
  /** As it was read before it was changed. */
  readonly read: readonly T[]
  readonly wanted: readonly T[]
  /** As it is by now. */
  readonly stored: readonly T[]
}

export interface MergedList<T> {
  readonly items: readonly T[]
  /** Keys of items that somebody else has changed, too, in another way. */
  readonly conflicts: readonly string[]
  /** Somebody else has put the list into another order, too. */
  readonly isOrderInConflict: boolean
}

type Same<T> = (one: T, other: T) => boolean

const keysOf = (items: readonly ListItem[]) => items.map(({ key }) => key)
const isSameOrder = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((key, index) => key === other[index])

/**
 * What a list becomes that several people change at once: each item, and the order as one more, is taken from whoever changed it.
 * What two have changed in different ways stays as it is stored, and is told.
 */
export function mergeList<T extends ListItem>({ read, wanted, stored }: ListVersions<T>, same: Same<T>): MergedList<T> {
  const isSame = (one: T | undefined, other: T | undefined) => one === other || (!!one && !!other && same(one, other))
  const of = (items: readonly T[], key: string) => items.find((item) => item.key === key)
  const conflicts: string[] = []
  const kept = new Map<string, T>()
  for (const key of new Set([...keysOf(wanted), ...keysOf(stored), ...keysOf(read)])) {
    const [was, mine, theirs] = [of(read, key), of(wanted, key), of(stored, key)]
    const isMine = !isSame(was, mine)
    if (isMine && !isSame(was, theirs) && !isSame(mine, theirs)) conflicts.push(key)
    const item = isMine && !conflicts.includes(key) ? mine : theirs
    if (item) kept.set(key, item)
  }
  const mine = orderChange(read, wanted)
  const theirs = orderChange(read, stored)
  const isOrderInConflict = mine !== null && theirs !== null && !isSameOrder(within(mine, kept), within(theirs, kept))
  const [first, second] = mine && !isOrderInConflict ? [wanted, stored] : [stored, wanted]
  const order = withMissing(within(keysOf(first), kept), within(keysOf(second), kept))
  return { items: order.flatMap((key) => kept.get(key) ?? []), conflicts, isOrderInConflict }
}

const within = (keys: readonly string[], kept: ReadonlyMap<string, unknown>) => keys.filter((key) => kept.has(key))

/** The order of what both lists have, if it has changed; else null. */
function orderChange(before: readonly ListItem[], after: readonly ListItem[]): string[] | null {
  const common = (items: readonly ListItem[], others: readonly ListItem[]) =>
    keysOf(items).filter((key) => others.some((other) => other.key === key))
  const order = common(after, before)
  return isSameOrder(common(before, after), order) ? null : order
}

/** Puts what only the other list has behind what stands before it there. */
function withMissing(keys: readonly string[], other: readonly string[]): string[] {
  const all = [...keys]
  for (const [index, key] of other.entries()) {
    if (all.includes(key)) continue
    const before = other.slice(0, index).findLast((each) => all.includes(each))
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, key)
  }
  return all
}

export interface ListChanges<T> {
  readonly added: readonly T[]
  readonly changed: readonly { readonly before: T; readonly after: T }[]
  readonly removed: readonly T[]
  /** The keys of all, before and after; null if what stays is in the same order. */
  readonly order: { readonly before: readonly string[]; readonly after: readonly string[] } | null
}

/** What makes one list another one. */
export function listChanges<T extends ListItem>(before: readonly T[], after: readonly T[], same: Same<T>): ListChanges<T> {
  const find = (items: readonly T[], { key }: T) => items.find((item) => item.key === key)
  return {
    added: after.filter((item) => !find(before, item)),
    changed: after.flatMap((item) => {
      const old = find(before, item)
      return old && !same(old, item) ? [{ before: old, after: item }] : []
    }),
    removed: before.filter((item) => !find(after, item)),
    order: orderChange(before, after) && { before: keysOf(before), after: keysOf(after) },
  }
}
