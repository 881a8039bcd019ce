import type { Actor } from '#access/domain/actor.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'

/** Maximum concurrent heavy requests per person; more than any page sends. */
const maxPerPerson = 4
/** Maximum concurrent heavy requests of this server; each holds rows in memory. */
const maxTotal = 40
const retryAfter = 5

/**
 * Limits concurrent requests that read or write many rows. Excess ones are refused with Retry-After; admitted ones queue fairly
 * for the database.
 */
export class HeavyWork {
  readonly #ofOne = new Map<string, number>()
  #ofAll = 0

  /** Registers a request; returns an idempotent release function. */
  begin(actor: Actor): () => void {
    const key = 'userId' in actor ? actor.userId : actor.kind
    const own = this.#ofOne.get(key) ?? 0
    if (own >= maxPerPerson) {
      const text = m.ownHeavyWork()
      throw new Refusal('too_many_requests', text, { facts: { retryAfter } })
    }
    if (this.#ofAll >= maxTotal) {
      const text = m.allHeavyWork()
      throw new Refusal('database_busy', text, { facts: { retryAfter } })
    }
    this.#ofOne.set(key, own + 1)
    this.#ofAll += 1
    let over = false
    return () => {
      if (over) return
      over = true
      this.#ofAll -= 1
      const count = (this.#ofOne.get(key) ?? 1) - 1
      if (count > 0) this.#ofOne.set(key, count)
      else this.#ofOne.delete(key)
    }
  }
}
