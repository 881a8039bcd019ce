import { signingCode } from '#domain/signing.ts'

interface SentCode {
  readonly sentAt: string
  readonly expiresAt: string
}

/** When a code ends and when another may be asked for, in milliseconds of this device's clock. */
export interface CodeTimes {
  readonly endsAt: number
  readonly resendAt: number
}

/**
 * Clocks of phones are wrong: what counts is how long the code lives, from when its answer came. A code that was sent
 * before the page was opened has the server's times, and never more than its whole life.
 */
export function codeTimes({ sentAt, expiresAt }: SentCode, now: number, sentNow: boolean): CodeTimes {
  const [sent, expires] = [Date.parse(sentAt), Date.parse(expiresAt)]
  const start = sentNow ? now : Math.min(sent, now)
  return {
    endsAt: Math.min(start + (expires - sent), now + signingCode.minutes * 60_000),
    resendAt: start + signingCode.resendSeconds * 1000,
  }
}

/** Whole seconds until then, never negative. */
export function secondsUntil(then: number, now: number): number {
  return Math.max(0, Math.ceil((then - now) / 1000))
}

/** '9:05' */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
