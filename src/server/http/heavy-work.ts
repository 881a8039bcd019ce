import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'

/** Exports, checks and imports that one person may have under way: more than any page starts by itself. */
const maxPerPerson = 4
/** What this server has under way for everybody: each holds rows in memory. */
const maxTotal = 40
const retryAfter = 5

/**
 * Counts the requests under way that read or write many rows. Who has too many at once is refused in words and told when to
 * come again; those that are let in take turns at the database with everybody else.
 */
export class HeavyWork {
  readonly #ofOne = new Map<string, number>()
  #ofAll = 0

  /** Begins one, and gives back what ends it; calling that twice does no harm. */
  begin(actor: Actor): () => void {
    const key = 'userId' in actor ? actor.userId : actor.kind
    const own = this.#ofOne.get(key) ?? 0
    if (own >= maxPerPerson) {
      const text = 'You have several exports or imports under way. Please wait until one of them is done.'
      throw new Refusal('too_many_requests', text, { facts: { retryAfter } })
    }
    if (this.#ofAll >= maxTotal) {
      const text = 'Many exports and imports are under way. Please try again in a moment.'
      throw new Refusal('database_busy', text, { facts: { retryAfter } })
    }
    this.#ofOne.set(key, own + 1)
    this.#ofAll += 1
    let over = false
    return () => {
      if (over) return
      over = true
      this.#ofAll -= 1
      const left = (this.#ofOne.get(key) ?? 1) - 1
      if (left > 0) this.#ofOne.set(key, left)
      else this.#ofOne.delete(key)
    }
  }
}
