import { appendNow } from '../../src/operations/journal/server/append-commands.ts'
import { systemClock } from '../../src/platform/server/clock.ts'
import type { Database } from '../../src/platform/server/db/database.ts'

/** Takes the world's events into the journal, as the portal does in its own time: no measurement pays for it. */
export const writeJournal = (database: Database): Promise<void> => appendNow({ database, clock: systemClock })
