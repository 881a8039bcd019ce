import * as z from 'zod/mini'
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
  /** New leads can take it; one that is put away is read on older leads. */
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
  /** One that is put away is read in the history of leads. */
  isOnBoard: z.boolean(),
})
export type ReadableStage = z.infer<typeof readableStage>

export const leadSettingsRoutes = {
  leadSettings: route('GET', '/lead-settings', {
    summary: 'What leads are made of: the offers that they can be for and the stages that they go through, in their order',
    who: 'member',
    scope: 'leads:read',
    returns: z.object({ offers: z.array(readableOffer), stages: z.array(readableStage) }),
  }),
}
