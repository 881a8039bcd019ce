import * as z from 'zod/mini'
import { forChange, optionalText } from '#platform/api/shapes.ts'
import { lostReasons, maxLostNote } from '../domain/lost-leads.ts'
import { m } from '../messages/messages.ts'

const reason = z.enum(lostReasons, { error: m.reasonMissing })

const fields = {
  reason,
  note: optionalText(maxLostNote, () => m.commentTooLong({ maxLostNote })),
}

/** Why a lead was lost: one of the list, with a text if more is to be said. The partner reads both. */
export const lossForm = z.strictObject(fields)
/** Without `note` the text stays. */
export const lossChange = z.strictObject(forChange(fields))

export const lossShape = z.object({ reason, note: z.string() })
