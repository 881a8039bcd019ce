import * as z from 'zod/mini'
import { mapFileFields } from '#domain/lead-file.ts'
import { importOutcomes } from '#domain/lead-import.ts'
import { leadStatus } from './leads.ts'
import { importPace, route } from './route.ts'
import { cents, count, id } from './shapes.ts'

/** Rows of one request: a file is sent in pieces, so that it can be followed and stopped. */
export const maxImportRows = 200

const cell = z._default(z.string(), '')

/**
 * A row with the texts of its cells: the server parses amounts, offers and statuses. `partner` is the e-mail of the lead's
 * partner, for administrators only; an empty `status` means `nouveau`, and former ones (`en_cours`, `appel`, `perdu`) are mapped.
 */
export const leadImportRow = z.strictObject(mapFileFields(() => cell))

const leadImport = z.strictObject({
  /** Each row is judged by itself: whatever one holds, the others are read. */
  rows: z.array(z.union([leadImportRow, z.unknown()])).check(z.minLength(1), z.maxLength(maxImportRows)),
  /** The partner of rows that name none; staff only. */
  partnerId: z.optional(id),
  /** Also imports rows that duplicate a lead; they are marked as possible duplicates. */
  includeDuplicates: z._default(z.boolean(), false),
})
export type LeadImport = z.infer<typeof leadImport>

const judgedRow = z.object({
  index: count,
  outcome: z.enum(importOutcomes),
  /** Why, with the column at fault; an empty `path` concerns the whole row. */
  messages: z.array(z.object({ path: z.string(), message: z.string() })),
  /** How the row was read; null where it could not be. */
  read: z.nullable(
    z.object({
      status: leadStatus,
      amountCents: cents(),
      partner: z.string(),
      /** Equal for names that are one company. */
      companyKey: z.string(),
    }),
  ),
})
export type JudgedRow = z.infer<typeof judgedRow>

const judged = z.object({ rows: z.array(judgedRow) })

export const leadImportRoutes = {
  checkImport: route('POST', '/leads/import/check', {
    summary: 'What an import of these rows would do: nothing is written',
    who: 'unlocked',
    heavy: true,
    body: leadImport,
    returns: judged,
  }),
  importLeads: route('POST', '/leads/import', {
    summary: 'Import leads: all rows without errors, none twice; a row in `signe` creates its pending commission',
    who: 'unlocked',
    heavy: true,
    adds: true,
    pace: importPace,
    body: leadImport,
    returns: judged,
  }),
}
