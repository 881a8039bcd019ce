import { reasonText, ruleMadeText } from '#money/rules/domain/reason-text.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'
import type { StatementLine } from './statements.ts'

const texts = { validated: m.lineValidated, manual: m.lineAdded, clawback: m.lineClawedBack } as const

/** Why a line is there, in the reader's words; those of an older statement as they were kept. */
export function lineDetail(line: Omit<StatementLine, 'client'>): string {
  const { origin, detail, paid } = line
  if (!origin) return detail
  const { kind, on, reason } = origin
  const told = texts[kind]({ day: on && dayText(on), reason })
  return madeBy(
    line,
    paid ? m.linePaid({ detail: told, reference: paid.reference, amount: formatEurosExact(paid.netCents) }) : told,
  )
}

/** The same with the rule that made the line, and its arithmetic where the columns do not say it. */
function madeBy({ rule, reason, revenueCents, amountCents }: Omit<StatementLine, 'client'>, detail: string): string {
  if (!rule) return detail
  const made = { detail: `${detail}.`, rule: ruleMadeText(rule) }
  if (!reason) return m.lineMade(made)
  return m.lineMadeBy({ ...made, arithmetic: reasonText(reason, { revenueCents: revenueCents ?? 0, amountCents }) })
}
