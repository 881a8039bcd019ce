import type { FastifyBaseLogger } from 'fastify'
import type { TimestampOutage, TimestampOutages } from './timestamp-outages.ts'

/**
 * Circuit breaker before the time-stamp authority: after a request that failed, nothing is asked until the background check had an
 * answer. The first signer of an outage waits for the time-out, the others do not.
 */
export class TimestampBreaker {
  readonly #outages: TimestampOutages
  readonly #log: FastifyBaseLogger
  #isOpen = false
  #recording: Promise<void> = Promise.resolve()

  constructor(outages: TimestampOutages, log: FastifyBaseLogger) {
    this.#outages = outages
    this.#log = log
  }

  /** As of the last refresh or failure. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Reads what other servers and the background check found. */
  async refresh(): Promise<TimestampOutage | null> {
    await this.#recording
    const outage = await this.#outages.current()
    this.#isOpen = outage !== null
    return outage
  }

  /** Opens at once, for tasks that already wait, and then for the other servers. */
  async trip(reason: string): Promise<void> {
    this.#isOpen = true
    this.#log.warn({ reason }, 'the time-stamp authority does not answer: contracts are sealed without its time')
    this.#recording = this.#outages.record(reason)
    await this.#recording
  }
}
