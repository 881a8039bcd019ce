/** What somebody who waits is called with: it is their turn. */
type Go = (leave: () => void) => void

interface Line {
  readonly waiting: Go[]
  inside: number
}

/**
 * Lets a number of callers in at once, and those who wait in turn: one of each key after the other, so that who brings much
 * waits for it themselves and holds nobody else up. Callers of one key keep their order.
 */
export class FairQueue {
  readonly #places: number
  readonly #placesOfOne: number
  /** In the order of their next turn. */
  readonly #lines = new Map<string, Line>()
  #inside = 0

  constructor(places: number, placesOfOne = places) {
    this.#places = places
    this.#placesOfOne = placesOfOne
  }

  /** Resolves when it is the caller's turn, with the function that ends it; calling that twice does no harm. */
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

  /** Everybody else who waits comes before the next of this key. */
  #putLast(key: string, line: Line): void {
    this.#lines.delete(key)
    if (line.inside > 0 || line.waiting.length > 0) this.#lines.set(key, line)
  }
}
