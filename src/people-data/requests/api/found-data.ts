import * as z from 'zod/mini'
import { erasableLead } from '#people-data/erasures/api.ts'
import { count, id, time } from '#platform/api/shapes.ts'

/** A text, a file or a lead that staff decide of before the person gets their archive. */
const foundItem = z.object({
  item: z.string(),
  /** `candidate`: a lead with the telephone alone, which may be a switchboard's. */
  kind: z.enum(['text', 'file', 'candidate']),
  /** The table and column, or that of which lead it is. */
  where: z.string(),
  text: z.string(),
  /** The file that staff open to judge it; null for texts and leads. */
  fileId: z.nullable(id),
  shown: z.nullable(z.boolean()),
  reason: z.string(),
})
export type FoundItem = z.infer<typeof foundItem>

export const foundData = z.object({
  /** How many rows of each table are about the person. */
  tables: z.array(z.object({ table: z.string(), rows: count })),
  /** Telephones of the person's leads. */
  phones: z.array(z.string()),
  items: z.array(foundItem),
  /** Leads of the person that no erasure is about yet, where they want to be forgotten. */
  erasable: z.array(erasableLead),
  /** How many days an erasure waits that is planned now. */
  erasureDays: count,
  /** The erasure under way of their leads, and its day. */
  erasure: z.nullable(z.object({ dueAt: time })),
  /** The erasures that are done for this request, whose reports go with its answer. */
  reports: z.array(z.object({ id, doneAt: time })),
})
export type FoundData = z.infer<typeof foundData>
