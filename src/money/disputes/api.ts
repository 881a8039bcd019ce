import * as z from 'zod/mini'
import { leadComment } from '#leads/leads/api/lead-thread.ts'
import { commission } from '#money/commissions/api/commissions.ts'
import { event } from '#platform/api/events.ts'
import { list, pageOf } from '#platform/api/list.ts'
import { periodQuery } from '#platform/api/period.ts'
import { route } from '#platform/api/route.ts'
import { cents, id, idParams, lines, page, pageQuery, personName, searchText, time } from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { amountMessages } from '#platform/domain/typed-amounts.ts'
import { type DisputeKind, disputeKinds, disputeOutcomes, disputeStates } from './domain.ts'
import { m } from './messages/messages.ts'

const disputeState = z.enum(disputeStates)

export const dispute = z.object({
  id,
  kind: z.enum(disputeKinds),
  state: disputeState,
  partner: personName,
  /** The contested commission; null if it is missing, or was removed with its lead after the dispute was closed. */
  commission: z.nullable(commission),
  lead: z.nullable(z.object({ id, name: z.string(), company: z.string() })),
  /** What the partner expects, if they said so. */
  expectedCents: z.nullable(cents()),
  openedAt: time,
  /** When the newest answer was given. */
  answeredAt: z.nullable(time),
  closedAt: z.nullable(time),
  /** Null while it is undecided, and for staff when a partner asks. */
  closedBy: z.nullable(z.string()),
  can: z.object({ reply: z.boolean(), withdraw: z.boolean(), uphold: z.boolean(), closeCorrected: z.boolean() }),
})
export type Dispute = z.infer<typeof dispute>

const tooShort = m.messageTooShort

/** The amount of a commission is contested. Otherwise one is missing: for the lead, or for something without a lead. */
export const disputeForm = z
  .strictObject({
    commissionId: z.optional(id),
    leadId: z.optional(id),
    message: lines(10, 2000, tooShort),
    expectedCents: z.optional(typedCents(amountMessages(m.theExpectedAmount))),
  })
  .check(z.refine((form) => !form.commissionId || !form.leadId, { error: m.leadOfCommission, path: ['leadId'] }))
export const disputeMessageForm = z.strictObject({ message: lines(2, 2000, m.messageMissing) })
export const disputeDecisionForm = z.strictObject({
  outcome: z.enum(disputeOutcomes),
  message: lines(2, 2000, m.reasonMissing),
})

export const disputeList = list({
  filters: {
    state: z.optional(disputeState),
    partnerId: z.optional(id),
    commissionId: z.optional(id),
    leadId: z.optional(id),
    search: searchText,
    /** Days of opening. */
    ...periodQuery,
  },
})

export const disputeRoutes = {
  listDisputes: route('GET', '/disputes', {
    summary: 'Disputes about commissions, newest first: a partner’s own, or all for staff',
    who: 'unlocked',
    ability: 'money',
    query: pageOf(disputeList),
    returns: page(dispute),
  }),
  disputeMessages: route('GET', '/disputes/:id/messages', {
    summary: 'What partner and staff said about a dispute, newest first; of a lead’s, they stand among its comments too',
    who: 'unlocked',
    ability: 'money',
    params: idParams,
    query: z.strictObject(pageQuery),
    returns: page(leadComment),
  }),
  openDispute: route('POST', '/disputes', {
    summary: 'Contest the amount of a commission of one’s own, or that one is missing; the commission is not paid meanwhile',
    who: 'unlockedPartner',
    ability: 'money',
    body: disputeForm,
    returns: dispute,
    status: 201,
    refusals: ['not_found', 'dispute_exists'],
  }),
  replyToDispute: route('POST', '/disputes/:id/messages', {
    summary: 'Answer a dispute as staff, or reply as its partner, which opens it again',
    who: 'unlocked',
    ability: 'money',
    right: 'money',
    params: idParams,
    body: disputeMessageForm,
    returns: dispute,
    status: 201,
    refusals: ['dispute_closed', 'own_commission'],
  }),
  withdrawDispute: route('POST', '/disputes/:id/withdraw', {
    summary: 'Withdraw a dispute of one’s own',
    who: 'unlockedPartner',
    ability: 'money',
    params: idParams,
    returns: dispute,
    refusals: ['dispute_closed', 'own_commission'],
  }),
  decideDispute: route('POST', '/disputes/:id/decision', {
    summary:
      'Close a dispute: keep the amount that is contested (`upheld`), or say what was corrected. ' +
      'Refused with `dispute_not_corrected` when nothing was since it was opened',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: disputeDecisionForm,
    returns: dispute,
    refusals: ['dispute_closed', 'dispute_not_corrected', 'own_commission'],
  }),
}

const message = event<null, { readonly commentId: string }>('dispute')

export const disputeEvents = {
  'dispute.opened': event<
    null,
    {
      readonly kind: DisputeKind
      readonly commissionId: string | null
      readonly leadId: string | null
      /** The amount of the contested commission; null if the dispute is about a missing one. */
      readonly amountCents: number | null
      readonly expectedCents: number | null
    }
  >('dispute'),
  'dispute.answered': message,
  'dispute.replied': message,
  'dispute.corrected': message,
  'dispute.upheld': message,
  'dispute.withdrawn': event('dispute'),
}
