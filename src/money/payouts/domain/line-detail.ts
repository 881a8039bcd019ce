import { frenchDate } from '#money/invoices/domain/invoice-wording.ts'
import { m } from '../messages/messages.ts'
import type { StatementLine } from './statements.ts'

const texts = { validated: m.lineValidated, manual: m.lineAdded, clawback: m.lineClawedBack } as const

/** Why a line is there, in the reader's words; those of an older statement as they were kept. */
export function lineDetail({ origin, detail }: Pick<StatementLine, 'origin' | 'detail'>): string {
  if (!origin) return detail
  const { kind, on, reason } = origin
  return texts[kind]({ day: on && frenchDate(on), reason })
}
