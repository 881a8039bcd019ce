import * as z from 'zod/mini'
import { role, staffRole } from '#access/api/person-shapes.ts'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { partnerNameRoutes } from '#accounts/people/api.ts'
import { invitationFilters } from '#accounts/people/domain.ts'
import { revokeForm } from '#contracts/contracts/api/contracts.ts'
import { contractStatuses } from '#contracts/contracts/domain/contracts.ts'
import { bankDetailsSummary } from '#money/bank-details/api.ts'
import { bankDetailFilters } from '#money/bank-details/domain/bank-details.ts'
import { billingSummary } from '#money/billing/api.ts'
import { billingFilters } from '#money/billing/domain/billing.ts'
import { recurringChoice } from '#money/rules/api/rules.ts'
import { vigilanceFilters } from '#money/vigilance/domain.ts'
import { filterOf, sortedList, sortedPageOf } from '#platform/api/list.ts'
import { periodQuery } from '#platform/api/period.ts'
import { route } from '#platform/api/route.ts'
import {
  centsSum,
  count,
  emailAddress,
  externalIdForm,
  externalIdParams,
  id,
  idParams,
  lines,
  page,
  searchText,
  text,
  time,
} from '#platform/api/shapes.ts'
import type { RefusalCode } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'

const missing = m.requiredFields

/** Why the contract that an invitation comes with cannot be made. */
const invitedContractRefusals = [
  'template_archived',
  'document_not_made',
  'characters_unprintable',
  'template_values_missing',
] as const satisfies readonly RefusalCode[]

export const invitationForm = z.strictObject({
  fullName: text(1, 100, missing),
  email: z.pipe(text(1, 255, missing, m.emailInvalid), emailAddress(m.emailInvalid)),
  role: z._default(role, 'partner'),
  company: z._default(text(0, 200, ''), ''),
  /** The template of the main contract that is to wait for them; absent: it is assigned later. */
  templateId: z.optional(id),
  /** The role among the staff, if an `admin` is not to have every right. */
  staffRole: z.optional(staffRole),
})

/** The role `admin` is staff; without `staffRole` with every right. */
export const roleForm = z.strictObject({ role, staffRole: z.optional(staffRole) })

/** Why somebody's second factor is reset; they are told it. */
export const secondFactorResetForm = z.strictObject({
  reason: lines(1, 1000, m.reasonMissing, m.reasonTooLong),
})

/** What becomes of leads whose clients’ payments go on bringing commissions; asked for where there are any. */
const recurringQuery = z.strictObject({ recurring: z.optional(recurringChoice) })
const recurringRefusals = ['recurring_undecided', 'own_commission'] as const satisfies readonly RefusalCode[]

const personState = z.enum(['invited', 'active'])

/** Somebody with access to the portal, or invited to it. */
export const person = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  company: z.string(),
  role,
  /** Null for partners. */
  staffRole: z.nullable(staffRole),
  /** Whether the groups of their company account decide the role of staff, at each sign-in; a change by hand ends that. */
  roleByProvider: z.boolean(),
  /** How many passkeys open the account. */
  passkeys: count,
  state: personState,
  /** The status of the newest main contract; null without one. */
  contract: z.nullable(z.enum(contractStatuses)),
  totalRevenueCents: centsSum,
  joinedAt: time,
  /** How many people belong to a partner or are invited to it; null for staff. */
  people: z.nullable(count),
  /** What another system of the provider calls a partner. */
  externalId: z.nullable(z.string()),
  /** Null for administrators. */
  bankDetails: z.nullable(bankDetailsSummary),
  /** Null for administrators, and before the first save. */
  billing: z.nullable(billingSummary),
  /** Until when the invitation's link works; null once it was accepted. */
  invitationExpiresAt: z.nullable(time),
  /** When the person was last reminded of it. */
  invitationRemindedAt: z.nullable(time),
  /** Why its mail has not arrived: given up, or to be tried again; null when it was taken, or waits for its first attempt. */
  invitationMail: z.nullable(z.object({ state: z.enum(['failed', 'delayed']), reason: z.string() })),
  can: z.object({
    changeRole: z.boolean(),
    /** They have no main contract yet. */
    assignContract: z.boolean(),
    validateContract: z.boolean(),
    revokeContract: z.boolean(),
    delete: z.boolean(),
    correct: z.boolean(),
    resendInvitation: z.boolean(),
    withdrawInvitation: z.boolean(),
    endSessions: z.boolean(),
    resetSecondFactor: z.boolean(),
  }),
})
export type PersonRow = z.infer<typeof person>

export const personList = sortedList({
  filters: {
    role: z.optional(role),
    state: z.optional(personState),
    contract: z.optional(z.enum([...contractStatuses, 'none'])),
    /** State of a partner's bank details; `recent` and `shared` match whatever the state. */
    bank: z.optional(z.enum(bankDetailFilters)),
    /** How a partner's commissions are invoiced, or that nothing is known of it. */
    billing: z.optional(z.enum(billingFilters)),
    documents: z.optional(z.enum(vigilanceFilters)),
    /** People who have not come in yet, by whether the link of their invitation still works; `none` waits to be invited. */
    invitation: z.optional(z.enum(invitationFilters)),
    /** Matches name, company and e-mail. */
    search: searchText,
    /** Days of joining, of the invitation before that. */
    ...periodQuery,
  },
  sorts: ['joined', 'name', 'company', 'role', 'contract', 'revenue'],
  usual: '-joined',
})

export const partnerRoutes = {
  listPartners: route('GET', '/partners', {
    summary: 'Everybody with access or an invitation, newest first unless sorted',
    who: 'admin',
    scope: 'partners:read',
    query: sortedPageOf(personList),
    returns: page(person),
  }),
  partnerSummary: route('GET', '/partners/summary', {
    summary: 'How many people a list of partners has, and the validated revenue of all of them',
    who: 'admin',
    scope: 'partners:read',
    query: filterOf(personList),
    returns: z.object({ count, totalRevenueCents: centsSum }),
  }),
  ...partnerNameRoutes,
  invite: route('POST', '/invitations', {
    summary:
      'Invite a partner or an administrator by e-mail; the link works once, for 7 days. Inviting to the staff asks for the ' +
      'password, or for the second factor',
    description:
      'With a template, the partner’s main contract is made and assigned in the same step. While the template lacks a value, ' +
      'nothing is made and nobody is invited.',
    who: 'admin',
    right: ['partners', 'team'],
    transaction: 'own',
    ownership: 'staff',
    body: z.extend(invitationForm, proof),
    returns: person,
    status: 201,
    refusals: ['email_taken', ...invitedContractRefusals, ...proofRefusals],
  }),
  getPartnerByExternalId: route('GET', '/partners/by-external-id/:externalId', {
    summary: 'The partner with this external id',
    who: 'admin',
    scope: 'partners:read',
    params: externalIdParams,
    returns: person,
  }),
  upsertPartner: route('PUT', '/partners/by-external-id/:externalId', {
    summary: 'Invite the partner with this external id, or find the one there is',
    description:
      'An address that a partner has already gets the external id. Name and address belong to partners once they have joined: ' +
      'what was not changed is listed in `kept`. An invited partner’s name is changed, their address never.',
    who: 'admin',
    right: 'partners',
    scope: 'partners:write',
    params: externalIdParams,
    body: z.omit(invitationForm, { role: true, staffRole: true, company: true, templateId: true }),
    returns: z.object({ created: z.boolean(), kept: z.array(z.enum(['fullName', 'email'])), partner: person }),
    refusals: ['external_id_taken', 'email_taken', 'partner_not_active'],
  }),
  setPartnerExternalId: route('PUT', '/partners/:id/external-id', {
    summary: 'Say what another system calls a partner; null: nothing any more',
    who: 'admin',
    right: 'partners',
    scope: 'partners:write',
    params: idParams,
    body: externalIdForm,
    returns: person,
    refusals: ['external_id_taken', 'partner_not_active'],
  }),
  resendInvitation: route('POST', '/partners/:id/invitation/resend', {
    summary: 'Send a fresh invitation link; the old one stops working',
    who: 'admin',
    right: ['partners', 'team'],
    scope: 'partners:write',
    params: idParams,
    returns: person,
    refusals: ['invitation_not_pending'],
  }),
  invitationLink: route('POST', '/partners/:id/invitation/link', {
    summary: 'The link of an open invitation, to hand it over where the portal has no mail server; the event log notes it',
    who: 'admin',
    right: 'team',
    unkeyed: 'secretAnswer',
    params: idParams,
    returns: z.object({ link: z.string() }),
    refusals: ['invitation_not_pending', 'link_is_mailed'],
  }),
  withdrawInvitation: route('DELETE', '/partners/:id/invitation', {
    summary: 'Withdraw an invitation that was not accepted',
    who: 'admin',
    right: ['partners', 'team'],
    scope: 'partners:write',
    params: idParams,
    query: recurringQuery,
    refusals: ['invitation_not_pending', ...recurringRefusals],
  }),
  changeRole: route('PUT', '/partners/:id/role', {
    summary:
      'Change somebody’s role, for the caller’s password or second factor; not one’s own, and never the last administrator’s',
    who: 'admin',
    right: 'team',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.extend(roleForm, proof),
    returns: person,
    refusals: ['own_role', 'last_administrator', ...proofRefusals],
  }),
  endSessions: route('DELETE', '/partners/:id/sessions', {
    summary: 'End every session of somebody; they are told by mail and can sign in again. One’s own end under the account menu',
    description:
      'Passkeys go on opening the account, unless they are removed with it. Then the bank details of the account cannot be ' +
      'changed for 24 hours.',
    who: 'admin',
    right: ['partners', 'team'],
    params: idParams,
    query: z.strictObject({ removePasskeys: z.optional(z.literal('true')) }),
    /** `count`: how many sessions there were. `passkeys`: how many still open the account. */
    returns: z.object({ count, passkeys: count }),
    refusals: ['partner_not_active'],
  }),
  resetSecondFactor: route('POST', '/partners/:id/second-factor/reset', {
    summary: 'Switch off the second factor that somebody has lost, for a reason; never one’s own',
    description:
      'Their sessions end, they are told by mail, and their bank details cannot be changed for 24 hours. Of staff, who has the ' +
      'right to the team resets it.',
    who: 'admin',
    right: ['partners', 'team'],
    params: idParams,
    body: secondFactorResetForm,
    returns: person,
    refusals: ['two_factor_off', 'partner_not_active'],
  }),
  validatePartnerContract: route('POST', '/partners/:id/contract/validate', {
    summary: 'Validate the partner’s newest main contract: it is marked as signed, without an electronic signature',
    who: 'admin',
    right: 'contracts',
    params: idParams,
    returns: person,
    refusals: ['contract_missing', 'contract_not_pending', 'partner_not_active'],
  }),
  revokePartnerContract: route('POST', '/partners/:id/contract/revoke', {
    summary: 'Set the partner’s newest main contract back to pending, for a reason that both sides are told',
    who: 'admin',
    right: 'contracts',
    params: idParams,
    body: revokeForm,
    returns: person,
    refusals: ['contract_missing', 'contract_already_pending', 'partner_not_active'],
  }),
  deletePartner: route('DELETE', '/partners/:id', {
    summary:
      'Remove a partner’s access; leads, commissions and signed contracts stay. With leads whose clients’ payments go ' +
      'on bringing commissions, `recurring` says whether that goes on (`keep`) or ends today (`end`, with the right to money)',
    who: 'admin',
    right: 'partners',
    params: idParams,
    query: recurringQuery,
    refusals: ['administrator_not_deletable', ...recurringRefusals],
  }),
  partnersCsv: route('GET', '/partners.csv', {
    summary: 'Everybody with access or an invitation as CSV, with the filters of the list',
    who: 'admin',
    scope: 'partners:read',
    transaction: 'own',
    ownership: 'staff',
    query: filterOf(personList),
    answer: 'csv',
    heavy: true,
  }),
}
