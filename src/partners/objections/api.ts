import * as z from 'zod/mini'
import { partnerRole } from '#access/api/person-shapes.ts'
import { linkToken } from '#accounts/auth/api/passwords.ts'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { team } from '#partners/team/api.ts'
import { type AppointmentAct, appointmentActs } from '#partners/team/domain.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { id, time } from '#platform/api/shapes.ts'

/** What an owner is told of, and may object to. */
const appointment = z.object({
  act: z.enum(appointmentActs),
  /** Who did it. */
  by: z.string(),
  at: time,
  fullName: z.string(),
  email: z.string(),
  role: partnerRole,
  company: z.string(),
  hasObjection: z.boolean(),
})
export type Appointment = z.infer<typeof appointment>

const tokenForm = z.strictObject({ token: linkToken })

export const objectionRoutes = {
  openObjection: route('POST', '/objections/open', {
    summary: 'What the link in a mail to an owner objects to',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: tokenForm,
    returns: appointment,
    refusals: ['link_invalid'],
  }),
  object: route('POST', '/objections', {
    summary: 'Object to an owner or an accountant of one’s company, with the link that its owners got',
    description:
      'What they have become waits until staff have answered: meanwhile they see their own leads without amounts. A new ' +
      'address that waits for its confirmation is not confirmed meanwhile. The link works for 30 days.',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: tokenForm,
    returns: appointment,
    refusals: ['link_invalid'],
  }),
  answerObjection: route('POST', '/partners/:id/objections/:appointmentId/answer', {
    summary: 'Answer an owner’s objection: what somebody has become stays, or is taken back',
    description:
      'Takes the right to money, too, and a proof. Whoever gave the role may take it back, and only somebody else lets it stay.',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: z.strictObject({ id, appointmentId: id }),
    body: z.strictObject({ stays: z.boolean(), ...proof }),
    returns: team,
    refusals: ['not_found', 'own_appointment', 'email_taken', 'last_owner', ...proofRefusals],
  }),
}

export const objectionEvents = {
  /** The owners of before are told. */
  'appointment.made': event<null, { readonly appointmentId: string; readonly act: AppointmentAct }>('person'),
  'appointment.objected': event<null, { readonly appointmentId: string }>('person'),
  'appointment.answered': event<null, { readonly appointmentId: string; readonly stays: boolean }>('person'),
}
