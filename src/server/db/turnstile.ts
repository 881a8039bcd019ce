/** Lets one in at a time, in the order of arrival. */
export class Turnstile {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when it is the caller's turn, with the function that ends it; calling that twice does no harm. */
  async enter(): Promise<() => void> {
    const before = this.#last
    let leave = () => {}
    this.#last = new Promise((resolve) => {
      leave = resolve
    })
    await before
    return leave
  }
}
