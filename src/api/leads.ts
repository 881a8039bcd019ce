import * as z from 'zod/mini'
import { commissionStatuses } from '#domain/commissions.ts'
import { leadHistoryEvents, leadHistoryFields } from '#domain/lead-history.ts'
import { leadStatuses, offerTypes } from '#domain/leads.ts'
import { englishAmountWords, frenchAmountWords } from '#domain/typed-amounts.ts'
import { route, typingPace } from './route.ts'
import {
  anyText,
  cents,
  centsSum,
  count,
  emailAddress,
  id,
  idParams,
  page,
  pageQuery,
  percent,
  personName,
  text,
  time,
  webAddress,
} from './shapes.ts'
import { typedCents } from './typed-cents.ts'

/** How many leads of each column a board asks for at first: what a screen shows at once. */
export const firstLeads = 50

const offerType = z.enum(offerTypes, "Veuillez sélectionner un type d'offre")
export const leadStatus = z.enum(leadStatuses)

/** What may be left out of a new lead, and is then empty. */
const spareFields = {
  phone: text(0, 50, '', 'Le téléphone ne peut pas dépasser 50 caractères'),
  website: z.union([z.literal(''), webAddress('URL invalide')], 'URL invalide'),
  notes: text(0, 1000, '', 'Les notes ne peuvent pas dépasser 1000 caractères'),
}

/** Rules and words of the lead form, in the order in which its fields stand: the first fault is the one in the toast. */
export const leadFields = {
  name: text(2, 100, 'Le nom doit contenir au moins 2 caractères', 'Le nom ne peut pas dépasser 100 caractères'),
  company: text(2, 100, 'La société doit contenir au moins 2 caractères', 'La société ne peut pas dépasser 100 caractères'),
  email: emailAddress('Email invalide'),
  phone: z._default(spareFields.phone, ''),
  website: z._default(spareFields.website, ''),
  estimatedAmountCents: typedCents(frenchAmountWords),
  offerType,
  notes: z._default(spareFields.notes, ''),
}

/** Fields of a lead that there is: what is left out stays as it is, so nothing stands in for it. */
const leadChanges = z.partial(z.strictObject({ ...leadFields, ...spareFields }))

/** The form a partner fills in. */
export const leadForm = z.strictObject(leadFields)

const missing = 'Please fill in all required fields'
/** The form staff fill in: the same record, and whose lead it is. */
export const adminLeadForm = z.strictObject({
  partnerId: z.uuid(missing),
  ...leadFields,
  estimatedAmountCents: typedCents(englishAmountWords('The amount')),
})

/** The lead that was there first, as staff see it. */
const otherLead = z.object({ id, name: z.string(), company: z.string(), partner: personName })
export type OtherLead = z.infer<typeof otherLead>

export const lead = z.object({
  id,
  partner: personName,
  name: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string(),
  estimatedAmountCents: cents(),
  offerType,
  notes: z.string(),
  status: leadStatus,
  /** For staff alone; always null for a partner. */
  possibleDuplicate: z.nullable(otherLead),
  createdAt: time,
  updatedAt: time,
  /** What the caller may do with it now. */
  can: z.object({ edit: z.boolean(), move: z.boolean(), delete: z.boolean() }),
})
export type Lead = z.infer<typeof lead>

/** One lead with the commission that it brought. */
export const leadDetail = z.extend(lead, {
  commission: z.nullable(
    z.object({
      revenueCents: cents(),
      commissionRate: percent,
      tierName: z.string(),
      amountCents: cents(),
      status: z.enum(commissionStatuses),
    }),
  ),
})
export type LeadDetail = z.infer<typeof leadDetail>

/** Who did or said it. A partner reads the provider's name for everybody of the staff. */
const author = z.object({ name: z.string(), deleted: z.boolean(), staff: z.boolean() })

const historyValue = z.union([z.string(), z.number()])
export const timelineEntry = z.object({
  id,
  at: time,
  what: z.enum(leadHistoryEvents),
  /** Null: the portal itself. */
  who: z.nullable(author),
  changes: z.array(z.object({ field: z.enum(leadHistoryFields), before: historyValue, after: historyValue })),
  /** Of the commission, where the entry is about one. */
  amountCents: z.nullable(centsSum),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const commentForm = z.strictObject({
  body: text(1, 2000, 'Veuillez écrire un message', 'Le message ne peut pas dépasser 2000 caractères'),
})

export const leadComment = z.object({
  id,
  author,
  /** Whether the caller wrote it. */
  mine: z.boolean(),
  /** Plain text; line breaks count. */
  body: z.string(),
  createdAt: time,
})
export type LeadComment = z.infer<typeof leadComment>

export const columnFigures = z.object({ status: leadStatus, count, amountCents: centsSum })

export const leadFilter = {
  partnerId: z.optional(id),
  /** Matches name, company or e-mail, whatever the case. */
  search: z.optional(anyText().check(z.maxLength(200))),
  /** Only those that may be duplicates; for staff alone. */
  duplicates: z.optional(z.literal('yes')),
}

export const leadRoutes = {
  listLeads: route('GET', '/leads', {
    summary: 'Leads, newest first: a partner’s own, or all for staff',
    who: 'unlocked',
    query: z.strictObject({ ...leadFilter, status: z.optional(leadStatus), ...pageQuery }),
    returns: page(lead),
  }),
  leadSummary: route('GET', '/leads/summary', {
    summary: 'Count and sum of the leads in each column',
    who: 'unlocked',
    query: z.strictObject({ ...leadFilter }),
    returns: z.object({ columns: z.array(columnFigures) }),
  }),
  getLead: route('GET', '/leads/:id', {
    summary: 'One lead',
    who: 'unlocked',
    params: idParams,
    returns: leadDetail,
  }),
  knownLead: route('GET', '/leads/known', {
    summary: 'Whether this e-mail or company is already in the pipeline: a partner learns no more, staff see the other lead',
    who: 'unlocked',
    query: z.strictObject({
      email: z.optional(anyText().check(z.maxLength(255))),
      company: z.optional(anyText().check(z.maxLength(100))),
      /** The lead that is being edited. */
      exceptId: z.optional(id),
    }),
    returns: z.object({ known: z.boolean(), lead: z.optional(otherLead) }),
  }),
  addLead: route('POST', '/leads', {
    summary: 'Register a lead; staff name the partner, a partner registers for themselves. It starts in `nouveau`',
    who: 'unlocked',
    pace: typingPace,
    body: z.strictObject({ partnerId: z.optional(id), ...leadFields }),
    returns: lead,
    status: 201,
  }),
  editLead: route('PATCH', '/leads/:id', {
    summary: 'Change the fields given',
    who: 'unlocked',
    params: idParams,
    body: leadChanges,
    returns: lead,
  }),
  moveLead: route('POST', '/leads/:id/move', {
    summary: 'Move a lead to a column; refused with `lead_moved_meanwhile` when it is no longer where it was seen',
    who: 'unlocked',
    params: idParams,
    body: z.strictObject({ from: leadStatus, to: leadStatus }),
    returns: lead,
  }),
  notADuplicate: route('POST', '/leads/:id/not-a-duplicate', {
    summary: 'Clear the mark of a possible duplicate; the partner learns nothing of it',
    who: 'admin',
    params: idParams,
    returns: lead,
  }),
  leadTimeline: route('GET', '/leads/:id/timeline', {
    summary: 'What happened to a lead and its commission, newest first',
    who: 'unlocked',
    params: idParams,
    query: z.strictObject({ ...pageQuery }),
    returns: page(timelineEntry),
  }),
  leadComments: route('GET', '/leads/:id/comments', {
    summary: 'What the partner and the staff told each other about a lead, newest first',
    who: 'unlocked',
    params: idParams,
    query: z.strictObject({ ...pageQuery }),
    returns: page(leadComment),
  }),
  commentOnLead: route('POST', '/leads/:id/comments', {
    summary: 'Say something about a lead to its partner, or to the staff',
    who: 'unlocked',
    params: idParams,
    pace: typingPace,
    body: commentForm,
    returns: leadComment,
    status: 201,
  }),
  deleteLead: route('DELETE', '/leads/:id', {
    summary: 'Delete a lead and its pending commission; refused once a commission is validated or paid',
    who: 'unlocked',
    params: idParams,
  }),
}
