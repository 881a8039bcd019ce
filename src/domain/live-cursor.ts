/**
 * Position in the event stream: every event up to `seq` is known, except those of transactions that were still open when
 * event `seq` was written. Open transactions have ids >= `horizon`; `xact` is the event's own transaction and is not open.
 * Wire format '118-4711-4712'. A `Last-Event-ID` is only '118'.
 */
export interface LiveCursor {
  readonly seq: number
  readonly horizon: string | null
  readonly xact: string | null
}

export function readCursor(text: string): LiveCursor | null {
  const [, seq, horizon, xact] = /^(\d{1,15})(?:-(\d{1,19})(?:-(\d{1,19}))?)?$/.exec(text) ?? []
  return seq ? { seq: Number(seq), horizon: horizon ?? null, xact: xact ?? null } : null
}

export function writeCursor({ seq, horizon, xact }: LiveCursor): string {
  return [seq, horizon, xact].filter((part) => part !== null).join('-')
}
