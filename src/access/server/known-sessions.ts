import type { SessionRow } from './session-row.ts'

/** Longer than a page takes to load, and short enough that few sessions of people who left stay in memory. */
const keptMs = 30_000
const maxSessions = 5000

/**
 * Sessions as they were last read. They save a round trip, and decide nothing: the transaction of a request names the session it
 * assumes, and the database refuses if that has ended or changed. So they may be outdated, and servers need not tell each other.
 */
export class KnownSessions {
  readonly #byToken = new Map<string, { readonly row: SessionRow; readonly readAt: number }>()
  /** When a visit was last noted by this server. */
  readonly #visits = new Map<string, number>()

  find(tokenHash: string, now: Date): SessionRow | null {
    const entry = this.#byToken.get(tokenHash)
    if (!entry) return null
    const isFresh = Math.abs(now.getTime() - entry.readAt) < keptMs && entry.row.ends_at > now
    if (isFresh) return entry.row
    this.#byToken.delete(tokenHash)
    return null
  }

  /** Keeps what was just read; null if the session has ended. */
  learn(tokenHash: string, row: SessionRow | null, now: Date): void {
    this.#byToken.delete(tokenHash)
    if (!row) return
    this.#byToken.set(tokenHash, { row, readAt: now.getTime() })
    dropOldest(this.#byToken)
  }

  /** Whether this server has noted no visit of the session for so long; from now on it has. */
  isVisitDue(tokenHash: string, now: Date, afterMs: number): boolean {
    const noted = this.#visits.get(tokenHash)
    if (noted !== undefined && Math.abs(now.getTime() - noted) < afterMs) return false
    this.#visits.delete(tokenHash)
    this.#visits.set(tokenHash, now.getTime())
    dropOldest(this.#visits)
    return true
  }
}

function dropOldest(entries: Map<string, unknown>): void {
  if (entries.size <= maxSessions) return
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}
