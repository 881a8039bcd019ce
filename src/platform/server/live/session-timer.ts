import type { Clock } from '#platform/server/clock.ts'

/** Node's timers are limited to 24.8 days, and the clock may be set: check at least once an hour. */
const maxMs = 3_600_000

export interface SessionTimer {
  /** Schedules the check for this time, instead of the time set before. */
  set(endsAt: Date): void
  stop(): void
}

/** Calls `check` when a session expires: expiry writes no row, so nothing announces it. */
export function sessionTimer(clock: Clock, check: () => void): SessionTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    set(endsAt) {
      clearTimeout(timer)
      const remainingMs = endsAt.getTime() - clock.now().getTime()
      timer = setTimeout(check, Math.min(Math.max(remainingMs, 1), maxMs))
      timer.unref()
    },
    stop: () => clearTimeout(timer),
  }
}
