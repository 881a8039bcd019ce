import type { Actor } from '#access/domain/actor.ts'
import { hasRight } from '#access/domain/staff-rights.ts'
import { refuseUnless } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'

export interface Restrictable {
  readonly restricted_at: Date | null
}

/**
 * Whether a lead is read one by one. That of a client who is about to be erased is hidden from staff, but from those who plan it
 * and those who pay what hangs on it; programs have no use for it, and partners find none by the policies.
 */
export function isShown({ restricted_at: at }: Restrictable, { actor, sessionId }: ByWhom): boolean {
  if (at === null || actor.kind !== 'admin') return true
  return sessionId !== null && hasRight(actor.rights, ['people', 'money'])
}

interface ByWhom {
  readonly actor: Actor
  readonly sessionId: string | null
}

/** Refuses `lead_restricted`: nobody changes a lead whose client is about to be erased; only what money needs goes on. */
export function checkNotRestricted({ restricted_at: at }: Restrictable): void {
  refuseUnless(at === null, 'lead_restricted', m.leadRestricted())
}
