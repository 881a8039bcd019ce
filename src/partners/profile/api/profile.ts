import * as z from 'zod/mini'
import { colleagueName } from '#access/api/person-shapes.ts'
import { subjectKinds } from '#access/domain/subject-kinds.ts'
import { leadStatusStats } from '#leads/leads/api/leads.ts'
import { commissionStatuses } from '#money/commissions/domain.ts'
import { payoutStates } from '#money/payouts/domain/payouts.ts'
import { recurringSums } from '#money/rules/api/rules.ts'
import { appliedRules, paidBy, tier } from '#money/tiers/api/tiers.ts'
import { vigilanceKinds, vigilanceStates } from '#money/vigilance/domain.ts'
import { person } from '#partners/partners/api/partners.ts'
import { route } from '#platform/api/route.ts'
import { cents, centsSum, count, id, idParams, lines, page, pageQuery, personName, time } from '#platform/api/shapes.ts'
import { eventNames } from '#portal/api/events.ts'
import { m } from '../messages/messages.ts'

/** How a partner does, as staff look at it. */
const health = z.object({
  /** When the partner's newest lead was added, by whomever; null without one. */
  lastLeadAt: z.nullable(time),
  /** Since when no lead has come for longer than the portal calls dormant; null for a partner who is not. */
  dormantSince: z.nullable(time),
  dormantAfterDays: z.int(),
  /**
   * Median time from a lead that the partner submitted to the first move, edit or comment by somebody else, over the leads of
   * twelve months that have one; null without any.
   */
  answerSeconds: z.nullable(z.int()),
  answeredLeads: count,
  /** Leads signed, and signed or lost. */
  won: count,
  decided: count,
  /** `won` of `decided`, in whole percent; null as long as nothing is decided. */
  winPercent: z.nullable(z.int()),
})

const money = z.object({
  byStatus: z.array(z.object({ status: z.enum(commissionStatuses), count, amountCents: centsSum })),
  /** The part of the validated amount that is held or contested. */
  withheldCents: centsSum,
  /** The part of the validated amount that is in a payout not paid yet. */
  inPayoutsCents: centsSum,
  /** The next date on which validated commissions are due, and the amount of that day; null without one. */
  nextPayment: z.nullable(z.object({ payableBy: time, amountCents: cents() })),
  payouts: z.array(z.object({ state: z.enum(payoutStates), count, totalCents: centsSum })),
})

const documentState = z.object({
  id,
  kind: z.enum(vigilanceKinds),
  label: z.string(),
  state: z.enum(vigilanceStates),
  requestedAt: z.nullable(time),
  expiresOn: z.nullable(z.iso.date()),
})

/** One partner: contact, and sums of everything that is theirs. */
export const partnerProfile = z.object({
  person,
  /** Null while the partner has access or an invitation, and for one that was merged. */
  deletedAt: z.nullable(time),
  /** Into whom the partner was merged, and when: it takes nothing new. */
  merged: z.nullable(z.object({ into: personName, at: time })),
  /** Who was merged into the partner, newest first. */
  absorbed: z.array(z.object({ partner: personName, at: time })),
  invitedAt: time,
  /** An address that staff corrected and its reader has not confirmed yet. */
  emailChange: z.nullable(z.object({ email: z.string(), expiresAt: time })),
  /** When they last used the portal signed in, to within ten minutes; neither API keys nor mail count. Null: not noted yet. */
  lastSeenAt: z.nullable(time),
  standing: z.object({
    /** Null without tiers. */
    current: z.nullable(tier),
    next: z.nullable(tier),
    totalRevenueCents: centsSum,
    remainingCents: cents(),
    progressPercent: z.number(),
    paidBy,
    rules: appliedRules,
  }),
  leads: z.object({ byStatus: z.array(leadStatusStats) }),
  money,
  recurring: recurringSums,
  documents: z.array(documentState),
  /** Why payouts wait for documents, in French; empty where they do not. */
  documentBlocks: z.array(z.string()),
  openDisputes: count,
  closedDisputes: count,
  health,
})
export type PartnerProfile = z.infer<typeof partnerProfile>

export const partnerNoteForm = z.strictObject({ body: lines(1, 4000, m.noteMissing) })
const partnerNote = z.object({
  id,
  author: personName,
  /** Written by who reads it, and theirs to edit and to delete. */
  mine: z.boolean(),
  body: z.string(),
  createdAt: time,
  editedAt: z.nullable(time),
})
export type PartnerNote = z.infer<typeof partnerNote>
const noteParams = z.strictObject({ id, noteId: id })

const historyEntry = z.object({
  id,
  at: time,
  what: z.enum(eventNames),
  /** Null: the portal itself. `staff`: anybody but the partner. */
  who: z.nullable(z.extend(colleagueName, { staff: z.boolean() })),
  subject: z.nullable(z.object({ kind: z.enum(subjectKinds), id })),
  /** What it is about: the company of a lead, the title of a contract, a reference; empty where the event says it all. */
  about: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  amountCents: z.nullable(centsSum),
})
export type PartnerHistoryEntry = z.infer<typeof historyEntry>

/** What staff see of one partner. */
export const partnerProfileRoutes = {
  getPartnerProfile: route('GET', '/partners/:id/profile', {
    summary: 'One partner: contact, tier, and the sums of their leads, money, documents and disputes; deleted partners too',
    who: 'admin',
    scope: 'partners:read',
    params: idParams,
    returns: partnerProfile,
  }),
  partnerHistory: route('GET', '/partners/:id/history', {
    summary: 'What happened to a partner and their records, newest first',
    who: 'admin',
    params: idParams,
    query: z.strictObject(pageQuery),
    returns: page(historyEntry),
  }),
  listPartnerNotes: route('GET', '/partners/:id/notes', {
    summary: 'What staff wrote about a partner, newest first; partners and API keys never read it',
    who: 'admin',
    params: idParams,
    query: z.strictObject(pageQuery),
    returns: page(partnerNote),
  }),
  addPartnerNote: route('POST', '/partners/:id/notes', {
    summary: 'Write a note about a partner, for staff alone',
    who: 'admin',
    right: 'partners',
    params: idParams,
    body: partnerNoteForm,
    returns: partnerNote,
    status: 201,
    refusals: ['partner_not_active'],
  }),
  editPartnerNote: route('PUT', '/partners/:id/notes/:noteId', {
    summary: 'Edit a note of one’s own',
    who: 'admin',
    right: 'partners',
    params: noteParams,
    body: partnerNoteForm,
    returns: partnerNote,
  }),
  deletePartnerNote: route('DELETE', '/partners/:id/notes/:noteId', {
    summary: 'Delete a note of one’s own',
    who: 'admin',
    right: 'partners',
    params: noteParams,
  }),
}
