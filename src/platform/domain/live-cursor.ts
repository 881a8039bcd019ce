/**
 * A position in the event stream: all events up to `seq`, except those of transactions that were still open when that event
 * was written. Sequence numbers are assigned at insert and become visible at commit, so a lower one can appear after a
 * higher one; the snapshot tells which ones still can.
 */
export interface LiveCursor {
  readonly seq: number
  /** Null when unknown: any of the last events may be missing. */
  readonly snapshot: Snapshot | null
}

/** Which transactions an event's own snapshot did not show. Ids are PostgreSQL's 64-bit transaction ids. */
export interface Snapshot {
  /** Transactions from this id on had not started. */
  readonly next: string
  /** Transactions before `next` that were still open. */
  readonly open: readonly string[]
  /** The event's own transaction, which is committed by the time the event is announced. */
  readonly own: string | null
}

/** Reads '118-4720-4711.4713-4721' (seq, next, open, own); what follows a bare '118' and is not understood is ignored. */
export function readCursor(text: string): LiveCursor | null {
  const [, seq, next, open = '', own] =
    /^(\d{1,15})(?:-(\d{1,19})-((?:\d{1,19}(?:\.\d{1,19}){0,499})?)-(\d{0,19})$)?/.exec(text) ?? []
  if (!seq) return null
  const snapshot = next ? { next, open: open === '' ? [] : open.split('.'), own: own || null } : null
  return { seq: Number(seq), snapshot }
}

export function writeCursor({ seq, snapshot }: LiveCursor): string {
  return snapshot ? `${seq}-${snapshot.next}-${snapshot.open.join('.')}-${snapshot.own ?? ''}` : String(seq)
}
