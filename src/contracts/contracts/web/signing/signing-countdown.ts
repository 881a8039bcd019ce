import { signingCode } from '../../domain/signing.ts'

interface SentCode {
  readonly sentAt: string
  readonly expiresAt: string
}

/** Expiry of a code and earliest resend, in milliseconds of the device's clock. */
export interface CodeTimes {
  readonly endsAt: number
  readonly resendAt: number
}

/**
 * Device clocks may be wrong, so the countdown uses the code's lifetime from when the response arrived. For codes sent before
 * the page was opened it uses the server's times, capped by the lifetime.
 */
export function codeTimes({ sentAt, expiresAt }: SentCode, now: number, sentNow: boolean): CodeTimes {
  const [sentMs, expires] = [Date.parse(sentAt), Date.parse(expiresAt)]
  const start = sentNow ? now : Math.min(sentMs, now)
  return {
    endsAt: Math.min(start + (expires - sentMs), now + signingCode.minutes * 60_000),
    resendAt: start + signingCode.resendSeconds * 1000,
  }
}

/** Remaining whole seconds, at least 0. */
export function secondsUntil(then: number, now: number): number {
  return Math.max(0, Math.ceil((then - now) / 1000))
}

/** '9:05' */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
