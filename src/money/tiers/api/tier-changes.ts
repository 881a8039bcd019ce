import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { namesAnswer, namesForm } from '#platform/api/names.ts'
import { route } from '#platform/api/route.ts'
import { cents, centsSum, count, id, percent, text } from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { maxTiers, type TierDraft, thresholdMessages, tierErrors, tierMessages, tierNameMax } from '../domain/tiers-draft.ts'
import { tier } from './tiers.ts'

const outOfRange = { error: () => tierMessages.rate }
export const tierDraft = z.strictObject({
  /** Left out: a new one. One that was archived comes back. */
  id: z.optional(id),
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
})

const drafts = z.object({ tiers: z.array(tierDraft).check(z.maxLength(maxTiers)) })
/** The domain's rules about the list as a whole, and every rule about its fields. */
const coherent = z.check<z.output<typeof drafts>>(({ value, issues }) => {
  for (const { path, message } of tierErrors(value.tiers)) {
    const place = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
    issues.push({ code: 'custom', input: value, path: place, message })
  }
})

/** The whole list, lowest first, of none to twelve: where each tier ends follows from where the next one begins. */
export const tiersPreviewForm = z.strictObject({ ...drafts.shape }).check(coherent)

const asBefore = {
  id,
  name: z.string(),
  names: z.optional(namesAnswer),
  minRevenueCents: z.int(),
  commissionRate: z.number(),
}

export const tiersForm = z
  .strictObject({
    ...drafts.shape,
    /** The tiers as they were before editing: saving is refused if somebody else has changed them since. */
    expected: z.array(z.strictObject(asBefore)),
  })
  .check(coherent)
export type TiersForm = z.infer<typeof tiersForm>

/** A tier as it is edited: its own name, which is read where a language has none, and its names by language. */
export const editableTier = z.object({
  id,
  name: z.string(),
  names: namesAnswer,
  minRevenueCents: cents(),
  commissionRate: percent,
})
export type EditableTier = z.infer<typeof editableTier>

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

/** Apart from what every page reads of tiers. */
export const tierChangeRoutes = {
  listEditableTiers: route('GET', '/tiers/editable', {
    summary:
      'The tiers as they are edited, lowest first, each with its own name and its names by language; those that were archived',
    who: 'admin',
    returns: z.object({ tiers: z.array(editableTier), archived: z.array(editableTier) }),
  }),
  saveTiers: route('PUT', '/tiers', {
    summary:
      'Save the whole list of tiers, none to twelve, lowest first. An entry without id is a new tier, an archived one comes ' +
      'back; one that is no longer there is archived where commissions, resources or amendments name it, else deleted. None at ' +
      'all needs rules that pay without tiers. Names by language that are left out stay. ' +
      'Commissions that exist keep their rate. Refused with `tiers_changed_meanwhile` when they are no longer as `expected`',
    who: 'admin',
    right: 'programme',
    body: tiersForm,
    returns: z.object({ tiers: z.array(tier) }),
    refusals: ['tiers_not_contiguous', 'tiers_changed_meanwhile'],
  }),
  previewTiers: route('POST', '/tiers/preview', {
    summary:
      'Which partners would move up or down with these tiers, and what the last twelve months would have cost; nothing is saved',
    heavy: true,
    who: 'admin',
    right: 'programme',
    unkeyed: 'readsOnly',
    body: tiersPreviewForm,
    returns: tiersPreview,
  }),
}

export const tierEvents = {
  'tiers.changed': event<{ readonly tiers: readonly TierDraft[] }, { readonly tiers: readonly TierDraft[] }>(null),
}
