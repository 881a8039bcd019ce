const everyMs = 60_000
const maxMessages = 100

/**
 * Rate-limits repeated errors: the first is passed on, repetitions once a minute with a count. A queue that polls every two
 * seconds would otherwise fill the log.
 */
export function throttleErrors(
  tell: (error: Error, repeated: number) => void,
  now: () => number = () => performance.now(),
): (error: Error) => void {
  const messages = new Map<string, { at: number; repeated: number }>()
  return (error) => {
    const what = withoutNames(error.message)
    const before = messages.get(what)
    if (before && now() - before.at < everyMs) {
      before.repeated += 1
      return
    }
    if (messages.size >= maxMessages) messages.clear()
    messages.set(what, { at: now(), repeated: 0 })
    tell(error, before?.repeated ?? 0)
  }
}

/** pg-boss appends queue and worker to the message. */
function withoutNames(message: string): string {
  return message.replace(/ \(Queue: [^)]*\)$/, '')
}
