import { bare, obstacleText, that, withReason } from '#money/coming/domain/obstacle-text.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import type { ComingLine } from '../api.ts'
import { m } from '../messages/messages.ts'

interface Told {
  readonly line: ComingLine
  readonly provider: string
}

const steps: Readonly<Partial<Record<NonNullable<ComingLine['step']>, string>>> = {
  issued: m.statementToAccept(),
  accepted: m.statementToApprove(),
  approved: m.statementToSend(),
  sent: m.sentToBank(),
}

/** Why the amount has its date, or none: since when, why and until what. */
export function comingText({ line, provider }: Told): string {
  const day = line.since && shortDate(line.since)
  switch (line.state) {
    case 'payable':
      return line.source === 'clawback' ? m.clawbackTakenOff() : ''
    case 'underway':
      return (line.step && steps[line.step]) ?? ''
    case 'blocked':
      return line.obstacle ? obstacleText({ ...line, code: line.obstacle }, { provider, day: shortDate, moment: longDate }) : ''
    case 'held':
      return m.heldUntilReleased({
        text: withReason(day ? m.heldSince({ day }) : m.held(), line.reason),
        provider: that(provider),
      })
    case 'contested': {
      const text = day ? m.contestedSince({ day }) : m.contested()
      return line.reason ? m.alsoHeld({ text, reason: bare(line.reason) }) : text
    }
    case 'client':
      return m.waitsForClient()
    case 'validation':
      return m.toValidate({ provider })
  }
}

/** 'Le 12/12/2026', 'Attendu depuis le 12/11/2026', 'Sans date' */
export function comingWhen({ payableBy }: ComingLine, now: Date): { readonly text: string; readonly late: boolean } {
  if (!payableBy) return { text: m.noDate(), late: false }
  const late = new Date(payableBy) <= now
  const day = shortDate(payableBy)
  return { text: late ? m.expectedSince({ day }) : m.before({ day }), late }
}

/** '12 autres, 45 000 €' */
export const restText = ({ count, amountCents }: { count: number; amountCents: number }) =>
  m.rest({ count, amount: formatEuros(amountCents) })
