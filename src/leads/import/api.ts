import * as z from 'zod/mini'
import { leadStatus, signingRefusals } from '#leads/leads/api/leads.ts'
import { mapFileFields } from '#leads/leads/domain/lead-file.ts'
import { event } from '#platform/api/events.ts'
import { importPace, route } from '#platform/api/route.ts'
import { cents, count, id } from '#platform/api/shapes.ts'
import { importOutcomes } from './domain/lead-import.ts'

/** Rows per request. A file is sent in batches, so that progress is visible and the import can be stopped. */
export const maxImportRows = 200

const cell = z._default(z.string(), '')

/**
 * A row with the texts of its cells: the server parses amounts, offers and statuses. `partner` is the e-mail of the lead's
 * partner, for administrators only; an empty `status` means `nouveau`, and former ones (`en_cours`, `appel`, `perdu`) are mapped.
 */
export const leadImportRow = z.strictObject({
  ...mapFileFields(() => cell),
  /** The texts of custom fields, by key or by a label in any language. */
  fields: z._default(z.record(z.string(), z.string()), {}),
})

const leadImport = z.strictObject({
  /** Rows are validated one by one: a malformed row does not fail the request. */
  rows: z.array(z.union([leadImportRow, z.unknown()])).check(z.minLength(1), z.maxLength(maxImportRows)),
  /** Partner of rows that name none; administrators only. */
  partnerId: z.optional(id),
  /** Also imports rows that duplicate a lead; they are marked as possible duplicates. */
  includeDuplicates: z._default(z.boolean(), false),
  /** The tool that had these leads before has told their people that their details are kept. */
  toldBefore: z._default(z.boolean(), false),
})
export type LeadImport = z.infer<typeof leadImport>

const validatedRow = z.object({
  index: count,
  outcome: z.enum(importOutcomes),
  /** Reasons, and what was read otherwise than it stands. `path` is the field, or empty for the whole row. */
  messages: z.array(z.object({ path: z.string(), message: z.string() })),
  /** The parsed row; null if it is invalid. */
  read: z.nullable(
    z.object({
      status: leadStatus,
      amountCents: cents(),
      partner: z.string(),
      /** The normalized company: equal for different spellings of one company. */
      companyKey: z.string(),
      /** The telephone as it is compared: digits with the country’s code. */
      phoneKey: z.string(),
    }),
  ),
})
export type ValidatedRow = z.infer<typeof validatedRow>

export const importReport = z.object({ rows: z.array(validatedRow) })

export const leadImportRoutes = {
  checkImport: route('POST', '/leads/import/check', {
    summary: 'What an import of these rows would do: nothing is written',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    unkeyed: 'readsOnly',
    heavy: true,
    body: leadImport,
    returns: importReport,
    refusals: ['not_found', 'partner_not_active'],
  }),
  importLeads: route('POST', '/leads/import', {
    summary: 'Import leads: all rows without errors, none twice; a row in `signe` creates its pending commission',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    heavy: true,
    adds: true,
    pace: importPace,
    body: leadImport,
    returns: importReport,
    refusals: ['not_found', 'partner_not_active', ...signingRefusals],
  }),
}

export const leadImportEvents = {
  'leads.imported': event<null, { readonly count: number }>(null),
}
