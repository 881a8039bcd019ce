/** A stretch of an element from its upper to its lower edge: 0 to 1. */
export type Range = readonly [from: number, to: number]

interface Edges {
  readonly start: number
  readonly end: number
}

/** The stretch of an element that lies within its frame; null if none does. */
export function visibleRange({ start, end }: Edges, frame: Edges): Range | null {
  const size = end - start
  const [from, to] = [Math.max(start, frame.start), Math.min(end, frame.end)]
  return size <= 0 || to <= from ? null : [(from - start) / size, (to - start) / size]
}

/** What two looks have in common: what stayed on the screen between them. */
export function sharedRange(one: Range, other: Range): Range | null {
  const [from, to] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])]
  return to > from ? [from, to] : null
}

/** Adds a stretch to those that were seen; what touches is joined. */
export function withRange(seen: readonly Range[], added: Range): Range[] {
  const joined: [number, number][] = []
  for (const [from, to] of [...seen, added].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** Edges of pages are blank, and the browser rounds: what lacks less than this counts as whole. */
const slack = 0.08

/** Whether an element was on the screen from its upper to its lower edge, if not at once. */
export function isWhole(seen: readonly Range[]): boolean {
  return seen.reduce((sum, [from, to]) => sum + to - from, 0) >= 1 - slack
}
