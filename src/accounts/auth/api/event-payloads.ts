import type { Role } from '#platform/domain/actor.ts'
import type { StaffRole } from '#platform/domain/staff-rights.ts'
import type { Payload } from '#platform/api/event-payload.ts'

/** `by`: who it was, where it was nobody of the portal. Every event of an operator's command says so. */
export interface ByOperator {
  readonly by?: 'operator'
}

type FromAddress = Payload<null, { readonly address: string }>

/** A role as given; events recorded before there were roles of staff have no `staffRole`. */
interface GivenRole {
  readonly role: Role
  readonly staffRole?: StaffRole | null
}

/** What events of accounts tell: who may sign in, in which role, and how; and whether anybody may. */
export interface AccountEventPayloads {
  'setup.changed': Payload<
    null,
    ByOperator & { readonly what: 'mail_tested' | 'tiers_seen' | 'dismissed'; readonly error: string | null }
  >
  'maintenance.started': Payload<null, ByOperator & { readonly message: string }>
  'maintenance.ended': Payload<null, ByOperator & { readonly since: string }>
  'role.changed': Payload<GivenRole, GivenRole & ByOperator>
  'invitation.resent': Payload<null, { readonly invitationId: string }>
  'person.invited': Payload<null, GivenRole & { readonly invitationId: string }>
  'session.started': FromAddress
  'session.ended': Payload<null, { readonly sessionId: string }>
  'sign_in.refused': Payload<null, { readonly reason: string; readonly address: string; readonly count: number }>
  'sessions.ended': Payload<null, { readonly count: number }>
  'password.changed': Payload<null, { readonly address: string; readonly way?: 'reset' }>
  /** `mailed`: false where the operator hands the link over. */
  'password.reset_requested': Payload<null, ByOperator & { readonly resetId: string; readonly mailed?: boolean }>
  'sign_in.unlocked': Payload<null, ByOperator & { readonly count: number }>
  'two_factor.enabled': FromAddress
  'two_factor.disabled': FromAddress
  'two_factor.reset': Payload<null, ByOperator & { readonly reason: string }>
  'recovery_codes.renewed': FromAddress
}
