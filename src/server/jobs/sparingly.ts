const everyMs = 60_000
const maxKept = 100

/**
 * Passes an error on when it is new, and then once a minute with how often it came: a queue that asks every two seconds
 * would fill the log, and the disk, with the one thing that is wrong.
 */
export function sparingly(
  tell: (error: Error, repeated: number) => void,
  now: () => number = () => performance.now(),
): (error: Error) => void {
  const seen = new Map<string, { at: number; repeated: number }>()
  return (error) => {
    const what = withoutNames(error.message)
    const before = seen.get(what)
    if (before && now() - before.at < everyMs) {
      before.repeated += 1
      return
    }
    if (seen.size >= maxKept) seen.clear()
    seen.set(what, { at: now(), repeated: 0 })
    tell(error, before?.repeated ?? 0)
  }
}

/** The queue's library puts its queue and its worker behind the message. */
function withoutNames(message: string): string {
  return message.replace(/ \(Queue: [^)]*\)$/, '')
}
