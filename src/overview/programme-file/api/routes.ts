import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { anyText } from '#platform/api/shapes.ts'
import { changeKinds, exampleKeys, type ProgrammeChange } from '../domain/programme-plan.ts'
import { programmeSections } from '../domain/programme-sections.ts'
import { programmeFile } from './programme-file.ts'

const change = z.object({
  section: z.enum(programmeSections),
  what: z.enum(changeKinds),
  /** What is changed is called this; empty for the order of a whole section. */
  name: z.string(),
})

const told = z.extend(change, {
  /** What it is about, in sentences: the kind of a stage, what a rule pays, what will differ. */
  details: z.array(z.string()),
})

const plan = z.object({
  /** The programme as it is now: an import is refused if it has changed since. */
  state: z.string(),
  /** What the import will do; nothing that is used is deleted. */
  changes: z.array(told),
  /** Why the import is refused, in sentences; empty if it is not. */
  obstacles: z.array(z.string()),
  /** Where a changed rule could pay more than the revenue, in sentences that whoever imports it has to confirm. */
  warnings: z.array(z.string()),
})
export type ImportPlan = z.infer<typeof plan>

/** A file of one's own, or one of those that come with the portal. */
const source = {
  file: z.optional(programmeFile),
  example: z.optional(z.enum(exampleKeys)),
}
const oneSource = z.refine<{ readonly file?: unknown; readonly example?: unknown }>(
  ({ file, example }) => (file === undefined) !== (example === undefined),
)

const example = z.object({
  key: z.enum(exampleKeys),
  name: z.string(),
  text: z.string(),
  /** The names of what it contains, in the reader's language. */
  contains: z.object({
    offers: z.array(z.string()),
    stages: z.array(z.string()),
    rules: z.array(z.string()),
    fields: z.array(z.string()),
    templates: z.array(z.string()),
  }),
})
export type ProgrammeExample = z.infer<typeof example>

export const programmeFileRoutes = {
  exportProgramme: route('GET', '/programme-file', {
    summary:
      'Offers, stages, tiers, commission rules, fields and texts of contracts as one file; its schema is ' +
      'docs/programme.schema.json',
    who: 'admin',
    returns: programmeFile,
  }),
  programmeExamples: route('GET', '/programme-examples', {
    summary: 'The programmes that come with the portal; a portal without leads can begin with one',
    who: 'admin',
    returns: z.object({ examples: z.array(example), isPossible: z.boolean() }),
  }),
  previewProgramme: route('POST', '/programme-file/preview', {
    summary: 'What importing a programme would add, change and archive, and what stands against it; nothing is changed',
    who: 'admin',
    right: 'programme',
    transaction: 'own',
    ownership: 'staff',
    unkeyed: 'readsOnly',
    body: z.strictObject(source).check(oneSource),
    returns: plan,
  }),
  importProgramme: route('PUT', '/programme-file', {
    summary:
      'Import a programme in one transaction: what is not in a section of the file is archived, and tiers that nothing names ' +
      'are deleted. Refused with `programme_changed_meanwhile` when the programme is no longer as the preview saw it, and with ' +
      '`rule_pays_more_than_revenue` until a rule that could is confirmed',
    who: 'admin',
    right: 'programme',
    body: z
      .strictObject({
        ...source,
        state: anyText().check(z.maxLength(64)),
        /** The caller has read that a rule could pay more than the revenue. */
        confirmed: z.optional(z.boolean()),
      })
      .check(oneSource),
    returns: z.object({ changes: z.array(change) }),
    refusals: ['programme_changed_meanwhile', 'programme_not_importable', 'rule_pays_more_than_revenue'],
  }),
}

export const programmeFileEvents = {
  /** `example`: the one that came with the portal; null for a file. */
  'programme.imported': event<null, { readonly example: string | null; readonly changes: readonly ProgrammeChange[] }>(null),
}
