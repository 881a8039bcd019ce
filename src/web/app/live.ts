import { useEffect } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import type { Topic } from './keys.ts'
import { changedBy } from './keys.ts'
import { queryClient } from './query-client.ts'

/** Several events at once read a list once. */
const gatherMs = 80
/** A browser allows six connections to a server: a tab that nobody looks at gives its own back. */
const hiddenMs = 30_000

/** Follows the portal while a tab is signed in: one stream, which reads again what an event has changed. */
export function useLiveUpdates(): void {
  useEffect(() => {
    let source: EventSource | null = null
    let hidden: ReturnType<typeof setTimeout> | undefined
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
    const open = () => {
      if (source) return
      source = new EventSource('/api/live')
      source.onmessage = (event: MessageEvent<string>) => readAgain(changedBy[(JSON.parse(event.data) as LiveMessage).name] ?? [])
      source.addEventListener('session', () => readAgain(['me']))
      source.addEventListener('reset', () => void queryClient.invalidateQueries())
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return
        close()
        readAgain(['me'])
        setTimeout(() => document.visibilityState === 'visible' && open(), 2000)
      }
    }
    const close = () => {
      source?.close()
      source = null
    }
    const onVisibility = () => {
      clearTimeout(hidden)
      if (document.visibilityState === 'hidden') hidden = setTimeout(close, hiddenMs)
      else if (!source) {
        open()
        void queryClient.invalidateQueries()
      }
    }
    open()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(hidden)
      clearTimeout(gathering)
      close()
    }
  }, [])
}
