import { type ByOperator, event } from '#platform/api/events.ts'
import type { SessionMethod } from '#platform/domain/session-methods.ts'
import type { ResetReason } from '../domain/second-factor.ts'

const fromAddress = event<null, { readonly address: string }>('person')
type Profile = { readonly fullName: string; readonly company: string }

/** What events of accounts tell: who may sign in, and how. */
export const accountEvents = {
  'administrator.created': event('person'),
  'invitation.accepted': event<null, { readonly fullName: string }>('person'),
  'profile.changed': event<Profile, Profile>('person'),
  /** `method` is absent in events from before it was told. */
  'session.started': event<null, { readonly address: string; readonly method?: SessionMethod | null }>('person'),
  'session.ended': event<null, { readonly sessionId: string }>('person'),
  'sign_in.refused': event<null, { readonly reason: string; readonly address: string; readonly count: number }>('person'),
  /** `passkeys`: how many were removed with them. */
  'sessions.ended': event<null, { readonly count: number; readonly passkeys?: number }>('person'),
  'password.changed': event<null, { readonly address: string; readonly way?: 'reset' }>('person'),
  /** `mailed`: false where the operator hands the link over. */
  'password.reset_requested': event<null, ByOperator & { readonly resetId: string; readonly mailed?: boolean }>('person', {
    isUrgent: true,
  }),
  'sign_in_link.requested': event<null, { readonly linkId: string }>('person', { isUrgent: true }),
  'sign_in.unlocked': event<null, ByOperator & { readonly count: number }>('person'),
  'two_factor.enabled': fromAddress,
  'two_factor.disabled': fromAddress,
  'two_factor.reset': event<null, ByOperator & ResetReason>('person'),
  'recovery_codes.renewed': fromAddress,
  /** `made`: whether the account of the portal was made for it. */
  'provider_account.linked': event<null, { readonly address: string; readonly provider: string; readonly made: boolean }>(
    'person',
  ),
  'passkey.added': event<null, { readonly address: string; readonly name: string }>('person'),
  'passkey.removed': event<null, { readonly address: string; readonly name: string }>('person'),
}
