import type { PartnerRole } from '#access/domain/actor.ts'
import type { ApiScope } from '#access/domain/api-scopes.ts'
import type { StaffRole } from '#access/domain/staff-rights.ts'

/** A session, or an API key, as the database knows it now. */
export interface SessionRow {
  readonly session_id: string
  readonly user_id: string
  readonly role: 'partner' | 'admin'
  /** Null for partners; absent for API keys. */
  readonly staff_role?: StaffRole | null
  /** The member of staff who views the portal as this partner; null outside such a view, absent for API keys. */
  readonly viewer_id?: string | null
  /** The company that the person belongs to; null for staff who belong to none, absent for API keys. */
  readonly partner_id?: string | null
  readonly partner_role?: PartnerRole | null
  readonly sees_amounts?: boolean | null
  /** Whether others share leads with the partner; absent for API keys. */
  readonly shares_leads?: boolean | null
  readonly contract_signed: boolean
  readonly two_factor: boolean
  /** The language that the person reads the portal in; absent for API keys. */
  readonly language?: string
  /** When it was last prolonged; of a key, when its use was last noted, or the epoch. */
  readonly updated_at: Date
  /** Expiry unless extended, and the final limit. */
  readonly ends_at: Date
  /** The scopes of an API key, which never change; absent for sessions. */
  readonly scopes?: readonly ApiScope[]
}

/** A session under which a transaction runs. The database confirms it with the first statements. */
export interface SessionProof {
  readonly tokenHash: string
  readonly now: Date
  /** Longest life of a session; null for an API key. */
  readonly days: number | null
  /** The session as it was last read. */
  readonly session: SessionRow
}
