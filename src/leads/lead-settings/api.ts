import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { cents } from '#platform/api/shapes.ts'
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

export const leadSettingsRoutes = {
  leadSettings: route('GET', '/lead-settings', {
    summary: 'What leads are made of: the offers that they can be for, in their order',
    who: 'member',
    scope: 'leads:read',
    returns: z.object({ offers: z.array(readableOffer) }),
  }),
}
