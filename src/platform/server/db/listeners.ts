import type { OnNotify } from './driver.ts'

/** Listeners by channel, for both drivers. */
export class Listeners {
  readonly #listeners = new Map<string, Set<OnNotify>>()
  readonly #gaps = new Set<() => void>()

  /** Returns a function that removes the listener. Adding the same function twice registers it once. */
  add(channel: string, onNotify: OnNotify, onGap?: () => void): () => void {
    const set = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, set.add(onNotify))
    if (onGap) this.#gaps.add(onGap)
    return () => {
      set.delete(onNotify)
      if (onGap) this.#gaps.delete(onGap)
    }
  }

  get channels(): string[] {
    return [...this.#listeners.keys()]
  }

  tell(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
  }

  tellOfGap(): void {
    for (const listener of this.#gaps) listener()
  }
}
