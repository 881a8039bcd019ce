import { FairQueue } from '../fair-queue.ts'

/** The right to talk to the embedded database's thread, which one transaction has at a time. */
export interface Turn {
  /** Gives the right away. Idempotent. */
  leave(): void
  /** Gives it away although the last exchange has just been sent and is still to be answered. */
  leaveBefore(answered: Promise<void>): void
}

/** Exchanges that end their transaction and are not answered yet: one that runs, and one that the thread finds next. */
const maxUnanswered = 2

/**
 * Turns at the embedded database's thread, which works off what it is sent one after the other. A turn ends with the sending of a
 * transaction's last exchange: the thread would else wait while this thread reads its answer and the next transaction begins.
 */
export class PgliteTurns {
  readonly #queue = new FairQueue(1)
  #unanswered = 0
  #waiting: (() => void) | null = null

  /** Resolves when it is this caller's turn; keys as in FairQueue. */
  async enter(key: string): Promise<Turn> {
    const leave = await this.#queue.enter(key)
    return {
      leave,
      leaveBefore: (answered) => {
        this.#unanswered += 1
        if (this.#unanswered < maxUnanswered) leave()
        else this.#waiting = leave
        void answered.then(() => this.#answered())
      },
    }
  }

  #answered(): void {
    this.#unanswered -= 1
    const leave = this.#waiting
    this.#waiting = null
    leave?.()
  }
}
