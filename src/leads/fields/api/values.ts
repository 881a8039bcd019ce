import * as z from 'zod/mini'
import { anyText } from '#platform/api/shapes.ts'
import { longTextMax } from '../domain/kinds/text-kinds.ts'
import { m } from '../messages/messages.ts'

const maxKeys = 100

/** A value of any kind; which ones a field takes, `GET /lead-settings` says. */
const fieldValue = z.union(
  [
    anyText().check(z.maxLength(longTextMax)),
    z.number(),
    z.boolean(),
    z.array(anyText().check(z.maxLength(40))).check(z.maxLength(50)),
  ],
  { error: m.valueNotReadable },
)

const maxKeysCheck = z.refine((values: unknown) => Object.keys(values ?? {}).length <= maxKeys, { error: m.tooManyValues })

/** Values in a form, by the keys of their fields; null empties a field, and one that is left out stays as it is. */
export const fieldChanges = z.record(anyText().check(z.maxLength(40)), z.nullable(fieldValue)).check(maxKeysCheck)

/** A value in an answer. */
export const storedValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/** Values in an answer, by the keys of their fields: those that the reader may see, and none of an empty field. */
export const fieldValues = z.record(z.string(), storedValue)
