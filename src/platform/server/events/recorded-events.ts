import type { InsertObject, RawBuilder } from 'kysely'
import type { Post, Tx } from '#platform/server/db/database.ts'
import type { DB } from '#platform/server/db/schema.generated.ts'
import type { EventName } from '#portal/api/events.ts'

/** Rules about events that the slices supply; `event-rules.ts` lists them. */
export interface EventRules {
  /** Events with handlers, which always get a job. */
  readonly withJob: ReadonlySet<EventName>
  /** Whether an event keeps the client of its request. */
  keepsOrigin(name: EventName): boolean
  /** Whether its only effect is a mail that somebody waits for. */
  isUrgent(name: EventName): boolean
  /** Asks which of these events without handlers get a job, since somebody wants them. Null if none can. */
  handlerQuestion(names: readonly EventName[]): WantedQuestion | null
}

export interface WantedQuestion {
  readonly names: ReadonlySet<EventName>
  /** The names of those that somebody wants. */
  readonly answer: RawBuilder<string[]>
}

type NewRow = InsertObject<DB, 'events'> & { readonly id: string; readonly name: EventName }

/**
 * Writes the events of a transaction and learns from the same statement which of them somebody wants: where nobody wants one, it
 * costs neither a statement nor a job.
 */
export class RecordedEvents {
  readonly #tx: Tx
  readonly #post: Post
  readonly #rules: EventRules
  readonly #wanted: Promise<readonly string[]>[] = []

  constructor({ tx, post }: { readonly tx: Tx; readonly post: Post }, rules: EventRules) {
    this.#tx = tx
    this.#post = post
    this.#rules = rules
  }

  insert(rows: readonly NewRow[]): void {
    const insertion = this.#tx.insertInto('events').values(rows)
    const names = new Set(rows.map(({ name }) => name))
    const question = this.#rules.handlerQuestion([...names].filter((name) => !this.#rules.withJob.has(name)))
    if (!question) return this.#post(insertion)
    // No column is returned, since the caller may record an event without being allowed to read it.
    const answering = insertion.returning(question.answer.as('wanted'))
    const idsOf = (wantedNames: readonly string[]) =>
      rows.filter(({ name }) => question.names.has(name) && wantedNames.includes(name)).map(({ id }) => id)
    this.#wanted.push(
      new Promise((resolve) => {
        this.#post(answering, (done) => resolve(idsOf((done?.rows[0]?.wanted ?? []) as string[])))
      }),
    )
  }

  /** The ids of those that are wanted and that nothing else has a job for. */
  async withHandlers(): Promise<string[]> {
    return (await Promise.all(this.#wanted)).flat()
  }
}
