import { fieldRefusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'

export const defaultPageSize = 50

/** The type of a value that a list is sorted by. */
export type KeyType = 'time' | 'day' | 'number' | 'text'

/** Position in a list: the sort key of a row, as text, and its id. Times are microseconds since 1970. */
export interface Cursor {
  readonly key: string
  readonly id: string
}

/** Position in a list ordered by `(created_at, id)`, newest first. */
export interface Position {
  readonly at: Date
  readonly id: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/**
 * Sixteen digits of microseconds reach 300 years to either side: PostgreSQL can hold them all. A text is at most 200
 * characters long, of which some become several without their accents.
 */
const keyFormats: Readonly<Record<KeyType, RegExp>> = {
  time: /^-?\d{1,16}$/,
  day: /^\d{4}-\d{2}-\d{2}$/,
  number: /^-?\d{1,18}$/,
  text: /^[^\0]{0,1500}$/,
}

function encodeCursor({ key, id }: Cursor): string {
  return Buffer.from(`${id}|${key}`).toString('base64url')
}

/** Refuses `invalid_input` for anything that no list with a key of this type has returned. */
export function decodeCursor(cursor: string, type: KeyType): Cursor {
  const [id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split('|')
  const key = rest.join('|')
  if (uuid.test(id) && keyFormats[type].test(key)) return { key, id }
  throw fieldRefusal('cursor', m.cursorUnknown())
}

/** The position after which a page of a newest-first list begins; null for the first page. */
function readPosition(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const { key, id } = decodeCursor(cursor, 'time')
  return { at: new Date(Number(key) / 1000), id }
}

/** Where a page of a newest-first list begins, and how long it is. */
export const pageBounds = ({ cursor, limit = defaultPageSize }: { cursor?: string | undefined; limit?: number | undefined }) => ({
  after: readPosition(cursor),
  limit,
})

/** Turns `limit + 1` rows into a page and the cursor of the next one; null at the end. */
export function cutPage<R extends { id: string }, T>(
  rows: readonly R[],
  limit: number,
  keyOf: (row: R) => string,
  present: (row: R) => T,
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = rows.length > limit && last ? encodeCursor({ key: keyOf(last), id: last.id }) : null
  return { items: items.map(present), nextCursor }
}

/** `cutPage` for newest-first lists. */
export function newestPage<R extends { id: string; created_at: Date }, T>(
  rows: readonly R[],
  limit: number,
  present: (row: R) => T,
): { items: T[]; nextCursor: string | null } {
  return cutPage(rows, limit, (row) => String(row.created_at.getTime() * 1000), present)
}
