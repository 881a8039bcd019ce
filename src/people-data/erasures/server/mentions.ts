import {
  isAboutPeople,
  namedColumns,
  type TableEntries,
  type TableEntry,
  treatedColumns,
  words,
} from '#access/domain/personal-data.ts'
import { takenOut } from '#people-data/register/domain/taken-out.ts'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { newId } from '#platform/server/ids.ts'
import { sign } from '#platform/server/secrets/hmac.ts'
import { keyOf, keyText, type PersonRows } from './person-rows.ts'

/** Shorter words stand in too many texts. */
const leastLetters = 4

/** A text in which a person may be named. */
export interface Mention {
  readonly table: string
  readonly column: string
  readonly keyColumn: string
  readonly key: string
}

/** What a person is found by in texts of others. */
export interface Needles {
  /** As they stand there and in addresses of pages. */
  readonly words: readonly string[]
  /** Regular expressions of telephones, however they are spelled. */
  readonly phones: readonly string[]
}

/** The last digits of a telephone, which all ways to write it have in common. */
const phoneDigits = 9

export function needlesOf(texts: readonly string[], phones: readonly string[] = []): Needles {
  const plain = [...new Set(texts.map((text) => text.trim()))].filter((text) => text.length >= leastLetters)
  const spelled = plain.flatMap((text) => [text, text.normalize('NFD').replace(/\p{M}/gu, '')])
  const digits = phones
    .map((phone) => phone.replace(/\D/g, '').slice(-phoneDigits))
    .filter(({ length }) => length === phoneDigits)
  return {
    words: [
      ...new Set(spelled.flatMap((text) => [text, encodeURIComponent(text), encodeURIComponent(text).replaceAll('%20', '+')])),
    ],
    phones: [...new Set(digits)].map((phone) => [...phone].join('[^0-9a-z]{0,2}')),
  }
}

export const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Columns in which somebody may be named whom the row is not about. */
const freeTexts = (entry: TableEntry): readonly string[] => [
  ...words(entry.mentions ?? ''),
  ...(isAboutPeople(entry)
    ? [...treatedColumns(entry)].flatMap(([column, { erase }]) => (erase === 'decide' ? [column] : []))
    : []),
]

/** Texts about the leads themselves, all of which somebody reads, and others that hold one of the needles. */
export async function findMentions(
  run: OwnerRun,
  register: TableEntries,
  found: readonly PersonRows[],
  needles: Needles,
): Promise<readonly Mention[]> {
  const mentions: Mention[] = []
  const look = async (table: string, column: string, condition: string, values: readonly unknown[]) => {
    const key = await keyOf(run, register, table)
    const { rows } = await run(
      `select ${keyText(key)} as key from ${table} where ${condition} and ${column}::text not in ('', '${takenOut}')`,
      values,
    )
    mentions.push(...rows.map((row) => ({ table, column, keyColumn: key, key: String(row.key) })))
  }
  for (const { name, entry, where } of found)
    for (const [column, { erase }] of treatedColumns(entry))
      if (erase === 'decide') await look(name, column, where.sql, where.values)
  for (const [table, entry] of Object.entries(register))
    for (const column of freeTexts(entry))
      await look(table, column, `(${column}::text ilike any($1::text[]) or ${column}::text ~ any($2::text[]))`, [
        needles.words.map(likePattern),
        needles.phones,
      ])
  return mentions
}

/** Lists what is not listed yet, for somebody to decide. */
export async function listMentions(run: OwnerRun, erasureId: string, mentions: readonly Mention[]): Promise<void> {
  for (const { table, column, keyColumn, key } of mentions) {
    await run(
      `insert into erasure_mentions (id, erasure_id, table_name, column_name, key_column, row_key)
      values ($1::text::uuid, $2::text::uuid, $3, $4, $5, $6) on conflict do nothing`,
      [newId(), erasureId, table, column, keyColumn, key],
    )
  }
}

/** Where a text stands. */
export type TextPlace = Omit<Mention, 'keyColumn'>

/** A text and the row that it stands in. */
export interface FoundText {
  readonly row: string
  readonly said: string
}

/** Whether the register knows a text, by whose names SQL is made. */
export function isText(register: TableEntries, { table, column }: TextPlace): boolean {
  const entry = register[table]
  return entry !== undefined && namedColumns(entry).includes(column)
}

/** What stands there; null where there is nothing to take out, as in a table that this version has no more. */
export async function readText(run: OwnerRun, register: TableEntries, place: TextPlace): Promise<FoundText | null> {
  if (!isText(register, place)) return null
  const { table, column, key } = place
  const { rows } = await run(
    `select to_jsonb(t)::text as row, t.${column}::text as said from ${table} t
    where ${keyText(await keyOf(run, register, table))} = $1 and coalesce(t.${column}::text, '') not in ('', '${takenOut}')
    order by said, row limit 1`,
    [key],
  )
  const [found] = rows
  return found ? { row: String(found.row), said: String(found.said) } : null
}

/** Tells a text that was taken out from one that somebody has written since, and says nothing of it. */
export const textMark = (secret: string, said: string): string => sign(secret, 'erased-text', said)

/**
 * Takes out a text that was found, in the caller's transaction as the owner of the tables. A row that an erasure of its own
 * person deletes goes with it: what is staged or waits is of no use in parts.
 */
export async function takeOut(
  run: OwnerRun,
  register: TableEntries,
  { table, column, key }: TextPlace,
  { row, said }: FoundText,
): Promise<void> {
  const entry = register[table]
  const where = `${keyText(await keyOf(run, register, table))} = $1`
  if (entry && isAboutPeople(entry) && entry.erase === 'delete') await run(`delete from ${table} where ${where}`, [key])
  else await run(`update ${table} set ${column} = $2 where ${where}`, [key, takenOut])
  await emptyEventsSaying(run, row, said)
}

/** Whether a row may say something that was written after a time: somebody has done something since, or it is about the row. */
export async function isWrittenSince(run: OwnerRun, { row }: FoundText, at: string): Promise<boolean> {
  const { rows } = await run(
    `select from events where occurred_at > $1::text::timestamptz
      and (actor_id is not null or subject_id = any($2::text[]::uuid[])) limit 1`,
    [at, row.match(uuids) ?? []],
  )
  return rows.length > 0
}

const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The events about a row, and about what it belongs to, that say its text, too. */
async function emptyEventsSaying(run: OwnerRun, row: string, said: string): Promise<void> {
  const { rows } = await run(
    `select id::text as id from events where subject_id = any($1::text[]::uuid[])
      and strpos(jsonb_build_array(before, after)::text, to_jsonb($2::text)::text) > 0`,
    [row.match(uuids) ?? [], said],
  )
  await emptyEvents(run, rows)
}

/** Empties the events with these ids. */
export async function emptyEvents(run: OwnerRun, rows: readonly { readonly id?: unknown }[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => String(id))
  await run("select app.empty_events_where('id = any($3)', null, null, $1::text[]::uuid[])", [ids])
}
