import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { anyText, centsSum, count, id, idParams, personName, text, time } from '#platform/api/shapes.ts'
import type { RuleDefinition } from '../domain/definition.ts'
import { scopeErrors } from '../domain/rule-errors.ts'
import { m } from '../messages/messages.ts'
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

const scope = {
  /** Null: for every partner. */
  partnerId: z.nullable(id),
  /** The key of an offer; null: for every offer. */
  offer: z.nullable(anyText().check(z.maxLength(40))),
}

const version = z.object({
  version: count,
  /** It applies to leads that are signed from this day on. */
  validFrom: z.iso.date(),
  /** Null ends the rule: the more general one applies again. */
  definition: z.nullable(ruleDefinition),
  /** Null for what came with the portal. */
  publishedBy: z.nullable(z.string()),
  publishedAt: time,
  state: z.enum(['past', 'current', 'future']),
})
export type ListedVersion = z.infer<typeof version>

const rule = z.object({
  id,
  partner: z.nullable(personName),
  offer: z.nullable(z.object({ key: z.string(), name: z.string() })),
  /** The newest first. */
  versions: z.array(version),
})
export type ListedRule = z.infer<typeof rule>

const ruleList = z.object({ rules: z.array(rule), today: z.iso.date() })
export type RuleList = z.infer<typeof ruleList>

/** A bonus over all offers is of a rule for every offer. */
const fitsScope = z.check<{ offer?: string | null | undefined; definition: RuleDefinition | null }>(({ value, issues }) => {
  for (const { path, message } of value.definition ? scopeErrors(value.offer ?? null, value.definition) : []) {
    issues.push({ code: 'custom', input: value, path: ['definition', ...path.split('.')], message })
  }
})

export const versionForm = z
  .strictObject({
    ...scope,
    validFrom: z.iso.date({ error: m.firstDayMissing }),
    definition: z.nullable(ruleDefinition),
    /** The newest version that the caller has seen, 0 for none: publishing is refused if there is another one since. */
    after: count,
    /** The caller has read that the rule could pay more than the revenue. */
    confirmed: z.optional(z.boolean()),
  })
  .check(fitsScope)
export type VersionForm = z.output<typeof versionForm>

export const clientLeftForm = z.strictObject({
  day: z.iso.date({ error: m.dayMissing }),
  reason: text(2, 200, m.reasonMissing),
})

/** Whether what clients' payments bring a partner who goes away goes on, or ends that day. */
export const recurringChoice = z.enum(['keep', 'end'])
export type RecurringChoice = z.infer<typeof recurringChoice>

/** Leads whose clients' payments go on bringing a partner commissions. */
export const recurringSums = z.object({
  leads: count,
  /** What such payments have brought of them in the last twelve months. */
  lastYearCents: centsSum,
})
export type RecurringSums = z.infer<typeof recurringSums>

export const ruleRoutes = {
  listRules: route('GET', '/commission-rules', {
    summary: 'The commission rules by what they are for, with all their versions; of one partner, or all',
    who: 'admin',
    query: z.strictObject({ partnerId: z.optional(id) }),
    returns: ruleList,
  }),
  publishRule: route('POST', '/commission-rules/versions', {
    summary:
      'Publish a version of a commission rule: leads that are signed from its first day on have it. Refused with ' +
      '`commission_rules_changed_meanwhile` when there is another version since, and with `rule_pays_more_than_revenue` until ' +
      'that is confirmed',
    who: 'admin',
    right: 'programme',
    body: versionForm,
    returns: ruleList,
    status: 201,
    refusals: ['commission_rules_changed_meanwhile', 'rule_pays_more_than_revenue', 'partner_not_active', 'own_commission'],
  }),
  withdrawRule: route('DELETE', '/commission-rules/:id/versions/:version', {
    summary: 'Withdraw a version whose first day is still to come',
    who: 'admin',
    right: 'programme',
    params: z.strictObject({ id, version: z.coerce.number().check(z.int(), z.minimum(1)) }),
    returns: ruleList,
    refusals: ['not_found', 'rule_version_in_force', 'own_commission'],
  }),
  previewRule: route('POST', '/commission-rules/preview', {
    summary:
      'What the leads signed in the last twelve months have brought, and would have brought under a rule, partner by partner: ' +
      'those that a rule of this scope applies to, or all; ' +
      'nothing is saved',
    heavy: true,
    who: 'admin',
    right: 'programme',
    unkeyed: 'readsOnly',
    body: z
      .strictObject({
        /** What the rule is for: then the leads that it would apply to are compared. Without them all leads are. */
        partnerId: z.optional(scope.partnerId),
        offer: z.optional(scope.offer),
        definition: ruleDefinition,
      })
      .check(fitsScope),
    returns: rulePreview,
  }),
  clientLeft: route('POST', '/leads/:id/client-left', {
    summary: 'Record that the client of a signed lead has left: its commission rule takes back the months that are not over',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: clientLeftForm,
    refusals: ['not_found', 'rule_takes_nothing_back', 'client_left_already', 'own_commission'],
  }),
  endRecurring: route('POST', '/partners/:id/recurring-commissions/end', {
    summary:
      'End what clients’ payments go on bringing a partner who was deleted, merged or joined the staff: payments of later days ' +
      'than today bring nothing, what counts stays. Repeated it changes nothing',
    who: 'admin',
    right: 'money',
    params: idParams,
    /** How many leads that were. */
    returns: z.object({ leads: count }),
    refusals: ['partner_active', 'own_commission'],
  }),
}

interface PublishedRule {
  readonly ruleId: string
  readonly version: number
  readonly partnerId: string | null
  readonly offer: string | null
  readonly validFrom: string
  readonly definition: RuleDefinition | null
}

export const ruleEvents = {
  'commission_rule.published': event<null, PublishedRule>(null),
  'commission_rule.withdrawn': event<PublishedRule>(null),
  'lead.client_left': event<null, { readonly day: string; readonly reason: string }>('lead'),
  /** The last day of which payments bring the partner commissions. */
  'lead.earnings_ended': event<null, { readonly partnerId: string; readonly day: string }>('lead'),
}
