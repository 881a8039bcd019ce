import type { ManagedTimerId } from '@tanstack/react-query'
import { timeoutManager } from '@tanstack/react-query'

/** Delays of at least this many ms are grouped. */
const longMs = 30_000
/** How late a grouped timer may run, in ms. */
const beatMs = 5000

interface Timer {
  readonly dueAt: number
  readonly run: () => void
}

/**
 * Runs the query cache's long timers on one timer of the browser. Each query has two, for when its data are stale and when they
 * are dropped: a page on its way up would set and clear dozens.
 */
export function groupLongTimers(): void {
  const timers = new Map<number, Timer>()
  let lastId = 0
  let beat: ReturnType<typeof setInterval> | undefined

  const runDue = () => {
    const now = Date.now()
    for (const [id, { dueAt, run }] of timers) {
      if (dueAt > now) continue
      timers.delete(id)
      run()
    }
    if (timers.size > 0) return
    clearInterval(beat)
    beat = undefined
  }

  timeoutManager.setTimeoutProvider<ManagedTimerId>({
    setTimeout: (run, delay) => {
      if (delay < longMs) return setTimeout(run, delay)
      // Negative, so that it is none of the browser's.
      lastId -= 1
      timers.set(lastId, { dueAt: Date.now() + delay, run })
      beat ??= setInterval(runDue, beatMs)
      return lastId
    },
    clearTimeout: (id) => {
      if (id !== undefined && !timers.delete(Number(id))) clearTimeout(Number(id))
    },
    setInterval: (run, delay) => setInterval(run, delay),
    clearInterval: (id) => clearInterval(id && Number(id)),
  })
}
