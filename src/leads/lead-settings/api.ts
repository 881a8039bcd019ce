import * as z from 'zod/mini'
import { fieldKinds } from '#leads/fields/domain/fields.ts'
import { stageAsks, stageColours, stageKinds } from '#leads/stages/domain/stages.ts'
import { route } from '#platform/api/route.ts'
import { cents, count } from '#platform/api/shapes.ts'
import { writtenLanguages } from '#platform/domain/languages.ts'

/** An offer as somebody reads it: in their language, and with the name that their side has for it. */
export const readableOffer = z.object({
  /** What `offerType` of a lead holds. */
  key: z.string(),
  name: z.string(),
  /** The language of the name, where it is another one than the reader's own. */
  nameLanguage: z.nullable(z.enum(writtenLanguages)),
  description: z.string(),
  /** What a new lead’s amount is proposed to be; null for none. */
  proposedCents: z.nullable(cents()),
  /** Whether staff suggest this amount; otherwise it is the middle of the range. */
  isSuggested: z.boolean(),
  leastCents: z.nullable(cents()),
  mostCents: z.nullable(cents()),
  /** New leads can take it; one that is archived is read on older leads. */
  isOpen: z.boolean(),
})
export type ReadableOffer = z.infer<typeof readableOffer>

/** A stage as somebody reads it, with what their side may do there. */
export const readableStage = z.object({
  /** What `status` of a lead holds. */
  key: z.string(),
  kind: z.enum(stageKinds),
  name: z.string(),
  /** The language of the name, where it is another one than the reader's own. */
  nameLanguage: z.nullable(z.enum(writtenLanguages)),
  colour: z.enum(stageColours),
  /** Its leads count among the calls made. */
  countsAsCall: z.boolean(),
  mayEnter: z.boolean(),
  mayLeave: z.boolean(),
  /** What has to be said of a lead before it enters. */
  asks: z.nullable(z.enum(stageAsks)),
  /** Days in it after which a lead counts as stale; null: it never does. */
  staleAfterDays: z.nullable(count),
  /** One that is archived is read in the history of leads. */
  isOnBoard: z.boolean(),
})
export type ReadableStage = z.infer<typeof readableStage>

/** A field of a lead as somebody reads it, with what their side may do with it. */
export const readableField = z.object({
  /** What `fields` of a lead holds it under; a built-in field has a name of its own in a lead. */
  key: z.string(),
  isBuiltIn: z.boolean(),
  kind: z.enum(fieldKinds),
  /** Empty for a built-in field that has its usual label. */
  name: z.string(),
  /** The language of the name, where it is another one than the reader's own. */
  nameLanguage: z.nullable(z.enum(writtenLanguages)),
  help: z.string(),
  /** What can be chosen, in its order. */
  options: z.array(z.object({ key: z.string(), name: z.string() })),
  required: z.boolean(),
  /** The stage from which on it is required; null: from the beginning. */
  requiredFrom: z.nullable(z.string()),
  mayEdit: z.boolean(),
  /** For staff: partners know nothing of the field. They are not told of others. */
  isHiddenFromPartners: z.boolean(),
  searchable: z.boolean(),
  onCard: z.boolean(),
  inList: z.boolean(),
  /** Forms ask for it; one that is archived is read on older leads, and a built-in one that is hidden nowhere. */
  isOpen: z.boolean(),
})
export type ReadableField = z.infer<typeof readableField>

export const leadSettingsRoutes = {
  leadSettings: route('GET', '/lead-settings', {
    summary:
      'What leads are made of: the offers that they can be for, the stages that they go through and the fields that they have, ' +
      'in their order',
    who: 'member',
    scope: 'leads:read',
    returns: z.object({ offers: z.array(readableOffer), stages: z.array(readableStage), fields: z.array(readableField) }),
  }),
}
