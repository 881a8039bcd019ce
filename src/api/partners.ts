import * as z from 'zod/mini'
import { contractStatuses } from '#domain/contracts.ts'
import { billingFilters } from '#domain/billing.ts'
import { bankDetailFilters } from '#domain/payments.ts'
import { billingSummary } from './billing.ts'
import { revokeForm } from './contracts.ts'
import { bankDetailsSummary } from './payments.ts'
import { route } from './route.ts'
import { centsSum, count, emailAddress, id, idParams, page, pageQuery, role, searchText, sortBy, text, time } from './shapes.ts'

const missing = 'Please fill in all required fields'

export const invitationForm = z.strictObject({
  fullName: text(1, 100, missing),
  email: z.pipe(z.string(missing).check(z.trim(), z.minLength(1, missing)), emailAddress('Email invalide')),
  role: z._default(role, 'partner'),
})

const personState = z.enum(['invited', 'active'])

/** Somebody with access to the portal, or invited to it. */
export const person = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  company: z.string(),
  role,
  state: personState,
  /** Of the newest main contract. */
  contract: z.nullable(z.enum(contractStatuses)),
  totalRevenueCents: centsSum,
  joinedAt: time,
  /** Null for administrators. */
  bankDetails: z.nullable(bankDetailsSummary),
  /** Null for administrators, and before the first save. */
  billing: z.nullable(billingSummary),
  /** Until when the invitation's link works; null once it was accepted. */
  invitationExpiresAt: z.nullable(time),
  /** Why its mail has not arrived: given up, or to be tried again; null when it was taken, or waits for its first attempt. */
  invitationMail: z.nullable(z.object({ state: z.enum(['failed', 'delayed']), reason: z.string() })),
  can: z.object({
    changeRole: z.boolean(),
    validateContract: z.boolean(),
    revokeContract: z.boolean(),
    delete: z.boolean(),
    resendInvitation: z.boolean(),
    withdrawInvitation: z.boolean(),
    endSessions: z.boolean(),
  }),
})
export type PersonRow = z.infer<typeof person>

export const personSorts = ['joined', 'name', 'company', 'role', 'contract', 'revenue'] as const
export const personFilter = {
  role: z.optional(role),
  state: z.optional(personState),
  contract: z.optional(z.enum([...contractStatuses, 'none'])),
  /** State of a partner's bank details; `recent` and `shared` match whatever the state. */
  bank: z.optional(z.enum(bankDetailFilters)),
  /** How a partner's commissions are invoiced, or that nothing is known of it. */
  billing: z.optional(z.enum(billingFilters)),
  /** Matches name, company and e-mail. */
  search: searchText,
}

export const partnerRoutes = {
  listPartners: route('GET', '/partners', {
    summary: 'Everybody with access or an invitation, newest first unless sorted',
    who: 'admin',
    query: z.strictObject({ ...personFilter, sort: sortBy(personSorts), ...pageQuery }),
    returns: page(person),
  }),
  partnerSummary: route('GET', '/partners/summary', {
    summary: 'How many people a list of partners has, and the validated revenue of all of them',
    who: 'admin',
    query: z.strictObject(personFilter),
    returns: z.object({ count, totalRevenueCents: centsSum }),
  }),
  partnerNames: route('GET', '/partners/names', {
    summary: 'Partners by name, for choosing one in a form',
    who: 'admin',
    returns: z.object({ partners: z.array(z.object({ id, name: z.string(), company: z.string() })) }),
  }),
  invite: route('POST', '/invitations', {
    summary: 'Invite a partner or an administrator by e-mail; the link works once, for 7 days',
    who: 'admin',
    body: invitationForm,
    returns: person,
    status: 201,
  }),
  resendInvitation: route('POST', '/partners/:id/invitation/resend', {
    summary: 'Send a fresh invitation link; the old one stops working',
    who: 'admin',
    params: idParams,
    returns: person,
  }),
  withdrawInvitation: route('DELETE', '/partners/:id/invitation', {
    summary: 'Withdraw an invitation that was not accepted',
    who: 'admin',
    params: idParams,
  }),
  changeRole: route('PUT', '/partners/:id/role', {
    summary: 'Change somebody’s role; not one’s own, and never the last administrator’s',
    who: 'admin',
    params: idParams,
    body: z.strictObject({ role }),
    returns: person,
  }),
  endSessions: route('DELETE', '/partners/:id/sessions', {
    summary: 'End every session of somebody; they are told by mail and can sign in again. One’s own end under the account menu',
    who: 'admin',
    params: idParams,
  }),
  validatePartnerContract: route('POST', '/partners/:id/contract/validate', {
    summary: 'Validate the partner’s newest main contract: it is marked as signed, without an electronic signature',
    who: 'admin',
    params: idParams,
    returns: person,
  }),
  revokePartnerContract: route('POST', '/partners/:id/contract/revoke', {
    summary: 'Set the partner’s newest main contract back to pending, for a reason that both sides are told',
    who: 'admin',
    params: idParams,
    body: revokeForm,
    returns: person,
  }),
  deletePartner: route('DELETE', '/partners/:id', {
    summary: 'Remove a partner’s access; leads, commissions and signed contracts stay',
    who: 'admin',
    params: idParams,
  }),
  partnersCsv: route('GET', '/partners.csv', {
    summary: 'Everybody with access or an invitation as CSV, with the filters of the list',
    who: 'admin',
    transaction: 'own',
    ownership: 'staff',
    query: z.strictObject(personFilter),
    answer: 'csv',
    heavy: true,
  }),
}
