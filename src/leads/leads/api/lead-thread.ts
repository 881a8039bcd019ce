import * as z from 'zod/mini'
import { storedValue } from '#leads/fields/api/values.ts'
import { centsSum, id, lines, time } from '#platform/api/shapes.ts'
import { leadHistoryEvents, leadHistoryFields } from '../domain/lead-history.ts'
import { m } from '../messages/messages.ts'

/** Author of an entry. For partners, administrators appear under the provider's name. */
/** `left`: they left the lead’s partner, which is still one. */
const author = z.object({ name: z.string(), deleted: z.boolean(), left: z.optional(z.boolean()), staff: z.boolean() })

const historyValue = z.union([z.string(), z.number()])
export const timelineEntry = z.object({
  id,
  at: time,
  what: z.enum(leadHistoryEvents),
  /** Null for the portal itself. */
  who: z.nullable(author),
  changes: z.array(z.object({ field: z.enum(leadHistoryFields), before: historyValue, after: historyValue })),
  /** Values of custom fields, by key; null for none. Absent where none changed. */
  ownChanges: z.optional(z.array(z.object({ key: z.string(), before: z.nullable(storedValue), after: z.nullable(storedValue) }))),
  /** Amount of the commission, or of the client's payment, that the entry is about. */
  amountCents: z.nullable(centsSum),
  /**
   * The client's invoice, the reason of a loss or a closed remainder, what makes the commission due, or the colleague to whom the
   * lead was passed; empty otherwise.
   */
  note: z.string(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const commentForm = z.strictObject({
  body: lines(1, 2000, m.messageMissing, m.messageTooLong),
})

export const leadComment = z.object({
  id,
  author,
  /** Whether the caller is the author. */
  mine: z.boolean(),
  /** Plain text with line breaks. */
  body: z.string(),
  createdAt: time,
  /** Whether the comment is about a dispute. */
  disputed: z.boolean(),
})
export type LeadComment = z.infer<typeof leadComment>
