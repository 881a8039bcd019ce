import type { LiveCursor } from '#domain/live-cursor.ts'
import { readCursor, writeCursor } from '#domain/live-cursor.ts'

let cursor: LiveCursor | null = null

/** An answer of the portal shows every event up to this one, and perhaps later ones: the stream starts after the oldest. */
export function shownUpTo(text: string | null): void {
  const shown = readCursor(text ?? '')
  if (shown && (!cursor || shown.seq < cursor.seq)) cursor = shown
}

/** The stream has told of this event, and of those before it. */
export function heardUpTo(text: string): void {
  const heard = readCursor(text)
  if (heard && (!cursor || heard.seq > cursor.seq)) cursor = heard
}

/** After which event a new stream begins; null while nothing was read. */
export function liveCursor(): string | null {
  return cursor && writeCursor(cursor)
}
