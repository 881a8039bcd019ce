import { formatEuros } from '#platform/domain/money.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import type { ComingLine } from '../api.ts'
import type { ObstacleCode } from '../domain/obstacles.ts'
import { m } from '../messages/messages.ts'

/** Without the full stop that staff may have typed: the sentence goes on. */
const bare = (reason: string) => reason.replace(/[.\s]+$/, '')
const withReason = (text: string, reason: string) => (reason ? m.withDetail({ text, detail: bare(reason) }) : text)

/** 'que Durand', 'qu’Atelier Loire' in French. */
const that = (name: string) => (/^[aeiouyàâäéèêëîïôöùûü]/i.test(name) ? m.thatElided({ name }) : m.that({ name }))

interface Told {
  readonly line: ComingLine
  readonly provider: string
}

const obstacles: Readonly<Record<ObstacleCode, (told: Told) => string>> = {
  negative: () => m.overdrawn(),
  vigilance: ({ line }) => bare(line.reason),
  bank_missing: () => m.waitsForBankDetails(),
  bank_checksum: () => m.waitsForCheckedIban(),
  bank_refused: () => m.accountRefused(),
  bank_unreadable: () => m.ibanUnreadable(),
  bank_recent: ({ line }) => (line.until ? m.ibanRecentUntil({ day: longDate(line.until) }) : m.ibanRecent()),
  mandate_missing: () => m.waitsForMandate(),
  provider_identity: ({ provider }) => m.providerIdentity({ provider: that(provider) }),
  invoice_impossible: ({ line }) => withReason(m.waitsForBilling(), line.reason),
  document_day_past: () => m.documentDayPast(),
  below_minimum: () => m.belowMinimum(),
  returned: ({ line }) => {
    const text = line.since ? m.returnedOn({ day: shortDate(line.since) }) : m.returned()
    return m.paidAgainOnceSettled({ text: withReason(text, line.reason) })
  },
  invoice_missing: () => m.waitsForInvoice(),
  invoice_refused: () => m.waitsForNewInvoice(),
  clawback_waits: () => m.clawbackWaits(),
  invoice_submitted: ({ provider }) => m.invoiceToCheck({ provider: that(provider) }),
}

const steps: Readonly<Partial<Record<NonNullable<ComingLine['step']>, string>>> = {
  issued: m.statementToAccept(),
  accepted: m.statementToApprove(),
  approved: m.statementToSend(),
  sent: m.sentToBank(),
}

/** Why the amount has its date, or none: since when, why and until what. */
export function comingText(told: Told): string {
  const { line, provider } = told
  const day = line.since && shortDate(line.since)
  switch (line.state) {
    case 'payable':
      return line.source === 'clawback' ? m.clawbackTakenOff() : ''
    case 'underway':
      return (line.step && steps[line.step]) ?? ''
    case 'blocked':
      return line.obstacle ? obstacles[line.obstacle](told) : ''
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
