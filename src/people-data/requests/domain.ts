import { addMonths } from '#money/rules/domain/calendar.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/** What somebody asks about their data (GDPR, art. 15, 16, 17 and 21). */
export const wishes = ['read', 'correct', 'forget', 'object'] as const
export type Wish = (typeof wishes)[number]

/** How a request came in. */
export const requestChannels = ['page', 'email', 'letter', 'call'] as const
export type RequestChannel = (typeof requestChannels)[number]
/** Those that staff enter. */
export const enteredChannels = ['email', 'letter', 'call'] as const satisfies readonly RequestChannel[]

/** What was made of a request: all that was asked, a part of it, nothing for a reason, or there was nothing about the person. */
export const requestOutcomes = ['done', 'partly', 'refused', 'nothing'] as const
export type RequestOutcome = (typeof requestOutcomes)[number]

export const wishLabels: Readonly<Record<Wish, string>> = texts({
  read: m.wishRead,
  correct: m.wishCorrect,
  forget: m.wishForget,
  object: m.wishObject,
})
export const channelLabels: Readonly<Record<RequestChannel, string>> = texts({
  page: m.channelPage,
  email: m.email,
  letter: m.channelLetter,
  call: m.channelCall,
})
export const outcomeLabels: Readonly<Record<RequestOutcome, string>> = texts({
  done: m.outcomeDone,
  partly: m.outcomePartly,
  refused: m.refused,
  nothing: m.outcomeNothing,
})

/** How long the mailed link waits to prove the mailbox. */
export const proofDays = 3
/** How long a person may fetch the archive once they were answered. */
export const archiveDays = 30

const later = (at: Date, months: number) => {
  const iso = at.toISOString()
  return new Date(addMonths(iso.slice(0, 10), months) + iso.slice(10))
}

/** An answer is due a month after a request was received (GDPR, art. 12(3)). */
export const dueAfter = (receivedAt: Date) => later(receivedAt, 1)
/** It may take two months more, if the person is told why within the first. */
export const dueExtended = (receivedAt: Date) => later(receivedAt, 3)

/** A request that comes in has been under way for a year at most: an earlier day is mistyped. */
export const earliestReceipt = (now: Date) => later(new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`), -12)

interface Clock {
  readonly receivedAt: Date
  readonly extendedAt: Date | null
  readonly answeredAt: Date | null
}

/** Why the answer may not take longer; null if it may. */
export function extensionObstacle({ receivedAt, extendedAt, answeredAt }: Clock, now: Date): string | null {
  if (answeredAt) return m.answeredAlready()
  if (extendedAt) return m.extendedAlready()
  return now > dueAfter(receivedAt) ? m.extensionTooLate() : null
}
