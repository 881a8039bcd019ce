import * as z from 'zod/mini'
import { leadStatuses, offerTypes } from '#domain/leads.ts'
import { route } from './route.ts'
import {
  anyText,
  cents,
  centsSum,
  count,
  emailAddress,
  id,
  idParams,
  optionalText,
  page,
  pageQuery,
  personName,
  text,
  time,
  webAddress,
} from './shapes.ts'

const offerType = z.enum(offerTypes, "Veuillez sélectionner un type d'offre")
export const leadStatus = z.enum(leadStatuses)

/** Rules and words of the lead form, in the order in which its fields stand: the first fault is the one in the toast. */
export const leadFields = {
  name: text(2, 100, 'Le nom doit contenir au moins 2 caractères', 'Le nom ne peut pas dépasser 100 caractères'),
  company: text(2, 100, 'La société doit contenir au moins 2 caractères', 'La société ne peut pas dépasser 100 caractères'),
  email: emailAddress('Email invalide'),
  phone: optionalText(50, 'Le téléphone ne peut pas dépasser 50 caractères'),
  website: z._default(z.union([z.literal(''), webAddress('URL invalide')], 'URL invalide'), ''),
  estimatedAmountCents: cents('Le montant doit être positif'),
  offerType,
  notes: optionalText(1000, 'Les notes ne peuvent pas dépasser 1000 caractères'),
}

/** The form a partner fills in. */
export const leadForm = z.strictObject(leadFields)

const missing = 'Please fill in all required fields'
/** The form staff fill in: the same record, and whose lead it is. */
export const adminLeadForm = z.strictObject({ partnerId: z.uuid(missing), ...leadFields })

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
  createdAt: time,
  updatedAt: time,
  /** What the caller may do with it now. */
  can: z.object({ edit: z.boolean(), move: z.boolean(), delete: z.boolean() }),
})
export type Lead = z.infer<typeof lead>

export const columnFigures = z.object({ status: leadStatus, count, amountCents: centsSum })

export const leadFilter = {
  partnerId: z.optional(id),
  /** Matches name, company or e-mail, whatever the case. */
  search: z.optional(anyText().check(z.maxLength(200))),
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
    returns: lead,
  }),
  addLead: route('POST', '/leads', {
    summary: 'Register a lead; staff name the partner, a partner registers for themselves. It starts in `nouveau`',
    who: 'unlocked',
    body: z.strictObject({ partnerId: z.optional(id), ...leadFields }),
    returns: lead,
    status: 201,
  }),
  editLead: route('PATCH', '/leads/:id', {
    summary: 'Change the fields given',
    who: 'unlocked',
    params: idParams,
    body: z.partial(leadForm),
    returns: lead,
  }),
  moveLead: route('POST', '/leads/:id/move', {
    summary: 'Move a lead to a column; refused with `lead_moved_meanwhile` when it is no longer where it was seen',
    who: 'unlocked',
    params: idParams,
    body: z.strictObject({ from: leadStatus, to: leadStatus }),
    returns: lead,
  }),
  deleteLead: route('DELETE', '/leads/:id', {
    summary: 'Delete a lead and its pending commission; refused once a commission is validated or paid',
    who: 'unlocked',
    params: idParams,
  }),
}
