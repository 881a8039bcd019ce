import { Readable } from 'node:stream'
import type { JsonLinesAnswer } from '#platform/server/http/answers.ts'
import type { OwnCall } from '#platform/server/http/bind.ts'
import { csvDay } from '#platform/server/http/lists/csv-export.ts'
import { matching } from '#platform/server/http/lists/listing.ts'
import { providerZone } from '#platform/server/provider-calendar.ts'
import { journalFormat } from '../domain.ts'
import type { JournalEntry } from './check-row.ts'
import { conditions, type JournalFilter } from './list.ts'
import { allRoots, entryOf, isWithheld, type JournalRow, journalHead, lowestKeptId, withEvents, withheld } from './queries.ts'
import { rootOf } from './roots.ts'

/** Rows read in one transaction. */
const pageSize = 500

const line = (value: object) => `${JSON.stringify(value)}\n`

/** A journal in lines of JSON: first what it is, then its roots, then its rows. Streamed, in pages of short transactions. */
export async function exportJournal(
  { portal: { database, clock }, actor }: Pick<OwnCall, 'portal' | 'actor'>,
  filter: JournalFilter,
): Promise<JsonLinesAnswer> {
  const isWhole = Object.values(filter).every((value) => value === undefined || value === '')
  const { head, roots, lowestKept, zone } = await database.asActor(actor, async (tx) => ({
    // The head first: roots of rows beyond it are not made yet, whatever is added meanwhile.
    head: await journalHead(tx),
    roots: await allRoots(tx),
    lowestKept: await lowestKeptId(tx),
    zone: await providerZone(tx),
  }))
  const takenAt = clock.now().toISOString()
  const lines = async function* () {
    yield line({
      kind: 'journal',
      format: journalFormat,
      takenAt,
      whole: isWhole,
      head: { seq: head.seq, hash: head.hash.toString('hex') },
    })
    for (const root of roots) {
      if (root.seq <= head.seq) yield line({ kind: 'root', ...rootOf(root), token: root.token?.toString('base64') ?? null })
    }
    for (let after = 0; after < head.seq; ) {
      const from = after
      const rows = await database.asActor(actor, (tx) =>
        matching(withEvents(tx).select(isWithheld.as('is_withheld')), conditions(filter))
          .where('j.seq', '>', from)
          .where('j.seq', '<=', head.seq)
          .orderBy('j.seq')
          .limit(pageSize)
          .execute(),
      )
      if (rows.length > 0) yield rows.map((row) => rowLine(shownEntry(row, lowestKept))).join('')
      after = rows.length < pageSize ? head.seq : (rows.at(-1)?.row_seq ?? head.seq)
    }
  }
  return {
    fileName: `journal-${csvDay(takenAt, zone)}.jsonl`,
    lines: Readable.from(lines(), { objectMode: false }),
  }
}

const shownEntry = (row: JournalRow & { readonly is_withheld: boolean }, lowestKept: string) =>
  row.is_withheld ? withheld(entryOf(row, lowestKept)) : entryOf(row, lowestKept)

function rowLine({ isArchived, ...entry }: JournalEntry): string {
  return line({ kind: 'row', ...entry, ...(isArchived ? { archived: true } : {}) })
}
