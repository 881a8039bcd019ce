export interface MeasuredColumn {
  /** The least width that its content takes. */
  readonly px: number
  /** Null: it stays. */
  readonly priority: number | null
}

/**
 * The columns that go so that the others fit into `roomPx`, by their index, first gone first: the lowest priority, and among
 * equals the last one. Once one is gone, the button that shows it in its row takes `buttonPx`.
 */
export function droppedColumns(columns: readonly MeasuredColumn[], roomPx: number, buttonPx: number): readonly number[] {
  let neededPx = columns.reduce((sum, { px }) => sum + px, 0)
  if (neededPx <= roomPx) return []
  neededPx += buttonPx
  const candidates = columns
    .flatMap(({ px, priority }, index) => (priority === null ? [] : [{ px, priority, index }]))
    .toSorted((one, other) => one.priority - other.priority || other.index - one.index)
  const dropped: number[] = []
  for (const { px, index } of candidates) {
    if (neededPx <= roomPx) break
    neededPx -= px
    dropped.push(index)
  }
  return dropped
}
