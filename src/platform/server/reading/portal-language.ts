import { anonymous } from '#access/domain/actor.ts'
import { type Language, languageNamed } from '#platform/domain/languages.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/database.ts'

const keptMs = 10_000

/** The language of the portal, for those who have chosen none. Another server's change is known here after ten seconds. */
export class PortalLanguage {
  readonly #database: Database
  readonly #clock: Clock
  #last: { readonly language: Language; readonly readAt: number } | null = null

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** As it was last read. */
  get known(): Language {
    return this.#last?.language ?? 'specified'
  }

  async get(): Promise<Language> {
    const now = this.#clock.now().getTime()
    if (this.#last && Math.abs(now - this.#last.readAt) < keptMs) return this.#last.language
    const row = await this.#database.asActor(anonymous, (tx) => tx.selectFrom('settings').select('language').executeTakeFirst(), {
      isRead: true,
    })
    const language = languageNamed(row?.language) ?? 'specified'
    this.#last = { language, readAt: now }
    return language
  }

  /** The next one who asks gets what is set now. */
  forget(): void {
    this.#last = null
  }
}
