/**
 * What the journal hashes, as text. docs/journal.md describes it for people who check an export by themselves; whatever changes
 * here makes another format.
 */
export const journalFormat = 'passerelle-journal/1'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * Canonical JSON of RFC 8785: keys in the order of their UTF-16 code units, no white space, and texts and numbers as JavaScript
 * writes them, which is what that standard prescribes. Half of a surrogate pair has no such form, and PostgreSQL holds none.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each: Json) => canonicalJson(each)).join(',')}]`
  const object = value as { readonly [key: string]: Json }
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] ?? null)}`)
  return `{${members.join(',')}}`
}

/** The previous hash of the first row and of the first root. */
export const noHash = '0'.repeat(64)

/** An event as it is hashed. Times are ISO 8601 in UTC with six digits of a second. */
export type JournalRecord = {
  readonly id: string
  /** The number in the order in which events were written. */
  readonly number: number
  readonly name: string
  readonly occurredAt: string
  readonly actorId: string | null
  readonly subjectId: string | null
  readonly partnerId: string | null
  readonly audience: string
  readonly before: Json
  readonly after: Json
  readonly requestId: string | null
  readonly origin: Json
}

/** A row without its own hash. Hashes are SHA-256 in lower-case hexadecimal. */
export type JournalLink = {
  readonly seq: number
  readonly eventId: string
  readonly name: string
  readonly occurredAt: string
  readonly chainedAt: string
  /** The hash of the salt followed by the canonical record. */
  readonly recordHash: string
  /** The hash of the row before; zeros for the first. */
  readonly prevHash: string
}

/** What a row's hash is made of: canonical JSON, since its keys stand here in their order. */
export function linkText({ chainedAt, eventId, name, occurredAt, prevHash, recordHash, seq }: JournalLink): string {
  return JSON.stringify({ chainedAt, eventId, name, occurredAt, prevHash, recordHash, seq })
}

/** The state of the journal at the end of a day. */
export type JournalRoot = {
  /** '2026-11-22' in the provider's time zone. */
  readonly day: string
  readonly timeZone: string
  /** The last row of the day, and its hash. */
  readonly seq: number
  readonly hash: string
  /** SHA-256 of the text of the root before; zeros for the first. */
  readonly prevRoot: string
}

/** The text of a root, which is time-stamped and which the next root refers to. */
export function rootText({ day, timeZone, seq, hash, prevRoot }: JournalRoot): string {
  return canonicalJson({ day, timeZone, seq, hash, prevRoot })
}
