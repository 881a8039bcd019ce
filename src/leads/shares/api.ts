import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { id, idParams, percent, personName } from '#platform/api/shapes.ts'
import { maxPercent, minPercent } from './domain.ts'
import { m } from './messages/messages.ts'

/** A partner's part of a shared lead, in percent with at most two decimals. */
export const leadPart = z.extend(personName, { percent })

/** What a list says of a shared lead: the reader's part, for staff that of the lead's own partner. */
export const shareInList = z.object({
  percent,
  /** Another partner's lead, which is shared with the reader: they read it, and no more. */
  isOthers: z.optional(z.literal(true)),
})

export const shareForm = z.strictObject({
  partnerId: z.uuid({ error: m.missingFields }),
  /** At most two decimals. */
  percent: z
    .number({ error: m.percentMissing })
    .check(
      z.minimum(minPercent, { error: m.percentMissing }),
      z.maximum(maxPercent, { error: m.percentMissing }),
      z.multipleOf(0.01, { error: m.percentMissing }),
    ),
})

/** Everybody who earns on a lead, its own partner first; empty for one that is not shared. */
const leadParts = z.object({ shares: z.array(leadPart) })
export type LeadParts = z.infer<typeof leadParts>

export const leadShareRoutes = {
  shareLead: route('PUT', '/leads/:id/share', {
    summary:
      'Share a lead with another partner, who earns this percentage of its commission and reads the lead; or change the ' +
      'percentage, which has at most two decimals. A lead is shared with as many partners as leave its own a part. Refused ' +
      'with `lead_is_signed` once it is signed',
    who: 'admin',
    right: 'leads',
    scope: 'leads:write',
    params: idParams,
    body: shareForm,
    returns: leadParts,
    refusals: [
      'lead_restricted',
      ...(['registration_step_impossible', 'not_found', 'lead_is_signed', 'partner_not_active'] as const),
      ...(['lead_share_awaits_client', 'own_commission'] as const),
    ],
  }),
  endLeadShare: route('DELETE', '/leads/:id/share/:partnerId', {
    summary: 'End the share of a partner in a lead, who no longer reads it',
    who: 'admin',
    right: 'leads',
    scope: 'leads:write',
    params: z.strictObject({ id, partnerId: id }),
    returns: leadParts,
    refusals: ['lead_restricted', 'not_found', 'lead_is_signed', 'own_commission'],
  }),
}

interface Part {
  /** Whom the lead is shared with. */
  readonly partnerId: string
  readonly percent: number
}

/** Each is recorded for both partners of the lead. */
export const leadShareEvents = {
  /** `before`: the part that it was, where it changes. */
  'lead.shared': event<{ readonly percent: number } | null, Part>('lead'),
  /** The partner no longer sees the lead, whose name therefore stands here. */
  'lead.share_ended': event<Part & { readonly name: string; readonly company: string }>('lead'),
}
