import { markUnread } from '#communication/lead-news/server/unread-commands.ts'
import type { Portal } from '#platform/server/portal.ts'
import { appendEvents } from './append-commands.ts'

/** Events of this time are taken together. Somebody waits for the marks of unread leads, which come with them. */
const gatherMs = 300
/** The wait after a failure such as a full disk. */
const againMs = 60_000

/**
 * Keeps the journal and the marks of unread leads up with the events: some time after one was announced, this server takes what
 * is committed, unless another server is doing so. Where nothing happens, nothing is asked of the database.
 */
export async function followEvents(
  portal: Pick<Portal, 'database' | 'clock' | 'log'>,
  waits = { gatherMs, againMs },
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let run = Promise.resolve()
  const soon = (ms: number) => {
    if (timer || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      run = follow()
    }, ms).unref()
  }
  const follow = async () => {
    try {
      const appended = await appendEvents(portal, () => !isClosed)
      const marked = await markUnread(portal, () => !isClosed)
      // The other server may have looked before the event that this one was told of.
      if (appended === 'busy' || marked === 'busy') soon(waits.gatherMs)
    } catch (error) {
      portal.log.warn({ err: error }, 'events could not be taken into the journal or marked, and will be tried again')
      soon(waits.againMs)
    }
  }
  const onEvent = () => soon(waits.gatherMs)
  const stop = await portal.database.listen('portal_events', onEvent, onEvent)
  // Appends events that were committed while no server ran.
  onEvent()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await stop()
    await run
  }
}
