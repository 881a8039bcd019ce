import type { ApiError } from './api-error.ts'
import { randomId } from './random-id.ts'

/** A change whose answer never came: nobody knows whether it happened, so the next try carries the same key. */
interface Doubt {
  readonly key: string
  readonly at: number
  /** It adds a record: another change that was done says nothing about it. */
  readonly adds: boolean
}

/** What a call changes, as far as telling one change from another goes. */
export interface Change {
  readonly text: string
  readonly adds: boolean
  /** It takes something away: what was added before may be meant anew. */
  readonly removes: boolean
}

/** The server forgets keys after some days; a person has long gone on to something else after an hour. */
const forgottenAfterMs = 3_600_000
const place = 'passerelle.unanswered'

/** 64 bits of FNV-1a, twice 32: enough to tell the changes of one tab apart, and what was typed is not kept beside it. */
function digest({ text }: Change): string {
  let [one, other] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193)
    other = Math.imul(other ^ text.charCodeAt(text.length - 1 - at), 0x01000193)
  }
  return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}-${text.length}`
}

function read(): Map<string, Doubt> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? '[]') as [string, Doubt][]
    return new Map(kept.filter(([, { at }]) => Date.now() - at < forgottenAfterMs))
  } catch {
    // The storage may be switched off, or hold what an older page wrote.
    return new Map()
  }
}

let doubts = typeof sessionStorage === 'undefined' ? new Map<string, Doubt>() : read()

/** Records that may have been added outlast a reload of the tab; the server's rules guard every other change done twice. */
function keep(): void {
  try {
    const added = [...doubts].filter(([, { adds }]) => adds)
    if (added.length > 0) sessionStorage.setItem(place, JSON.stringify(added))
    else sessionStorage.removeItem(place)
  } catch {
    // Without a storage the keys last as long as the page.
  }
}

/** The Idempotency-Key of a change. */
export function keyOf(change: Change): string {
  return doubts.get(digest(change))?.key ?? randomId()
}

/**
 * A change was done: doubts about other changes are over, because whoever now does the same again means it. A record that
 * may have been added stays in doubt until its own answer comes, or until something is taken away.
 */
export function done(change: Change): void {
  if (doubts.size === 0) return
  doubts.delete(digest(change))
  doubts = new Map([...doubts].filter(([, { adds }]) => adds && !change.removes))
  keep()
}

/** A change failed: its key is kept unless the answer says for certain that nothing happened under it. */
export function failed(change: Change, key: string, error: ApiError): void {
  if (isSettled(error)) {
    if (!doubts.delete(digest(change))) return
  } else doubts.set(digest(change), { key, at: Date.now(), adds: change.adds })
  keep()
}

/**
 * Whether the command itself refused, which undoes the transaction that held the key. Somebody who was stopped before it
 * (signed out, locked, too fast) learns nothing about an earlier try, and neither does a failure of the server.
 */
function isSettled({ status, code }: ApiError): boolean {
  if (code === 'idempotency_in_progress') return false
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}
