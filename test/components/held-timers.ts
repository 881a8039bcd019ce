import { vi } from 'vitest'

/** Keeps timers of one length from running. Returns what runs those that nobody has cleared, and ends it. */
export function holdTimers(heldMs: number): () => void {
  const { setTimeout, clearTimeout } = window
  const held = new Map<number, () => void>()
  let last = 0
  const start = vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: unknown[]) => {
    if (ms !== heldMs) return setTimeout(run, ms, ...rest)
    last -= 1
    held.set(last, run)
    return last
  }) as typeof setTimeout)
  const stop = vi.spyOn(window, 'clearTimeout').mockImplementation((timer) => {
    if (!held.delete(timer as unknown as number)) clearTimeout(timer)
  })
  return () => {
    start.mockRestore()
    stop.mockRestore()
    for (const run of held.values()) run()
  }
}
