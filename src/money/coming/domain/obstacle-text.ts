import { m } from '../messages/messages.ts'
import type { ObstacleCode } from './obstacles.ts'

/** Without the full stop that staff may have typed: the sentence goes on. */
export const bare = (reason: string) => reason.replace(/[.\s]+$/, '')
export const withReason = (text: string, reason: string) => (reason ? m.withDetail({ text, detail: bare(reason) }) : text)

/** 'que Durand', 'qu’Atelier Loire' in French. */
export const that = (name: string) => (/^[aeiouyàâäéèêëîïôöùûü]/i.test(name) ? m.thatElided({ name }) : m.that({ name }))

/** What stands in the way; times as the caller has them. */
interface ToldObstacle<Time> {
  readonly code: ObstacleCode
  readonly reason: string
  readonly until: Time | null
  /** When a transfer came back. */
  readonly since?: Time | null
}

/** The provider's name, and how the reader's page or mail writes times. */
interface Words<Time> {
  readonly provider: string
  readonly day: (at: Time) => string
  readonly moment: (at: Time) => string
}

/** Why money has no day, or a later one, as its partner reads it; a sentence without its full stop. */
export function obstacleText<Time>({ code, reason, until, since }: ToldObstacle<Time>, words: Words<Time>): string {
  switch (code) {
    case 'negative':
      return m.overdrawn()
    case 'vigilance':
      return bare(reason)
    case 'bank_missing':
      return m.waitsForBankDetails()
    case 'bank_checksum':
      return m.waitsForCheckedIban()
    case 'bank_refused':
      return m.accountRefused()
    case 'bank_unreadable':
      return m.ibanUnreadable()
    case 'bank_recent':
      return until ? m.ibanRecentUntil({ day: words.moment(until) }) : m.ibanRecent()
    case 'mandate_missing':
      return m.waitsForMandate()
    case 'provider_identity':
      return m.providerIdentity({ provider: that(words.provider) })
    case 'invoice_impossible':
      return withReason(m.waitsForBilling(), reason)
    case 'document_day_past':
      return m.documentDayPast()
    case 'below_minimum':
      return m.belowMinimum()
    case 'returned': {
      const text = since ? m.returnedOn({ day: words.day(since) }) : m.returned()
      return m.paidAgainOnceSettled({ text: withReason(text, reason) })
    }
    case 'invoice_missing':
      return m.waitsForInvoice()
    case 'invoice_refused':
      return m.waitsForNewInvoice()
    case 'clawback_waits':
      return m.clawbackWaits()
    case 'invoice_submitted':
      return m.invoiceToCheck({ provider: that(words.provider) })
  }
}
