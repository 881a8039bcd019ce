import { isUnanswered, type RegistrationState } from '#leads/leads/domain/registration-states.ts'
import { isInForce } from './registrations.ts'

/** A registration among those of one company (the same normalized name, or the same e-mail address). */
export interface Claim {
  readonly leadId: string
  readonly state: RegistrationState
  /** Order of submission. */
  readonly seq: number
  readonly decidedAt: Date | null
  /** Whether the lead is in Perdu: a lost lead holds no company. */
  readonly lost: boolean
}

/**
 * The claims that count, the first one first: those in force by the time of their acceptance, then those that wait by their
 * order of submission. Refused, merged, expired and lost ones do not count.
 */
export function inOrderOfPriority<C extends Claim>(claims: readonly C[]): C[] {
  const counting = claims.filter(({ state, lost }) => !lost && (isInForce(state) || isUnanswered(state)))
  return counting.toSorted((a, b) => rank(a) - rank(b) || acceptedAt(a) - acceptedAt(b) || a.seq - b.seq)
}

/** Which of these leads the rule is for; null if none counts. */
export function firstByRule<C extends Claim>(claims: readonly C[]): C | null {
  return inOrderOfPriority(claims)[0] ?? null
}

/** Shortest written reason. */
const minReasonLength = 5

/** Whether a decision for this lead may stand with this reason: the one that the rule prescribes needs none. */
export function isReasonEnough(claims: readonly Claim[], winnerId: string, reason: string): boolean {
  return reason.trim().length >= minReasonLength || (reason.trim() === '' && firstByRule(claims)?.leadId === winnerId)
}

const rank = ({ state }: Claim) => (isInForce(state) ? 0 : 1)
const acceptedAt = ({ state, decidedAt }: Claim) => (isInForce(state) ? (decidedAt?.getTime() ?? 0) : 0)
