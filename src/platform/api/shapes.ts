import * as z from 'zod/mini'
import { keyPattern } from '#platform/domain/keys.ts'
import type { Words } from '#platform/domain/languages.ts'
import { maxCents } from '#platform/domain/money.ts'
import { compact, manyLines, oneLine } from '#platform/domain/typed-text.ts'
import { m } from '../messages/messages.ts'

const said = (words: Words) => (typeof words === 'string' ? words : { error: words })

/** PostgreSQL holds neither U+0000 nor half of a surrogate pair. */
const storable = (value: string) => !value.includes('\u0000') && value.isWellFormed()
const notStorable = { error: m.notStorable }

/** Any text that PostgreSQL can hold: what it cannot is refused here instead of failing there. */
export const anyText = () => z.string({ error: m.required }).check(z.refine(storable, notStorable))

/** The key of a record that staff name. */
export const chosenKey = anyText().check(z.regex(keyPattern, { error: m.keyUnfit }))

const textOf =
  (clean: (text: string) => string) =>
  (min: number, max: number, short: Words, long: Words = () => m.atMostCharacters({ max })) =>
    z
      .string(said(short))
      .check(z.refine(storable, notStorable), z.overwrite(clean), z.minLength(min, said(short)), z.maxLength(max, said(long)))

/** A text of one line within limits; `short` and `long` are the words shown when it is not. */
export const text = textOf(oneLine)

/** The same of a text that may have several lines. */
export const lines = textOf(manyLines)

type ForChange<Shape> = {
  [Field in keyof Shape]: Shape[Field] extends z.ZodMiniDefault<infer Inner> ? z.ZodMiniOptional<Inner> : Shape[Field]
}

/**
 * The fields of a form for a change of what is there: one that has a default in a new record may be left out, and stays as it is.
 * A default would erase it.
 */
export function forChange<Shape extends Readonly<Record<string, z.core.$ZodType>>>(shape: Shape): ForChange<Shape> {
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    field instanceof z.ZodMiniDefault ? z.optional(field._zod.def.innerType) : field,
  ])
  return Object.fromEntries(fields) as ForChange<Shape>
}

/** A line that may be empty. */
export const optionalText = (max: number, long?: Words) => z._default(text(0, max, '', long), '')

/** The same of several lines. */
export const optionalLines = (max: number, long?: Words) => z._default(lines(0, max, '', long), '')

/** A number or a code, whose spaces only group it. */
export const compactText = (params: Parameters<typeof z.string>[0] = { error: m.required }) =>
  z.string(params).check(z.refine(storable, notStorable), z.overwrite(compact))

export const emailAddress = (message: Words = m.emailInvalid) =>
  z
    .string(said(message))
    .check(z.refine(storable, said(message)), z.overwrite(oneLine))
    .check(z.email({ error: message, abort: true }), z.maxLength(255, said(message)))

export const webAddress = (message: Words = m.urlInvalid) =>
  z
    .string(said(message))
    .check(z.refine(storable, said(message)), z.overwrite(oneLine))
    .check(
      z.url({ error: message, protocol: /^https?$/, hostname: z.regexes.domain, abort: true }),
      z.maxLength(2048, said(message)),
    )

export const id = z.uuid({ error: m.notAnIdentifier })

/** A time on the wire: ISO 8601 in UTC. */
export const time = z.iso.datetime()

/** Whole euro cents, zero or more. */
export const cents = () => z.int().check(z.minimum(0), z.maximum(maxCents))

/** Any sum of cents, as the server gives it. */
export const centsSum = z.int()

/** Percent with at most two decimals, 0 to 100. */
export const percent = z.number().check(z.minimum(0), z.maximum(100), z.multipleOf(0.01))

export const count = z.int().check(z.minimum(0))

/** Lists come in pages: pass `nextCursor` back as `cursor` until it is null. */
export const page = <T extends z.core.$ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) })

export const pageQuery = {
  /** Long enough for the longest text that a list can be sorted by. */
  cursor: z.optional(anyText().check(z.maxLength(3000))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
}

/** What a list can be sorted by: each of its columns, or with a '-' before it from the last to the first. */
export const sortBy = <const C extends string>(columns: readonly C[]) =>
  z.optional(z.enum(columns.flatMap((column): (C | `-${C}`)[] => [column, `-${column}`])))

/** A search by any part of what a row shows, whatever the case and the accents. */
export const searchText = z.optional(anyText().check(z.overwrite(oneLine), z.maxLength(200)))

export const idParams = z.strictObject({ id })

/** The id of a record in another system of the provider; compared byte by byte. */
export const externalId = textOf((id) => id.trim())(1, 200, m.externalIdMissing, m.externalIdTooLong)
export const externalIdParams = z.strictObject({ externalId })
export const externalIdForm = z.strictObject({ externalId: z.nullable(externalId) })

/** A person's name in front of a record; people who were deleted stay named. */
export const personName = z.object({ id, name: z.string(), deleted: z.boolean() })

/** Body of every error, RFC 9457 (application/problem+json), with a stable `code` and the fields with errors. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  fields: z.array(z.object({ path: z.string(), message: z.string() })),
})
export type Problem = z.infer<typeof problem>
