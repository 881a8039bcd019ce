import * as z from 'zod/mini'
import { periodNames } from '#access/domain/personal-data.ts'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { countedPeriods } from '#people-data/register/domain/periods.ts'
import { event } from '#platform/api/events.ts'
import { list, pageOf } from '#platform/api/list.ts'
import { route } from '#platform/api/route.ts'
import { count, emailAddress, id, idParams, page, time } from '#platform/api/shapes.ts'
import {
  type ErasureOutcome,
  erasureOutcomes,
  erasureStates,
  leadHolds,
  type MentionDecision,
  maxErasureDays,
  mentionDecisions,
} from './domain.ts'
import { m } from './messages/messages.ts'

/** Rows by table: what goes or went, and what stays by which law. */
const report = z.object({
  deleted: z.record(z.string(), count),
  emptied: z.record(z.string(), count),
  kept: z.readonly(
    z.array(
      z.object({
        table: z.string(),
        rows: count,
        law: z.string(),
        period: z.enum(periodNames),
        days: z.nullable(count),
        /** When the last of them goes; null while their period has not begun. */
        until: z.nullable(time),
      }),
    ),
  ),
  /** In which its person reads; null where nobody knows. */
  language: z.nullable(z.string()),
})
export type Report = z.infer<typeof report>

const erasedLead = z.object({
  id,
  /** Null once the lead is deleted. */
  number: z.nullable(z.string()),
  client: z.nullable(z.string()),
  soleTrader: z.boolean(),
  /** Whether it has a company. */
  hasCompany: z.boolean(),
  outcome: z.nullable(z.enum(erasureOutcomes)),
  /** What hangs on it while the erasure waits, so that it is emptied. */
  holds: z.array(z.enum(leadHolds)),
  protectedUntil: z.nullable(time),
})

const mention = z.object({
  id,
  table: z.string(),
  /** The text; null where it is gone. */
  text: z.nullable(z.string()),
  decision: z.nullable(z.enum(mentionDecisions)),
})

const erasure = z.object({
  id,
  state: z.enum(erasureStates),
  plannedBy: z.nullable(z.string()),
  plannedAt: time,
  dueAt: time,
  doneAt: z.nullable(time),
  leads: z.array(erasedLead),
  /** The name of an account that is erased; null where clients of leads are. */
  person: z.nullable(z.string()),
  /** Which period has ended for its leads; null where somebody planned it. */
  period: z.nullable(z.enum(countedPeriods)),
  mentions: z.array(mention),
  /** What it would do, as looked at soon after it was planned; null before. */
  plan: z.nullable(report),
  report: z.nullable(report),
})
export type Erasure = z.infer<typeof erasure>

export const erasableLead = z.object({
  id,
  number: z.string(),
  name: z.string(),
  company: z.string(),
  partner: z.string(),
  /** Null where its protection has no end. */
  protectedUntil: z.nullable(time),
  /** What hangs on it; it is deleted where nothing does, else emptied. */
  holds: z.array(z.enum(leadHolds)),
})
export type ErasableLead = z.infer<typeof erasableLead>

export const endedAccountList = list({ filters: {} })
const endedAccount = z.object({ id, name: z.string(), email: z.string(), company: z.string(), endedAt: time })
export type EndedAccount = z.infer<typeof endedAccount>

export const erasureForm = z.object({
  leads: z
    .array(z.strictObject({ id, soleTrader: z.boolean() }))
    .check(z.minLength(1, { error: m.noLeadChosen }), z.maxLength(1000, { error: m.tooManyLeads })),
  /** The request that it answers; without one, the only open request to be forgotten of their mailbox. */
  requestId: z.optional(id),
})

const daysUnfit = { error: () => m.daysUnfit({ max: maxErasureDays }) }
export const erasureDays = z.int(daysUnfit).check(z.minimum(0, daysUnfit), z.maximum(maxErasureDays, daysUnfit))

export const erasureRoutes = {
  listErasures: route('GET', '/people-data/erasures', {
    summary: 'Erasures, the newest 200: what each would do or did, and the texts that somebody has to decide about',
    who: 'admin',
    right: 'people',
    returns: z.object({ items: z.array(erasure), days: count }),
  }),
  findErasable: route('GET', '/people-data/erasable', {
    summary: 'The leads whose client has the mailbox of an address',
    who: 'admin',
    right: 'people',
    query: z.strictObject({ address: emailAddress() }),
    returns: z.object({ items: z.array(erasableLead) }),
  }),
  listEndedAccounts: route('GET', '/people-data/accounts', {
    summary: 'Accounts that have ended, withdrawn invitations among them, and that nobody has planned to erase',
    who: 'admin',
    right: 'people',
    query: pageOf(endedAccountList),
    returns: page(endedAccount),
  }),
  erasureReport: route('GET', '/people-data/erasures/:id/report', {
    summary: 'The report of an erasure that is done, for the person: what is gone, what is kept, by which law',
    who: 'admin',
    right: 'people',
    params: idParams,
    answer: 'file',
    mediaType: 'text/plain',
    refusals: ['not_found'],
  }),
  planErasure: route('POST', '/people-data/erasures', {
    summary: 'Plan the erasure of the clients of these leads, for a proof: partners and lists do not show them from now on',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    body: z.extend(erasureForm, proof),
    returns: z.object({ id }),
    status: 201,
    refusals: ['not_found', 'erasure_exists', ...proofRefusals],
  }),
  planAccountErasure: route('POST', '/people-data/accounts/:id/erasure', {
    summary: 'Plan the erasure of somebody whose account has ended or whose invitation was withdrawn, for a proof',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.strictObject(proof),
    returns: z.object({ id }),
    status: 201,
    refusals: ['not_found', 'account_active', 'erasure_exists', ...proofRefusals],
  }),
  stopErasure: route('POST', '/people-data/erasures/:id/stop', {
    summary: 'Stop an erasure that has not begun: its leads are shown again',
    who: 'admin',
    right: 'people',
    params: idParams,
    refusals: ['not_found', 'erasure_over'],
  }),
  confirmErasure: route('POST', '/people-data/erasures/:id/confirm', {
    summary: 'Do an erasure that is late, for a proof: the clock may have been ahead',
    who: 'admin',
    right: 'people',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.strictObject(proof),
    refusals: ['not_found', 'erasure_over', 'erasure_in_time', ...proofRefusals],
  }),
  decideMention: route('PUT', '/people-data/mentions/:id', {
    summary: 'Decide about a text that may name an erased person: it stays, or is taken out once the person is erased',
    who: 'admin',
    right: 'people',
    params: idParams,
    body: z.strictObject({ decision: z.enum(mentionDecisions) }),
    refusals: ['not_found', 'erasure_over'],
  }),
  setErasureDays: route('PUT', '/people-data/erasure-days', {
    summary: 'How many days an erasure waits, in which it can be stopped',
    who: 'admin',
    right: 'people',
    body: z.strictObject({ days: erasureDays }),
  }),
}

interface OfErasure {
  readonly erasureId: string
}

export const erasureEvents = {
  'erasure.planned': event<null, OfErasure & { readonly leads: number; readonly dueAt: string }>(null),
  'erasure.stopped': event<null, OfErasure>(null),
  'erasure.confirmed': event<null, OfErasure>(null),
  'erasure.done': event<null, OfErasure & { readonly deleted: number; readonly emptied: number }>(null),
  'erasure.mention_decided': event<null, OfErasure & { readonly decision: MentionDecision }>(null),
  'erasure.days_changed': event<{ readonly days: number }, { readonly days: number }>(null),
  /** Each lead whose client was erased has one. */
  'person.erased': event<null, OfErasure & { readonly outcome: ErasureOutcome }>('lead'),
}
