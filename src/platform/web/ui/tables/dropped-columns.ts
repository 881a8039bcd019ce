export interface MeasuredColumn {
  /** The least width that its content takes. */
  readonly px: number
  /** Null: it stays. */
  readonly priority: number | null
  /** No row has anything in it: it goes before all others, even one that stays otherwise. */
  readonly isEmpty: boolean
}

/**
 * The columns that go so that the others fit into `roomPx`, by their index, first gone first: the empty ones, then the lowest
 * priority, and among equals the last one. Once one with content is gone, the button that shows it in its row takes `buttonPx`.
 */
export function droppedColumns(columns: readonly MeasuredColumn[], roomPx: number, buttonPx: number) {
  let neededPx = columns.reduce((sum, { px }) => sum + px, 0)
  let isMore = false
  const candidates = columns
    .flatMap(({ px, priority, isEmpty }, index) => (priority === null && !isEmpty ? [] : [{ px, priority, isEmpty, index }]))
    .toSorted(
      (one, other) =>
        Number(other.isEmpty) - Number(one.isEmpty) || (one.priority ?? 0) - (other.priority ?? 0) || other.index - one.index,
    )
  const dropped: number[] = []
  for (const { px, isEmpty, index } of candidates) {
    if (neededPx <= roomPx) break
    neededPx -= px
    if (!isEmpty && !isMore) neededPx += buttonPx
    isMore ||= !isEmpty
    dropped.push(index)
  }
  return { dropped, fits: neededPx <= roomPx }
}
