import { useEffect } from 'react'
import type { Topic } from './keys.ts'
import { changedBy } from './keys.ts'
import { followPortal } from './live-stream.ts'
import { queryClient } from './query-client.ts'

/** Several events at once read a list once. */
const gatherMs = 80

/** Follows the portal while a tab is signed in, and reads again what an event has changed. */
export function useLiveUpdates(): void {
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined
    const changed = new Set<Topic>()
    const readAgain = (topics: readonly Topic[]) => {
      for (const topic of topics) changed.add(topic)
      gathering ??= setTimeout(() => {
        gathering = undefined
        for (const topic of changed) void queryClient.invalidateQueries({ queryKey: [topic] })
        changed.clear()
      }, gatherMs)
    }
    const leave = followPortal({
      // A server that is newer than this page may tell of events that it does not know.
      heard: (name) => readAgain(changedBy[name] ?? []),
      session: () => readAgain(['me']),
      missed: () => void queryClient.invalidateQueries(),
      // What could not be read while the portal was away is read now.
      reopened: () => void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' }),
    })
    return () => {
      clearTimeout(gathering)
      leave()
    }
  }, [])
}
