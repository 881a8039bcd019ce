import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { centsSum, count, id } from '#platform/api/shapes.ts'
import { ruleDefinition } from './rule-definition.ts'

/** A sentence about a field of the rule, such as `bonuses.0.pays.cents`. */
const finding = z.object({ path: z.string(), message: z.string() })

const replay = { nowCents: centsSum, thenCents: centsSum, fixedCents: centsSum, bonusCents: centsSum }

export const rulePreview = z.object({
  /** Where the rule could pay more than the revenue. */
  warnings: z.array(finding),
  months: count,
  /** Leads that were signed in these months. */
  leads: count,
  ...replay,
  /** The partners whose commissions would differ most, and how many others differ. */
  partners: z.array(z.object({ partnerId: id, name: z.string(), ...replay })),
  others: count,
})
export type RulePreview = z.infer<typeof rulePreview>

export const ruleRoutes = {
  previewRule: route('POST', '/commission-rules/preview', {
    summary:
      'What the leads signed in the last twelve months have brought, and would have brought under a rule, partner by partner; ' +
      'nothing is saved',
    heavy: true,
    who: 'admin',
    right: 'programme',
    unkeyed: 'readsOnly',
    body: z.strictObject({ definition: ruleDefinition }),
    returns: rulePreview,
  }),
}
