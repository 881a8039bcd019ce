import { Readable } from 'node:stream'
import { type ProcessingRecord, type RecordSection, recordSections } from '#people-data/register/domain/record.ts'
import { tableLabel } from '#people-data/register/domain/table-labels.ts'
import type { FoundRows } from '#people-data/register/server/find-queries.ts'
import { currentLanguage } from '#platform/domain/languages.ts'
import { fileName } from '#platform/domain/typed-text.ts'
import { escapeHtml } from '#platform/server/escape-html.ts'
import { fileKey } from '#platform/server/files/store.ts'
import { streamZip, type ZipEntry, zipSize } from '#platform/server/files/zip-file.ts'
import type { ZipAnswer } from '#platform/server/http/answers.ts'
import { mailDay, mailMoment } from '#platform/server/mail/mail-dates.ts'
import type { Portal } from '#platform/server/portal.ts'
import { m } from '../messages/messages.ts'
import { columnLabel, placeLabel } from './archive-labels.ts'
import { readable, type ShownRow, shownRows, type Telling, toldColumns } from './found-items.ts'
import type { FoundPerson } from './person-queries.ts'
import type { Choices } from './queries.ts'

interface Found extends Telling, Pick<FoundPerson, 'sources' | 'record' | 'zone'> {
  readonly rows: FoundRows
  readonly choices: Choices
}

/** What stands in the archive of a row, and what was left out of it. */
interface ToldRow {
  readonly table: string
  readonly values: Readonly<Record<string, unknown>>
}
interface LeftOut {
  readonly where: string
  readonly reason: string
  readonly count: number
}

/**
 * The archive of a person (GDPR, art. 15 and 20): a page, the same as JSON, and files. Of what somebody has to read
 * first it holds what was read and let through. Made while it is sent, and stored nowhere.
 */
export async function personArchive(
  { personalData, files, clock }: Pick<Portal, 'personalData' | 'files' | 'clock'>,
  { rows, sources, record, zone, choices, isOwn }: Found,
): Promise<ZipAnswer> {
  const now = clock.now()
  const shown = shownRows(personalData, rows, { isOwn })
  const told = shown.flatMap((row) => toldRow(row, choices))
  const leftOut = leftOutOf(shown, choices, isOwn)
  const stored = shown.flatMap((row) => storedFile(row, choices, files, now))
  const document = { madeAt: now.toISOString(), sources, records: told, leftOut, processing: processingOf(shown, record) }
  const made = (name: string, content: string): ZipEntry => {
    const bytes = Buffer.from(content)
    return { name, modifiedAt: now, size: bytes.length, open: async () => Readable.from([bytes]) }
  }
  const entries = [made(m.pageFile(), page(document, zone)), made('data.json', JSON.stringify(document, null, 2)), ...stored]
  return { fileName: `${m.archiveFile()}-${now.toISOString().slice(0, 10)}.zip`, zip: streamZip(entries), size: zipSize(entries) }
}

const isTold = (choices: Choices, item: string | null) => item === null || choices.get(item)?.shown === true

function toldRow(row: ShownRow, choices: Choices): ToldRow[] {
  const columns = toldColumns(
    row,
    row.values.filter(({ item }) => isTold(choices, item)),
  )
  return columns.length === 0 ? [] : [{ table: row.table, values: Object.fromEntries(columns) }]
}

/** What is not told, and why, in one line for all that is alike; whoever fetches their own reads of what kind it is. */
function leftOutOf(rows: readonly ShownRow[], choices: Choices, isOwn: boolean): LeftOut[] {
  const texts = rows.flatMap(({ table, values }) =>
    values.flatMap(({ column, item }) => {
      if (item === null || isTold(choices, item)) return []
      if (isOwn) return { where: tableLabel(table), reason: m.askedForApart() }
      return { where: placeLabel(table, column), reason: choices.get(item)?.reason || m.notReadYet() }
    }),
  )
  // No archive holds the number of an account, not even the end that its owner sees.
  const accounts = rows.flatMap(({ table }) =>
    table === 'payment_infos' ? { where: placeLabel(table, 'iban'), reason: m.ibanElsewhere() } : [],
  )
  const alike = Map.groupBy([...accounts, ...texts], ({ where, reason }) => `${where}: ${reason}`)
  return [...alike.values()].flatMap(([first, ...others]) => (first ? { ...first, count: others.length + 1 } : []))
}

/** A file goes with its name, which somebody has let through. */
function storedFile({ table, key, row, values }: ShownRow, choices: Choices, files: Portal['files'], now: Date): ZipEntry[] {
  if (table !== 'files' || !values.some(({ item }) => item !== null && choices.get(item)?.shown)) return []
  const { name, size, purpose } = row
  const stored = { id: key, purpose: String(purpose) }
  return [
    {
      name: `files/${key.slice(-6)}-${fileName(String(name))}`,
      modifiedAt: row.created_at instanceof Date ? row.created_at : now,
      size: Number(size),
      open: () => files.read(fileKey(stored)),
    },
  ]
}

/** Why what was found is kept, how long, and who outside gets it; where the copies of the portal lie is its own affair. */
function processingOf(rows: readonly ShownRow[], record: ProcessingRecord): RecordSection[] {
  const purposes = new Set(rows.map(({ entry }) => entry.why))
  const activities = record.activities.filter(({ purpose }) => purposes.has(purpose))
  return recordSections({ ...record, activities, recipients: record.recipients.filter(({ kind }) => kind !== 'backup') })
}

interface ArchiveDocument {
  readonly madeAt: string
  readonly sources: FoundPerson['sources']
  readonly records: readonly ToldRow[]
  readonly leftOut: readonly LeftOut[]
  readonly processing: readonly RecordSection[]
}

/** What a person reads: no script, no picture, nothing from elsewhere. */
function page({ madeAt, sources, records, leftOut, processing }: ArchiveDocument, zone: string): string {
  const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
  const inWords = (value: unknown) => (value instanceof Date ? mailMoment(value, zone) : readable(value))
  const section = (title: string, content: string) => `<h2>${escapeHtml(title)}</h2>${content}`
  const record = ({ values }: ToldRow) => {
    const lines = Object.entries(values).map(
      ([column, value]) =>
        `<dt>${escapeHtml(columnLabel(column))}</dt><dd>${escapeHtml(inWords(value)).replaceAll('\n', '<br>')}</dd>`,
    )
    return `<dl>${lines.join('')}</dl>`
  }
  const parts = [...Map.groupBy(records, ({ table }) => tableLabel(table))]
  return `<!doctype html><html lang="${currentLanguage()}"><meta charset="utf-8"><title>${escapeHtml(m.yourData())}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
dl{border-top:1px solid #ccc;padding-top:.5rem}
dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}</style>
<main><h1>${escapeHtml(m.yourData())}</h1><p>${escapeHtml(m.archiveIntro({ day: mailDay(new Date(madeAt), zone) }))}</p>
${section(m.sources(), list(sources.length > 0 ? sources.map(({ partner }) => m.broughtBy({ partner })) : [m.noSource()]))}
${parts.map(([label, rows]) => section(label, rows.map(record).join(''))).join('')}
${leftOut.length > 0 ? section(m.leftOut(), list(leftOut.map(m.leftOutLine))) : ''}
${processing.map(({ title, rows }) => section(title, list(rows.map(([label, text]) => `${label}: ${text}`)))).join('')}
<p>${escapeHtml(m.complaintNote())}</p></main></html>`
}
