import * as z from 'zod/mini'
import { forChange, optionalLines } from '#platform/api/shapes.ts'
import { lostReasons, maxLostNote } from '../domain/lost-leads.ts'
import { m } from '../messages/messages.ts'

const reason = z.enum(lostReasons, { error: m.reasonToChoose })

const fields = {
  reason,
  note: optionalLines(maxLostNote, () => m.commentTooLong({ maxLostNote })),
}

/** Why a lead was lost: one of the list, with a text if more is to be said. The partner reads both. */
export const lossForm = z.strictObject(fields)
export const lossShape = z.object({ reason, note: z.string() })

/**
 * Without `note` the text stays. `expected` is what the caller saw: refused with `changed_meanwhile` if somebody has said
 * something else since.
 */
export const lossChange = z.strictObject({ ...forChange(fields), expected: z.optional(z.nullable(lossShape)) })
