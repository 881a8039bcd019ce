import { isInForce, isUnanswered, type RegistrationState } from './registrations.ts'

/** The rule, as receipts and docs/leads.md have it. */
export const priorityRule = {
  fr:
    'Le premier enregistrement accepté d’une société prévaut tant qu’il est protégé. Entre des enregistrements qui attendent ' +
    'une réponse, le premier envoyé prévaut, dans l’ordre de leur arrivée. Une autre décision demande un motif écrit, ' +
    'que les partenaires concernés peuvent lire.',
  en:
    'The first accepted registration of a company holds while it is protected. Among registrations that wait for an answer ' +
    'the one submitted first holds, in the order in which they were recorded. Any other decision needs a written reason, ' +
    'which the partners concerned can read.',
} as const

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
const shortestReason = 5

/** Whether a decision for this lead may stand with this reason: the one that the rule prescribes needs none. */
export function isReasonEnough(claims: readonly Claim[], winnerId: string, reason: string): boolean {
  return reason.trim().length >= shortestReason || (reason.trim() === '' && firstByRule(claims)?.leadId === winnerId)
}

const rank = ({ state }: Claim) => (isInForce(state) ? 0 : 1)
const acceptedAt = ({ state, decidedAt }: Claim) => (isInForce(state) ? (decidedAt?.getTime() ?? 0) : 0)
