import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { namesAnswer, namesForm } from '#platform/api/names.ts'
import { route } from '#platform/api/route.ts'
import { cents, centsSum, count, id, percent, text, time } from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import {
  listErrors,
  maxListedTiers,
  type TierDraft,
  thresholdMessages,
  tierMessages,
  tierNameMax,
} from '../domain/tiers-draft.ts'
import { tier } from './tiers.ts'

const outOfRange = { error: () => tierMessages.rate }
const draftFields = {
  name: text(
    1,
    tierNameMax,
    () => tierMessages.name,
    () => tierMessages.nameLong,
  ),
  /** Absent: as they are. */
  names: z.optional(namesForm(tierNameMax, () => tierMessages.nameLong)),
  minRevenueCents: typedCents(thresholdMessages),
  commissionRate: z.number(outOfRange).check(z.minimum(0, outOfRange), z.maximum(100, outOfRange)),
}

/** A tier of a programme's file. */
export const tierDraft = z.strictObject(draftFields)

/** When it was archived; null for one that partners can reach. What is sent for one that goes counts as now. */
const archivedAt = z.nullable(time)

/** A tier of a list that is saved. */
export const tierForm = z.strictObject({
  ...draftFields,
  /** Left out: a new one. */
  id: z.optional(id),
  archivedAt,
})
export type WrittenTier = z.output<typeof tierForm>

/** A tier as it is edited: its own name, which is read where a language has none, and its names by language. */
export const editableTier = z.object({
  id,
  name: z.string(),
  names: namesAnswer,
  minRevenueCents: cents(),
  commissionRate: percent,
  archivedAt,
  /** Commissions, resources or amendments name it: it can be archived, and no longer be deleted. */
  isUsed: z.boolean(),
})
export type EditableTier = z.infer<typeof editableTier>

/** A tier that was read as it is saved. */
export const writtenTier = ({ isUsed: _, ...tier }: EditableTier): Omit<EditableTier, 'isUsed'> => tier

/** Empty names: there is no tier. */
export const tierChange = z.object({ partnerId: id, name: z.string(), fromTier: z.string(), toTier: z.string() })
/** Who moves: how many, and the first of them by name. */
const movers = z.object({ count, partners: z.array(tierChange) })
export const tiersPreview = z.object({
  up: movers,
  down: movers,
  /** Partners in each tier of the list, now and afterwards; a new one has no id. */
  tiers: z.array(z.object({ id: z.nullable(id), partnersNow: count, partnersThen: count })),
  /** Tiers that are no longer in the list: archived where something names them, else deleted. */
  removed: z.array(z.object({ id, name: z.string(), partnersNow: count, isArchived: z.boolean() })),
  /** The last months under these tiers: what the commissions came to, and would have come to. */
  replay: z.object({
    months: count,
    nowCents: centsSum,
    thenCents: centsSum,
    /** Commissions that keep their rate: it was set by hand, or came from older tiers. */
    keptRates: count,
    /** The partners whose commissions would differ most. */
    partners: z.array(z.object({ partnerId: id, name: z.string(), nowCents: centsSum, thenCents: centsSum })),
  }),
})
export type TiersPreview = z.infer<typeof tiersPreview>

/** The list as a whole and every field of it; archived tiers are as they were. */
const coherent = z.check<{ readonly tiers: readonly WrittenTier[] }>(({ value, issues }) => {
  for (const { path, message } of listErrors(value.tiers)) {
    const place = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
    issues.push({ code: 'custom', input: value, path: place, message })
  }
})

const tiersForm = z
  .strictObject({
    /** Lowest first, where each tier ends follows from where the next one begins; then those that are archived. */
    tiers: z.array(tierForm).check(z.maxLength(maxListedTiers)),
    /** The list as it was read: what somebody else has changed since stays, unless it is changed here, too. */
    expected: z.array(
      z.strictObject({
        id,
        name: z.string(),
        names: z.optional(namesAnswer),
        minRevenueCents: z.int(),
        commissionRate: z.number(),
        archivedAt,
      }),
    ),
    dryRun: z.optional(z.boolean()),
  })
  .check(coherent)
export type TiersForm = z.output<typeof tiersForm>

/** Apart from what every page reads of tiers. */
export const tierChangeRoutes = {
  listEditableTiers: route('GET', '/tiers/editable', {
    summary:
      'The tiers as they are edited, lowest first, with their own name and those by language; then those that are archived',
    who: 'admin',
    returns: z.object({ tiers: z.array(editableTier) }),
  }),
  saveTiers: route('PUT', '/tiers', {
    summary:
      'Save the whole list of tiers: none to twelve, lowest first, and those that are archived. An entry without id is a new ' +
      'tier. One that nothing names is deleted when it is no longer in the list. None at all needs rules that pay without ' +
      'tiers. Names by language that are left out stay. Commissions that exist keep their rate. What others have changed since ' +
      '`expected` stays; where they have changed the same tier, or the order, it is refused with `tiers_changed_meanwhile`. ' +
      'With `dryRun` nothing is saved, and the answer previews which partners would move up or down, and what the last twelve ' +
      'months would have cost',
    who: 'admin',
    right: 'programme',
    heavy: true,
    body: tiersForm,
    returns: z.object({
      tiers: z.array(tier),
      /** Null where the list is saved. */
      preview: z.nullable(tiersPreview),
    }),
    refusals: ['tiers_not_contiguous', 'tiers_changed_meanwhile', 'tier_in_use'],
  }),
}

export const tierEvents = {
  'tiers.changed': event<{ readonly tiers: readonly TierDraft[] }, { readonly tiers: readonly TierDraft[] }>(null),
}
