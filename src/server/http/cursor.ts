import { Refusal } from '#domain/refusal.ts'

export const defaultPageSize = 50

/** Place in a list ordered by `(created_at, id)`, newest first. */
export interface Place {
  readonly at: Date
  readonly id: string
}

export function encodeCursor(env: Place): string {
  return Buffer.from(`${env.at.toISOString()}|${env.id}`).toString('base64url')
}

/** The year 0000 is a date in JavaScript and none in PostgreSQL. */
const isoTime = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** An id as the server writes it. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Refuses `invalid_input` for what the database could not even read as a place. */
export function decodeCursor(cursor: string): Place {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  const time = new Date(at)
  if (!isoTime.test(at) || Number.isNaN(time.getTime()) || !uuid.test(id)) {
    throw new Refusal('invalid_input', 'This cursor is not one that a list returned', {
      fields: [{ path: 'cursor', message: 'This cursor is not one that a list returned' }],
    })
  }
  return { at: time, id }
}

/** Cuts one row more than the page into the page and the cursor to the next one. */
export function pageOf<R extends { id: string; created_at: Date }, T>(
  rows: readonly R[],
  limit: number,
  present: (row: R) => T,
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(present),
    nextCursor: rows.length > limit && last ? encodeCursor({ at: last.created_at, id: last.id }) : null,
  }
}
