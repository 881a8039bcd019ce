import { refuseUnless } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'

/** Refuses `lead_restricted`: nobody changes a lead whose client is about to be erased; only what money needs goes on. */
export function checkNotRestricted({ restricted_at: at }: { readonly restricted_at: Date | null }): void {
  refuseUnless(at === null, 'lead_restricted', m.leadRestricted())
}
