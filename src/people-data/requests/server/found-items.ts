import { createHash } from 'node:crypto'
import {
  isAboutPeople,
  type JsonShape,
  type PersonTable,
  type TableEntries,
  treatedColumns,
  words,
} from '#access/domain/personal-data.ts'
import type { FoundRow, FoundRows } from '#people-data/register/server/find-queries.ts'
import type { FoundItem } from '../api/found-data.ts'
import { m } from '../messages/messages.ts'
import { columnLabel, placeLabel } from './archive-labels.ts'
import type { Choices } from './queries.ts'

/** A value of the archive; `item` where somebody reads it first. */
interface ShownValue {
  readonly column: string
  readonly value: unknown
  readonly item: string | null
}

/** What the archive has of a row. */
export interface ShownRow {
  readonly table: string
  readonly key: string
  readonly entry: PersonTable
  readonly row: FoundRow
  readonly values: readonly ShownValue[]
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0)

/** Text as it is read by a person; objects by their keys. */
export const readable = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? m.yes() : m.no()
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, part]) => `${/^\d+$/.test(key) ? '–' : columnLabel(key)}: ${readable(part)}`)
      .join('\n')
  return String(value)
}

/** Another text at the same place is another item, which somebody reads again; in whichever language it is read. */
const itemOf = (table: string, column: string, key: string, value: unknown) =>
  `${table}.${column} ${key} ${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)}`

/** What of a JSON value is about somebody: its keys say so. */
function personKeys(value: unknown, about: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((part) => personKeys(part, about)).filter((part) => !isEmpty(part))
  if (typeof value !== 'object' || value === null) return undefined
  const parts = Object.entries(value).map(([key, part]) => [key, about.has(key) ? part : personKeys(part, about)] as const)
  return Object.fromEntries(parts.filter(([, part]) => !isEmpty(part)))
}

/** A value by what is read first and what is not; of JSON what is about somebody. */
function shownParts(value: unknown, shape: JsonShape | undefined): { readonly value: unknown; readonly isRead: boolean }[] {
  if (!shape || typeof value !== 'object') return [{ value, isRead: false }]
  const written = new Set(words(shape.read ?? ''))
  const others = words(shape.person).filter((key) => !written.has(key))
  return [
    { value: personKeys(value, new Set(others)), isRead: false },
    { value: personKeys(value, written), isRead: true },
  ]
}

/** A JSON value of which everything about somebody is told. */
const wholeValue = (value: unknown, shape: JsonShape | undefined): unknown =>
  shape ? personKeys(value, new Set(words(shape.person))) : value

/** Values that are told, by their columns; parts of one become one value again. Empty where there is nothing but a date. */
export function toldColumns(
  { row, entry }: ShownRow,
  told: readonly ShownValue[],
): (readonly [column: string, value: unknown])[] {
  if (told.every(({ column }) => moments.includes(column))) return []
  return [...Map.groupBy(told, ({ column }) => column)].map(([column, [first, ...others]]) => {
    return [column, others.length > 0 ? wholeValue(row[column], entry.json?.[column]) : first?.value]
  })
}

/** What says when something was kept or happened. Of the other facts none is about a person: ids, states, amounts. */
const moments: readonly string[] = ['created_at', 'occurred_at', 'sent_at', 'received_at']

/** Events say of others what is not about whoever did it: only those about a row that was found are told in full. */
function isToldInFull(table: string, row: FoundRow, keys: ReadonlySet<unknown>): boolean {
  if (table !== 'events') return true
  const sides = [row.before, row.after]
  const leads = sides.flatMap((side) => (typeof side === 'object' && side !== null && 'leadId' in side ? [side.leadId] : []))
  return keys.has(row.subject_id) || leads.some((id) => keys.has(id))
}

/** Whether somebody fetches the archive without staff: it has what nobody has to read first, and nothing that may name others. */
export interface Telling {
  readonly isOwn: boolean
}

/** What the archive has of all that was found, before anybody has read it. */
export function shownRows(register: TableEntries, found: FoundRows, { isOwn }: Telling): ShownRow[] {
  const keys = new Set([...found].flatMap(([table, rows]) => (table === 'partners' ? [] : [...rows.keys()])))
  return [...found].flatMap(([table, rows]) => {
    const entry = register[table]
    if (!entry || !isAboutPeople(entry)) return []
    const mentions = new Set(words(entry.mentions ?? ''))
    const treated = [...treatedColumns(entry)].filter(([column, { show }]) => show !== 'no' && !(isOwn && mentions.has(column)))
    const shown = [...rows].map(([key, row]): ShownRow => {
      const columns = isToldInFull(table, row, keys) ? treated : []
      const values = columns.flatMap(([column, { show }]) => {
        const parts = shownParts(row[column], entry.json?.[column]).filter(({ value }) => !isEmpty(value))
        return parts.map(({ value, isRead }) => {
          return { column, value, item: isRead || show === 'read' ? itemOf(table, column, key, value) : null }
        })
      })
      const times = words(entry.facts).flatMap((column) =>
        moments.includes(column) && !isEmpty(row[column]) ? [{ column, value: row[column], item: null }] : [],
      )
      return { table, key, entry, row, values: values.length > 0 ? [...values, ...times] : [] }
    })
    return shown.filter(({ values }) => values.length > 0)
  })
}

/** What staff read before the person does. */
export function itemsOf(rows: readonly ShownRow[], choices: Choices): FoundItem[] {
  return rows.flatMap(({ table, key, values }) =>
    values.flatMap(({ column, value, item }): FoundItem[] => {
      if (!item) return []
      const choice = choices.get(item)
      return [
        {
          item,
          kind: table === 'files' ? 'file' : 'text',
          where: placeLabel(table, column),
          text: readable(value),
          fileId: table === 'files' ? key : null,
          shown: choice?.shown ?? null,
          reason: choice?.reason ?? '',
        },
      ]
    }),
  )
}
