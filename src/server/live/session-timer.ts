import type { Clock } from '../clock.ts'

/** Timers hold 24.8 days at most, and a clock may be set: looking once an hour is right in any case. */
const maxMs = 3_600_000

export interface SessionTimer {
  /** Looks again when this time has come, in place of the time set before. */
  set(endsAt: Date): void
  stop(): void
}

/** Nobody announces an end that comes with time alone: whoever keeps a stream open has to look for it. */
export function sessionTimer(clock: Clock, look: () => void): SessionTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    set(endsAt) {
      clearTimeout(timer)
      const left = endsAt.getTime() - clock.now().getTime()
      timer = setTimeout(look, Math.min(Math.max(left, 1), maxMs))
      timer.unref()
    },
    stop: () => clearTimeout(timer),
  }
}
