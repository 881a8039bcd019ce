/** Resumes a waiting caller. */
type Go = (leave: () => void) => void

interface Line {
  readonly waiting: Go[]
  inside: number
}

/**
 * Semaphore with round-robin scheduling by key: a key with many callers delays only itself. First in, first out per key.
 */
export class FairQueue {
  readonly #places: number
  readonly #placesOfOne: number
  /** Keys in scheduling order. */
  readonly #lines = new Map<string, Line>()
  #inside = 0

  constructor(places: number, placesOfOne = places) {
    this.#places = places
    this.#placesOfOne = placesOfOne
  }

  /** Resolves with an idempotent release function when a slot is assigned. */
  enter(key: string): Promise<() => void> {
    return new Promise((resolve) => {
      const line = this.#lines.get(key) ?? { waiting: [], inside: 0 }
      this.#lines.set(key, line)
      line.waiting.push(resolve)
      this.#letIn()
    })
  }

  #letIn(): void {
    for (const [key, line] of this.#lines) {
      if (this.#inside >= this.#places) return
      if (line.inside >= this.#placesOfOne) continue
      const go = line.waiting.shift()
      if (!go) continue
      line.inside += 1
      this.#putLast(key, line)
      this.#inside += 1
      go(this.#leaving(key, line))
    }
  }

  #leaving(key: string, line: Line): () => void {
    let gone = false
    return () => {
      if (gone) return
      gone = true
      line.inside -= 1
      this.#inside -= 1
      this.#putLast(key, line)
      this.#letIn()
    }
  }

  /** Moves the key behind all others. */
  #putLast(key: string, line: Line): void {
    this.#lines.delete(key)
    if (line.inside > 0 || line.waiting.length > 0) this.#lines.set(key, line)
  }
}
