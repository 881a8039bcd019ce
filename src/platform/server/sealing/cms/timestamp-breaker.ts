import type { FastifyBaseLogger } from 'fastify'
import type { TimestampOutage, TimestampOutages } from '#platform/server/timestamps/timestamp-outages.ts'

/**
 * Circuit breaker for the time-stamp authority: after a failed request it stays open until a background check succeeds. Only
 * the first signer of an outage waits for the time-out.
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

  /** State as of the last refresh or failure. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Loads the state written by other servers and by the background check. */
  async refresh(): Promise<TimestampOutage | null> {
    await this.#recording
    const outage = await this.#outages.current()
    this.#isOpen = outage !== null
    return outage
  }

  /** Opens immediately for queued tasks, then for the other servers. */
  async trip(reason: string): Promise<void> {
    this.#isOpen = true
    this.#log.warn({ reason }, 'the time-stamp authority does not answer: contracts are sealed without its time')
    this.#recording = this.#outages.record(reason)
    await this.#recording
  }
}
