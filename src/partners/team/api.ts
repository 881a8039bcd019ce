import * as z from 'zod/mini'
import { partnerRole, personParams } from '#access/api/person-shapes.ts'
import type { PartnerRole } from '#access/domain/actor.ts'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { secondFactorResetForm } from '#partners/partners/api/partners.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { count, emailAddress, id, idParams, text, time } from '#platform/api/shapes.ts'
import { appointmentActs } from './domain.ts'
import { m } from './messages/messages.ts'

/** Somebody of a partner, or invited to it. */
const teamPerson = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  role: partnerRole,
  /** Whether a member reads what their own leads bring. */
  seesAmounts: z.boolean(),
  state: z.enum(['invited', 'active']),
  /** For staff: somebody else has the address, an account or an invitation. Nobody was invited; partners are not told. */
  hasAccountElsewhere: z.boolean(),
  since: time,
  /** Whom the provider deals with. */
  isMain: z.boolean(),
  /** An owner objects to what they have become: until staff have answered, they see their own leads without amounts. */
  isSuspended: z.boolean(),
  /** That objection, for staff; `maySustain`: the caller did not make it themselves. */
  objection: z.nullable(
    z.object({
      appointmentId: id,
      act: z.enum(appointmentActs),
      by: z.string(),
      /** When the owner objected. */
      at: time,
      email: z.string(),
      maySustain: z.boolean(),
    }),
  ),
  /** `makeMain`: staff may choose them as whom they deal with; `resetSecondFactor`: it is on, and staff may switch it off. */
  can: z.object({ change: z.boolean(), end: z.boolean(), makeMain: z.boolean(), resetSecondFactor: z.boolean() }),
})

export const team = z.object({
  people: z.array(teamPerson),
  /** How many colleagues the provider allows beside the first person. */
  colleagues: count,
  /** That number where it is this partner’s alone; null where it is the programme’s. */
  ownColleagues: z.nullable(count),
  can: z.object({ invite: z.boolean() }),
})
export type Team = z.infer<typeof team>
export type TeamPerson = Team['people'][number]

export const colleagueForm = z.strictObject({
  fullName: text(1, 100, m.missingFields),
  email: z.pipe(text(1, 255, m.missingFields, m.emailInvalid), emailAddress(m.emailInvalid)),
  role: partnerRole,
  seesAmounts: z._default(z.boolean(), false),
})

export const colleagueChange = z.strictObject({ role: partnerRole, seesAmounts: z.boolean() })

export const passForm = z.strictObject({ personId: z.uuid({ error: m.missingFields }) })

/** The colleague who gets the leads that somebody who leaves follows; absent: each lead stays with them until it is passed on. */
const leadsTo = z.strictObject({ leadsTo: z.optional(z.uuid({ error: m.missingFields })) })
const colleaguesRange = { error: m.colleaguesRange }

/** How many colleagues one partner may have; null: as many as the programme says. */
export const colleaguesForm = z.strictObject({
  colleagues: z.nullable(z.int(colleaguesRange).check(z.minimum(0, colleaguesRange), z.maximum(99, colleaguesRange))),
})

/** What refuses to give somebody access to bank details. */
export const appointmentRefusals = ['role_objected', 'bank_details_wait', ...proofRefusals] as const

const changeRefusals = [
  'not_found',
  'own_role',
  'main_person_stays',
  'last_owner',
  'role_objected',
  'administrator_not_deletable',
] as const

export const teamRoutes = {
  team: route('GET', '/team', {
    summary: 'The people of the partner that the caller belongs to, and how many there may be',
    who: 'partner',
    returns: team,
  }),
  inviteColleague: route('POST', '/team/invitations', {
    summary: 'Invite a colleague by e-mail, up to the number that the provider allows; the link works once, for 7 days',
    description:
      'An owner or an accountant is invited for a proof. Whoever has an account or an invitation elsewhere is told so by mail ' +
      'and gets no link; the answer does not say so.',
    who: 'unlockedPartner',
    ability: 'team',
    transaction: 'own',
    ownership: 'account',
    body: z.extend(colleagueForm, proof),
    returns: team,
    status: 201,
    refusals: [...appointmentRefusals, 'team_full', 'email_taken', 'not_found'],
  }),
  resendToColleague: route('POST', '/team/people/:id/invitation', {
    summary: 'Send a colleague a new link to accept the invitation, for 7 days; the one before ends',
    who: 'unlockedPartner',
    ability: 'team',
    transaction: 'own',
    ownership: 'command',
    params: idParams,
    returns: team,
    refusals: [...changeRefusals, 'invitation_not_pending'],
  }),
  changeColleague: route('PUT', '/team/people/:id', {
    summary: 'Change what a colleague is, and whether a member reads the amounts of their own leads; not one’s own',
    description: 'A role of owner or accountant is given and taken for a proof.',
    who: 'unlockedPartner',
    ability: 'team',
    transaction: 'own',
    ownership: 'command',
    params: idParams,
    body: z.extend(colleagueChange, proof),
    returns: team,
    refusals: [...changeRefusals, ...appointmentRefusals],
  }),
  endColleague: route('DELETE', '/team/people/:id', {
    summary:
      'End a colleague’s access at once, or withdraw their invitation; the company keeps their leads, which `leadsTo` passes on',
    who: 'unlockedPartner',
    ability: 'team',
    transaction: 'own',
    ownership: 'command',
    params: idParams,
    query: leadsTo,
    returns: team,
    refusals: changeRefusals,
  }),
  passLead: route('POST', '/leads/:id/pass', {
    summary: 'Pass a lead to a colleague: one’s own, or any of the company as an owner or a manager',
    who: 'unlockedPartner',
    ability: 'leads',
    transaction: 'own',
    ownership: 'command',
    params: idParams,
    body: passForm,
    refusals: ['not_found', 'partner_role_missing'],
  }),
  partnerTeam: route('GET', '/partners/:id/team', {
    summary: 'The people of a partner',
    who: 'admin',
    scope: 'partners:read',
    params: idParams,
    returns: team,
    refusals: ['not_found'],
  }),
  inviteToPartner: route('POST', '/partners/:id/team/invitations', {
    summary: 'Invite somebody to a partner by e-mail, whatever number partners are allowed',
    description: 'Owners and accountants of a partner that has an owner take a proof and the right to money, too.',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.extend(colleagueForm, proof),
    returns: team,
    status: 201,
    refusals: [...appointmentRefusals, 'email_taken', 'not_found'],
  }),
  changePersonOfPartner: route('PUT', '/partners/:id/team/:personId', {
    summary: 'Change what somebody is to a partner',
    description: 'Owners and accountants of a partner that has an owner take a proof and the right to money, too.',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: personParams,
    body: z.extend(colleagueChange, proof),
    returns: team,
    refusals: [...changeRefusals, ...appointmentRefusals],
  }),
  resendToPersonOfPartner: route('POST', '/partners/:id/team/:personId/invitation', {
    summary: 'Send somebody of a partner a new link to accept the invitation, for 7 days; the one before ends',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: personParams,
    returns: team,
    refusals: [...changeRefusals, 'invitation_not_pending'],
  }),
  allowColleagues: route('PUT', '/partners/:id/colleagues', {
    summary: 'Allow a partner another number of colleagues than the programme does; null: as many as the programme says',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: colleaguesForm,
    returns: team,
    refusals: ['not_found'],
  }),
  endPersonOfPartner: route('DELETE', '/partners/:id/team/:personId', {
    summary: 'End the access of somebody of a partner at once, or withdraw their invitation; `leadsTo` passes their leads on',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: personParams,
    query: leadsTo,
    returns: team,
    refusals: changeRefusals,
  }),
  resetSecondFactorOfPerson: route('POST', '/partners/:id/team/:personId/second-factor/reset', {
    summary: 'Switch off the second factor that somebody of a partner has lost, for a reason',
    description: 'Their sessions end, they are told by mail, and bank details cannot be changed by them for 24 hours.',
    who: 'admin',
    right: 'partners',
    params: personParams,
    body: secondFactorResetForm,
    returns: team,
    refusals: ['not_found', 'two_factor_off', 'partner_not_active'],
  }),
  chooseMainPerson: route('PUT', '/partners/:id/main-person', {
    summary: 'Choose whom of a partner the provider deals with: an owner who has come in',
    description:
      'Lists, mails and new documents name that person from then on. Who was it before is an owner like the others. What was ' +
      'signed, issued or sealed keeps the name that it has.',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.strictObject({ personId: z.uuid({ error: m.missingFields }), ...proof }),
    returns: team,
    refusals: ['not_found', ...appointmentRefusals],
  }),
}

interface Part {
  readonly role: PartnerRole
  readonly seesAmounts: boolean
}

export const teamEvents = {
  /** The address of the invited person is somebody else's, who was told; staff alone read it. */
  'invitation.held': event('person'),
  'team.role_changed': event<Part, Part>('person', { changesAccessOf: 'subject' }),
  'team.person_left': event<Part>('person'),
  /** How many colleagues the partner alone may have; null: as many as the programme says. */
  'team.colleagues_allowed': event<{ readonly colleagues: number | null }, { readonly colleagues: number | null }>('person'),
  /** Whom the provider dealt with, and deals with now. */
  'team.main_person_changed': event<{ readonly personId: string }, { readonly personId: string }>('person'),
  /** Whose lead it was, and whose it is now. */
  'lead.passed': event<{ readonly personId: string }, { readonly personId: string }>('lead'),
}
