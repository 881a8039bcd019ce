import * as z from 'zod/mini'
import { type Words, type WrittenLanguage, writtenLanguages } from '#platform/domain/languages.ts'
import { trimmedNames } from '#platform/domain/names.ts'
import { lines, text } from './shapes.ts'

const perLanguage = <T>(shape: () => T) =>
  Object.fromEntries(writtenLanguages.map((language) => [language, shape()])) as Record<WrittenLanguage, T>

const formOf = (shape: typeof text) => (max: number, long?: Words) =>
  z.strictObject(perLanguage(() => z.optional(shape(0, max, '', long)))).check(z.overwrite(trimmedNames))

/** Names by language in a form. One that is empty is left out: the name itself is read in its place. */
export const namesForm = formOf(text)

/** The same of texts of several lines. */
export const linesForm = formOf(lines)

/** Names by language in an answer to those who write them. Others are told the name that they read. */
export const namesAnswer = z.object(perLanguage(() => z.optional(z.string())))
