import * as z from 'zod/mini'
import { laws, periodNames, purposes, whose } from '#access/domain/personal-data.ts'
import { route } from '#platform/api/route.ts'
import { count } from '#platform/api/shapes.ts'
import { countedPeriods } from './domain/periods.ts'
import { type ProcessingRecord, recipientKinds } from './domain/record.ts'

const processingRecord: z.ZodMiniType<ProcessingRecord> = z.object({
  provider: z.object({ name: z.string(), address: z.string(), email: z.string() }),
  activities: z.array(
    z.object({
      purpose: z.enum(purposes),
      of: z.array(z.enum(whose)),
      periods: z.array(z.enum(periodNames)),
      laws: z.array(z.enum(laws)),
    }),
  ),
  days: z.record(z.enum(countedPeriods), count),
  fields: z.array(z.string()),
  recipients: z.array(z.object({ kind: z.enum(recipientKinds), place: z.string() })),
})

export const registerRoutes = {
  processingRecord: route('GET', '/people-data/record', {
    summary: 'The record of processing (GDPR, art. 30), from the register of all that is kept and from the settings',
    who: 'admin',
    right: 'people',
    returns: processingRecord,
  }),
  processingRecordFile: route('GET', '/people-data/record.md', {
    summary: 'The record of processing as a Markdown file, in the reader’s language',
    who: 'admin',
    right: 'people',
    answer: 'file',
    mediaType: 'text/markdown',
  }),
}
