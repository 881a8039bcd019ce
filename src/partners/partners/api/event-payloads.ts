import type { ByOperator, ExternalIdPayload, Payload } from '#platform/api/event-payload.ts'
import type { PartnerRole, Role } from '#platform/domain/actor.ts'
import type { StaffRole } from '#platform/domain/staff-rights.ts'

/** A role as given; events recorded before there were roles of staff have no `staffRole`. */
interface GivenRole {
  readonly role: Role
  readonly staffRole?: StaffRole | null
}

export interface PartnerEventPayloads {
  /** `partnerRole`: they were invited to a partner that there is. */
  'person.invited': Payload<null, GivenRole & { readonly invitationId: string; readonly partnerRole?: PartnerRole }>
  'invitation.resent': Payload<null, { readonly invitationId: string }>
  'invitation.withdrawn': Payload
  'role.changed': Payload<GivenRole, GivenRole & ByOperator>
  'profile.external_id_changed': ExternalIdPayload
  'partner.deleted': Payload
}
