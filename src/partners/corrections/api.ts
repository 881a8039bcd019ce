import * as z from 'zod/mini'
import { linkToken } from '#accounts/auth/api/passwords.ts'
import { proof } from '#accounts/auth/api/proof.ts'
import { recurringSums } from '#money/rules/api/rules.ts'
import { person } from '#partners/partners/api/partners.ts'
import { appointmentRefusals } from '#partners/team/api.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { centsSum, count, emailAddress, idParams, text } from '#platform/api/shapes.ts'
import { m } from './messages/messages.ts'

/** What staff correct of a partner. */
export const contactForm = z.strictObject({
  fullName: text(1, 100, m.nameMissing),
  company: text(0, 200, ''),
  email: emailAddress(m.emailInvalid),
  /** Values that the caller saw: refused with `changed_meanwhile` if one of them is another by now. */
  expected: z.optional(z.partial(z.strictObject({ fullName: z.string(), company: z.string(), email: z.string() }))),
})

/** What a deletion leaves, and what it takes away. */
const deletionEffects = z.object({
  stays: z.object({ leads: count, commissions: count, contracts: count, payouts: count }),
  /** The unpaid amounts of validated and of pending commissions. */
  owed: z.object({ validatedCents: centsSum, pendingCents: centsSum }),
  goes: z.object({ sessions: count, invitations: count, unsignedContracts: count, notes: count }),
  /** What goes on unless it is ended with the deletion. */
  recurring: recurringSums,
})
export type DeletionEffects = z.infer<typeof deletionEffects>

const tokenForm = z.strictObject({ token: linkToken })

export const partnerCorrectionRoutes = {
  correctPartner: route('PUT', '/partners/:id/contact', {
    summary: 'Correct a partner’s name, company and address',
    description:
      'Name and company change at once. A new address counts once the link that is sent to it was used, within 7 days; until ' +
      'then the partner signs in with the old one, which is told. An invitation that was not accepted is sent to the new ' +
      'address instead. Once an owner has come in, another address takes a proof and the right to money, too.',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.extend(contactForm, proof),
    returns: person,
    refusals: ['changed_meanwhile', 'email_taken', 'partner_not_active', ...appointmentRefusals],
  }),
  withdrawEmailChange: route('DELETE', '/partners/:id/email-change', {
    summary: 'Withdraw a new address that was not confirmed: its link stops working',
    who: 'admin',
    right: 'partners',
    params: idParams,
  }),
  deletionEffects: route('GET', '/partners/:id/deletion', {
    summary: 'What deleting a partner would leave and take away',
    who: 'admin',
    right: 'partners',
    params: idParams,
    returns: deletionEffects,
  }),
  openEmailChange: route('POST', '/email-changes/open', {
    summary: 'Whose new address a link confirms',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: tokenForm,
    returns: z.object({ fullName: z.string(), newEmail: z.string() }),
    refusals: ['link_invalid'],
  }),
  confirmEmailChange: route('POST', '/email-changes/confirm', {
    summary: 'Confirm a new address with the link that was sent to it; sessions stay',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: tokenForm,
    returns: z.object({ email: z.string() }),
    refusals: ['email_taken', 'link_invalid'],
  }),
}

export const correctionEvents = {
  /** Confirmed by the new address; of an invited partner corrected at once. */
  'profile.email_changed': event<{ readonly email: string }, { readonly email: string }>('person'),
  'email_change.requested': event<null, { readonly changeId: string }>('person'),
  'email_change.withdrawn': event('person'),
}
