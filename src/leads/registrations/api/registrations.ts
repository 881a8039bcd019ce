import * as z from 'zod/mini'
import { givenAnswer } from '#leads/client-confirmations/api.ts'
import { lead } from '#leads/leads/api/leads.ts'
import { leadHistoryEvents } from '#leads/leads/domain/lead-history.ts'
import { refusalReasons, registrationStates } from '#leads/leads/domain/registration-states.ts'
import { stageKey } from '#leads/stages/api/stages.ts'
import { sortedList, sortedPageOf } from '#platform/api/list.ts'
import { route } from '#platform/api/route.ts'
import { id, idParams, lines, page, personName, searchText, time } from '#platform/api/shapes.ts'
import { extensionStates } from '../domain/registrations.ts'
import { m } from '../messages/messages.ts'

const registrationState = z.enum(registrationStates)
/** A message of staff that the partner reads. */
const optionalMessage = z._default(lines(0, 1000, ''), '')
const ids = z.array(id).check(z.minLength(1), z.maxLength(200))

export const registrationFields = {
  state: registrationState,
  number: z.string(),
  submittedAt: time,
  decidedAt: z.nullable(time),
  reason: z.nullable(z.enum(refusalReasons)),
  /** What staff wrote about their decision; empty without. */
  message: z.string(),
  /** Null: without an end. */
  protectedUntil: z.nullable(time),
  extension: z.nullable(
    z.object({
      state: z.enum(extensionStates),
      askedAt: time,
      reason: z.string(),
      answeredAt: z.nullable(time),
      answer: z.string(),
    }),
  ),
  appeal: z.nullable(z.object({ at: time, text: z.string() })),
} as const

/** The registration of a lead, as the caller may see it. */
export const registration = z.object({
  ...registrationFields,
  /** By when staff mean to answer; null unless it waits. */
  answerBy: z.nullable(time),
  /** For staff: who decided; null for partners, and for what the programme decided. */
  decidedBy: z.nullable(z.string()),
  /** For staff: the lead that goes on; always null for partners. */
  mergedInto: z.nullable(z.object({ id, number: z.string() })),
  can: z.object({
    accept: z.boolean(),
    refuse: z.boolean(),
    merge: z.boolean(),
    appeal: z.boolean(),
    askExtension: z.boolean(),
    answerExtension: z.boolean(),
    handOver: z.boolean(),
  }),
})
export type Registration = z.infer<typeof registration>

/** A row of the list of staff. */
export const listedRegistration = z.object({
  /** The id of the lead. */
  id,
  name: z.string(),
  company: z.string(),
  status: stageKey,
  estimatedAmountCents: lead.shape.estimatedAmountCents,
  offerType: lead.shape.offerType,
  notes: lead.shape.notes,
  client: lead.shape.client,
  /** Values of custom fields that lists show, by key; absent where it has none. */
  fields: lead.shape.fields,
  partner: personName,
  ...registrationFields,
  answerBy: z.nullable(time),
  isLate: z.boolean(),
  /** Other leads of the company that count, of any partner. */
  rivals: z.int(),
  /** By the rule this one is the first of them. */
  isFirst: z.boolean(),
  can: z.object({ accept: z.boolean(), refuse: z.boolean(), answerExtension: z.boolean() }),
})
export type ListedRegistration = z.infer<typeof listedRegistration>

export const registrationQueues = ['waiting', 'late', 'extensions', 'conflicts'] as const

export const registrationList = sortedList({
  filters: {
    /** `waiting` for an answer, `late` with it, an `extensions` that is asked for, or in `conflicts`. */
    queue: z.optional(z.enum(registrationQueues)),
    state: z.optional(registrationState),
    partnerId: z.optional(id),
    search: searchText,
  },
  sorts: ['submitted', 'protected'],
  usual: 'submitted',
})

/** What was done for each of several leads. */
const answered = z.object({
  done: z.int(),
  /** Left as they were, and why. */
  left: z.array(z.object({ leadId: id, number: z.string(), why: z.string() })),
})

export const refusalForm = z
  .strictObject({ ids, reason: z.enum(refusalReasons, { error: m.reasonToChoose }), message: optionalMessage })
  .check(
    z.refine(({ reason, message }) => reason !== 'autre' || message.length >= 5, { error: m.reasonTooShort, path: ['message'] }),
  )
export const mergeForm = z.strictObject({ into: id, message: optionalMessage })
export const appealForm = z.strictObject({ message: lines(5, 1000, m.ownReasonTooShort) })
export const extensionForm = z.strictObject({ reason: lines(5, 1000, m.ownReasonTooShort) })
export const extensionAnswerForm = z
  .strictObject({ grant: z.boolean(), message: optionalMessage })
  .check(z.refine(({ grant, message }) => grant || message.length >= 5, { error: m.reasonTooShort, path: ['message'] }))

/** One side of a conflict: a lead with what speaks for it. */
const claim = z.object({
  /** What the lead's client has answered, whatever the lead was then; the newest first. */
  answers: z.array(givenAnswer),
  lead,
  registration: z.object(registrationFields),
  answerBy: z.nullable(time),
  /** Oldest first; the texts are those of the lead's history. */
  history: z.array(z.object({ at: time, what: z.enum(leadHistoryEvents), who: z.nullable(z.string()) })),
  comments: z.int(),
  /** How it is the same client: its company, the e-mail address, the telephone, or a mark. */
  matches: z.array(z.enum(['company', 'email', 'phone', 'mark'])),
  isFirst: z.boolean(),
})
export type ConflictClaim = z.infer<typeof claim>

export const conflictCase = z.object({ claims: z.array(claim) })
export type ConflictCase = z.infer<typeof conflictCase>

export const conflictDecision = z.strictObject({
  winnerId: id,
  loserId: id,
  outcome: z.enum(['refuse', 'merge']),
  /** Both partners read it. Required unless the rule is for the winner. */
  message: optionalMessage,
})

export const handOverForm = z.strictObject({
  partnerId: z.uuid({ error: m.partnerMissing }),
  /** Both partners read it. */
  message: lines(5, 1000, m.reasonTooShort),
})

export const registrationRoutes = {
  listRegistrations: route('GET', '/registrations', {
    summary: 'Registrations of leads with what waits for an answer, oldest first',
    who: 'admin',
    query: sortedPageOf(registrationList),
    returns: page(listedRegistration),
  }),
  acceptRegistrations: route('POST', '/registrations/accept', {
    summary:
      'Accept registrations, by their leads’ ids. One that is not first of its company stays as it is without a `message`, ' +
      'which its partner reads; one that another partner’s lead holds stays in any case: that is a conflict to decide',
    who: 'admin',
    right: 'leads',
    body: z.strictObject({ ids, message: optionalMessage }),
    returns: answered,
  }),
  refuseRegistrations: route('POST', '/registrations/refuse', {
    summary: 'Refuse registrations, by their leads’ ids, with a reason',
    who: 'admin',
    right: 'leads',
    body: refusalForm,
    returns: answered,
  }),
  getRegistration: route('GET', '/leads/:id/registration', {
    summary: 'The registration of a lead: its number, state, protection and reasons',
    who: 'unlocked',
    ability: 'leads',
    scope: 'leads:read',
    params: idParams,
    returns: registration,
  }),
  mergeRegistration: route('POST', '/leads/:id/registration/merge', {
    summary: 'Merge a registration into that of another lead, which goes on',
    who: 'admin',
    right: 'leads',
    params: idParams,
    body: mergeForm,
    returns: registration,
    refusals: ['lead_restricted', 'registration_answered', 'lead_is_signed', 'own_registration'],
  }),
  appealRefusal: route('POST', '/leads/:id/registration/appeal', {
    summary: 'Ask for another look at a refusal, once',
    who: 'unlockedPartner',
    ability: 'leads',
    params: idParams,
    body: appealForm,
    returns: registration,
    refusals: ['registration_step_impossible'],
  }),
  askForExtension: route('POST', '/leads/:id/registration/extension', {
    summary: 'Ask for the one extension of a protection, with a reason',
    who: 'unlockedPartner',
    ability: 'leads',
    params: idParams,
    body: extensionForm,
    returns: registration,
    refusals: ['registration_step_impossible'],
  }),
  answerExtension: route('POST', '/leads/:id/registration/extension/answer', {
    summary: 'Grant or refuse an extension',
    who: 'admin',
    right: 'leads',
    params: idParams,
    body: extensionAnswerForm,
    returns: registration,
    refusals: ['lead_restricted', 'registration_step_impossible', 'own_registration'],
  }),
  getConflict: route('GET', '/leads/:id/conflict', {
    summary: 'A lead and the others of its company, with what speaks for each; the first by the rule comes first',
    who: 'admin',
    params: idParams,
    returns: conflictCase,
  }),
  decideConflict: route('POST', '/registrations/decision', {
    summary:
      'Decide between two leads of one company. Both partners read the reason, neither learns of the other; ' +
      'without one only for the lead that the rule is for',
    who: 'admin',
    right: 'leads',
    body: conflictDecision,
    returns: conflictCase,
    refusals: [
      'lead_restricted',
      'not_found',
      'registration_answered',
      'registration_conflict',
      'lead_is_signed',
      'own_registration',
    ],
  }),
  handOverLead: route('POST', '/leads/:id/hand-over', {
    summary:
      'Hand a lead over to another partner with its dates, history and thread. A pending commission is made anew at the rate ' +
      'of the new partner’s tier; what counts stays with the former one. Where a rule pays what the client pays and the client ' +
      'has paid, the former one earns until today and the new one after it, which decides about money and needs the right to it',
    who: 'admin',
    right: 'leads',
    params: idParams,
    body: handOverForm,
    returns: registration,
    refusals: [
      'lead_restricted',
      'registration_step_impossible',
      'partner_not_active',
      'own_registration',
      'lead_has_client_payments',
      'lead_has_settled_commission',
      'commission_disputed',
      'own_commission',
    ],
  }),
}
