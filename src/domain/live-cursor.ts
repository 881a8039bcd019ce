/**
 * How far somebody has seen the events: all up to `seq` but for those of transactions that were still open when that one was
 * written. Those have numbers from `horizon` on; `xact`, its own, is not one of them. On the wire it is '118-4711-4712'; the
 * browser's own '118' knows neither.
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
