import type { PartnerRole, Role } from '#access/domain/actor.ts'
import type { StaffRole } from '#access/domain/staff-rights.ts'
import { type ByOperator, type ExternalId, event } from '#platform/api/events.ts'

/** A role as given; events recorded before there were roles of staff have no `staffRole`. */
interface GivenRole {
  readonly role: Role
  readonly staffRole?: StaffRole | null
}

export const partnerEvents = {
  /** `partnerRole`: they were invited to a partner that there is. */
  'person.invited': event<null, GivenRole & { readonly invitationId: string; readonly partnerRole?: PartnerRole }>('person'),
  /** They came from a file, and wait to be invited. */
  'person.added': event<null, GivenRole & { readonly partnerRole?: PartnerRole }>('person'),
  'invitation.resent': event<null, { readonly invitationId: string }>('person'),
  /** Somebody of the staff read the link, to hand it over. */
  'invitation.link_read': event<null, { readonly invitationId: string }>('person'),
  'invitation.withdrawn': event('person'),
  'role.changed': event<GivenRole, GivenRole & ByOperator>('person', { changesAccessOf: 'subject' }),
  'profile.external_id_changed': event<ExternalId, ExternalId>('person'),
  'partner.deleted': event('person'),
}
