import { pagePaths } from '#access/domain/page-paths.ts'
import type { Cents } from '#platform/domain/money.ts'

/** What a partner is waited for. Of tasks with as much money and time, those named first come first. */
export const taskKinds = [
  'contract',
  'bank_missing',
  'bank_checksum',
  'bank_refused',
  'bank_unreadable',
  'bank_returned',
  'mandate',
  'billing',
  'document_requested',
  'document_refused',
  'document_expired',
  'document_ending',
  'invoice_missing',
  'invoice_refused',
  'statement',
  'dispute',
  'amendment',
  'message',
  'protection',
  'registration',
  'bank_name',
  'billing_missing',
  'announcement',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** Something that waits for the partner. */
export interface WaitingAct {
  readonly kind: TaskKind
  /** Its record; null where the partner has one of the kind. */
  readonly id: string | null
  /** What it is about: a title, a client, a number; may be empty. */
  readonly subject: string
  readonly reason: string
  readonly since: Date | null
  /** When it is too late, or done without the partner. */
  readonly due: Date | null
  /** The amounts that wait for it, by their ids. */
  readonly money: readonly string[]
}

export interface PartnerTask extends Omit<WaitingAct, 'money'> {
  /** What hangs on it and on no task before it in the list: summed up, no cent counts twice. */
  readonly dependsCents: Cents
  /** What hangs on it too, and on a task before it. */
  readonly sharedCents: Cents
  readonly where: string
}

/** The page, with its parameters, on which a task is done. */
export function taskAddress({ kind, id }: Pick<WaitingAct, 'kind' | 'id'>): string {
  switch (kind) {
    case 'contract':
    case 'amendment':
    case 'mandate':
      return `${pagePaths.contract}?sign=${id}`
    case 'bank_missing':
    case 'bank_checksum':
    case 'bank_refused':
    case 'bank_unreadable':
    case 'bank_returned':
    case 'bank_name':
      return pagePaths.paymentInfo
    case 'billing':
    case 'billing_missing':
      return pagePaths.billing
    case 'document_requested':
    case 'document_refused':
    case 'document_expired':
    case 'document_ending':
      return pagePaths.documents
    case 'invoice_missing':
    case 'invoice_refused':
    case 'statement':
      return `${pagePaths.payouts}?payout=${id}`
    case 'dispute':
      return `${pagePaths.disputes}?state=answered`
    case 'message':
      return `${pagePaths.leads}?lead=${id}&tab=messages`
    case 'protection':
    case 'registration':
      return `${pagePaths.leads}?lead=${id}`
    case 'announcement':
      return `${pagePaths.home}?account=announcements`
  }
}

/**
 * The tasks in their order: what is late, then what most money hangs on, then what ends first. An amount that several tasks
 * stand in the way of is counted with the first of them.
 */
export function partnerTasks(acts: readonly WaitingAct[], amounts: ReadonlyMap<string, Cents>, now: Date): PartnerTask[] {
  const sum = (ids: readonly string[]) => ids.reduce((total, id) => total + (amounts.get(id) ?? 0), 0)
  const isLate = ({ due }: WaitingAct) => due !== null && due <= now
  const sorted = acts.toSorted(
    (one, other) =>
      Number(isLate(other)) - Number(isLate(one)) ||
      sum(other.money) - sum(one.money) ||
      (one.due?.getTime() ?? Infinity) - (other.due?.getTime() ?? Infinity) ||
      taskKinds.indexOf(one.kind) - taskKinds.indexOf(other.kind) ||
      (one.since?.getTime() ?? 0) - (other.since?.getTime() ?? 0),
  )
  const counted = new Set<string>()
  return sorted.map(({ money, ...act }) => {
    const own = money.filter((id) => !counted.has(id))
    const dependsCents = sum(own)
    for (const id of own) counted.add(id)
    return { ...act, dependsCents, sharedCents: sum(money) - dependsCents, where: taskAddress(act) }
  })
}
