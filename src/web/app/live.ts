import { useEffect } from 'react'
import type { LiveMessage } from '#api/live.ts'
import { awaitPendingChanges } from './send-request.ts'
import { queryClient } from './query-client.ts'
import { followEvents } from './live-stream.ts'
import { refreshAfter } from './refresh.ts'

/** Events of one transaction, and of a burst, are applied together. */
const gatherMs = 80
/** The echo of a change can arrive before its answer; longer than this no answer is waited for. */
const maxAnswerWaitMs = 500

/** Follows the portal while a tab is signed in and refetches what other people, or other tabs, have changed. */
export function useLiveUpdates(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gathered: LiveMessage[] = []
    const apply = async () => {
      await Promise.race([awaitPendingChanges(), new Promise((resolve) => setTimeout(resolve, maxAnswerWaitMs))])
      timer = undefined
      refreshAfter(gathered.splice(0))
    }
    const stop = followEvents({
      onEvent: (message) => {
        gathered.push(message)
        timer ??= setTimeout(() => void apply(), gatherMs)
      },
      onSession: () => void queryClient.invalidateQueries({ queryKey: ['me'] }),
      onGap: () => void queryClient.invalidateQueries(),
      // What could not be read while the portal was unreachable.
      onReopen: () => void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' }),
    })
    return () => {
      clearTimeout(timer)
      gathered = []
      stop()
    }
  }, [])
}
