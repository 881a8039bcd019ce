import type { ByOperator, Payload } from '#platform/api/event-payload.ts'
import type { SessionMethod } from '#platform/domain/session-methods.ts'
import type { ResetReason } from '../domain/second-factor.ts'

type FromAddress = Payload<null, { readonly address: string }>
type Profile = { readonly fullName: string; readonly company: string }

/** What events of accounts tell: who may sign in, and how. */
export interface AccountEventPayloads {
  'administrator.created': Payload
  'invitation.accepted': Payload<null, { readonly fullName: string }>
  'profile.changed': Payload<Profile, Profile>
  /** `method` is absent in events from before it was told. */
  'session.started': Payload<null, { readonly address: string; readonly method?: SessionMethod | null }>
  'session.ended': Payload<null, { readonly sessionId: string }>
  'sign_in.refused': Payload<null, { readonly reason: string; readonly address: string; readonly count: number }>
  /** `passkeys`: how many were removed with them. */
  'sessions.ended': Payload<null, { readonly count: number; readonly passkeys?: number }>
  'password.changed': Payload<null, { readonly address: string; readonly way?: 'reset' }>
  /** `mailed`: false where the operator hands the link over. */
  'password.reset_requested': Payload<null, ByOperator & { readonly resetId: string; readonly mailed?: boolean }>
  'sign_in_link.requested': Payload<null, { readonly linkId: string }>
  'sign_in.unlocked': Payload<null, ByOperator & { readonly count: number }>
  'two_factor.enabled': FromAddress
  'two_factor.disabled': FromAddress
  'two_factor.reset': Payload<null, ByOperator & ResetReason>
  'recovery_codes.renewed': FromAddress
  /** `made`: whether the account of the portal was made for it. */
  'provider_account.linked': Payload<null, { readonly address: string; readonly provider: string; readonly made: boolean }>
  'passkey.added': Payload<null, { readonly address: string; readonly name: string }>
  'passkey.removed': Payload<null, { readonly address: string; readonly name: string }>
}
