import { type LiveCursor, readCursor, writeCursor } from '#platform/domain/live-cursor.ts'

let cursor: LiveCursor | null = null

/** Notes the `live-seq` of an answer: it includes every event up to there, so the stream starts at the oldest answer. */
export function answerIncludes(header: string | null): void {
  const position = readCursor(header ?? '')
  if (position && (!cursor || position.seq < cursor.seq)) cursor = position
}

/** Notes that the stream has delivered this event and those before it. */
export function receivedUpTo(lastEventId: string): void {
  const position = readCursor(lastEventId)
  if (position && (!cursor || position.seq > cursor.seq)) cursor = position
}

/** Where a new stream starts; null before anything was read. */
export function liveCursor(): string | null {
  return cursor && writeCursor(cursor)
}
