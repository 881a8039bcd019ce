const everyMs = 60_000

/**
 * Rate-limits what is said again and again. The function that it returns is asked by what is to be said: null, or how often that
 * was passed over since it was last said. The first time is said, repetitions once a minute.
 */
export function throttle({ now = () => performance.now(), maxRemembered = 100 } = {}): (what: string) => number | null {
  const said = new Map<string, { at: number; passedOver: number }>()
  return (what) => {
    const before = said.get(what)
    if (before && now() - before.at < everyMs) {
      before.passedOver += 1
      return null
    }
    if (said.size >= maxRemembered) said.clear()
    said.set(what, { at: now(), passedOver: 0 })
    return before?.passedOver ?? 0
  }
}
