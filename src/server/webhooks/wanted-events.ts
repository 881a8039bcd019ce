import type { InsertObject } from 'kysely'
import { sql } from 'kysely'
import type { EventName } from '#domain/activity.ts'
import { isNewsEvent } from '#domain/news-events.ts'
import { isWebhookEvent } from '#domain/webhooks.ts'
import type { Post, Tx } from '../db/database.ts'
import type { DB } from '../db/schema.ts'

type NewRow = InsertObject<DB, 'events'> & { readonly id: string; readonly name: EventName }

/**
 * Writes the events of a transaction and learns from the same statement which of them some webhook wants, or somebody by mail:
 * where nobody wants one, it costs neither a statement nor a job. Other events with handlers have a job anyway.
 */
export class WantedEvents {
  readonly #tx: Tx
  readonly #post: Post
  readonly #withJob: ReadonlySet<EventName>
  readonly #found: Promise<readonly string[]>[] = []

  constructor({ tx, post }: { readonly tx: Tx; readonly post: Post }, withJob: ReadonlySet<EventName>) {
    this.#tx = tx
    this.#post = post
    this.#withJob = withJob
  }

  insert(rows: readonly NewRow[]): void {
    const insertion = this.#tx.insertInto('events').values(rows)
    const isNews = (name: EventName) => isNewsEvent(name) && this.#withJob.has(name)
    const asked = rows.filter(({ name }) => isNews(name) || (isWebhookEvent(name) && !this.#withJob.has(name)))
    if (asked.length === 0) return this.#post(insertion)
    const names = [...new Set(asked.map(({ name }) => name))]
    const [webhooks, news] = [names.filter(isWebhookEvent), names.filter(isNews)]
    const wanted =
      news.length === 0
        ? sql<string[]>`(select app.wanted_events(${webhooks}::text[]))`
        : sql<string[]>`(select app.wanted_events(${webhooks}::text[]) || app.wanted_news(${news}::text[]))`
    // No column is returned: who records an event may not be allowed to read it.
    const answering = insertion.returning(wanted.as('wanted'))
    const idsOf = (wanted: readonly string[]) => asked.filter(({ name }) => wanted.includes(name)).map(({ id }) => id)
    this.#found.push(
      new Promise((resolve) => {
        this.#post(answering, (done) => resolve(idsOf((done?.rows[0]?.wanted ?? []) as string[])))
      }),
    )
  }

  /** The ids of those that are wanted and that nothing else has a job for. */
  async wanted(): Promise<string[]> {
    return (await Promise.all(this.#found)).flat()
  }
}
