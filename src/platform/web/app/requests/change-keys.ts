import type { ApiError } from './api-error.ts'
import { randomId } from './random-id.ts'

/** A change with unknown outcome; a retry uses the same key. */
interface Doubt {
  readonly key: string
  readonly at: number
  /** Whether it adds a record; other successful changes do not settle its outcome. */
  readonly adds: boolean
}

/** Identity of a change. */
export interface Change {
  readonly text: string
  readonly adds: boolean
  /** Whether it deletes something; adding the same again is then intended. */
  readonly removes: boolean
}

/** Lifetime of a pending key; the server keeps keys for a week. */
const forgottenAfterMs = 3_600_000
const place = 'passerelle.unanswered'

/** FNV-1a, two times 32 bits: distinguishes changes without storing their content. */
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
    const entries = JSON.parse(sessionStorage.getItem(place) ?? '[]') as [string, Doubt][]
    return new Map(entries.filter(([, { at }]) => Date.now() - at < forgottenAfterMs))
  } catch {
    // Storage may be disabled, or contain data of an older version.
    return new Map()
  }
}

let doubtMap: Map<string, Doubt> | undefined

/** Read at the first change: on the way up a page would wait for the storage. */
function doubts(): Map<string, Doubt> {
  doubtMap ??= typeof sessionStorage === 'undefined' ? new Map<string, Doubt>() : read()
  return doubtMap
}

/** Only keys of additions survive a reload; repeating other changes is refused by business rules. */
function keep(): void {
  try {
    const added = [...doubts()].filter(([, { adds }]) => adds)
    if (added.length > 0) sessionStorage.setItem(place, JSON.stringify(added))
    else sessionStorage.removeItem(place)
  } catch {
    // Without storage, keys live as long as the page.
  }
}

/** The Idempotency-Key of a change. */
export function keyOf(change: Change): string {
  return doubts().get(digest(change))?.key ?? randomId()
}

/**
 * Marks a change as successful. Other pending changes are settled, since repeating them is now intended; additions stay pending
 * until their own response arrives or something is deleted.
 */
export function done(change: Change): void {
  if (doubts().size === 0) return
  doubts().delete(digest(change))
  doubtMap = new Map([...doubts()].filter(([, { adds }]) => adds && !change.removes))
  keep()
}

/** Marks a change as failed. Its key is kept unless the response proves that nothing happened. */
export function failed(change: Change, key: string, error: ApiError): void {
  if (isSettled(error)) {
    if (!doubts().delete(digest(change))) return
  } else doubts().set(digest(change), { key, at: Date.now(), adds: change.adds })
  keep()
}

/**
 * Whether the command itself was refused, which rolls back the key. Refusals before it (session, lock, rate limit) and server
 * errors say nothing about an earlier attempt.
 */
export function isSettled({ status, code }: ApiError): boolean {
  if (code === 'idempotency_in_progress') return false
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}
