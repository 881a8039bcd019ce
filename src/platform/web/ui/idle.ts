import { startTransition, useEffect, useState } from 'react'

/** Delay in browsers without requestIdleCallback. */
const soonMs = 400

/** True once the browser is idle: what is not seen at first is loaded then, and rendered in short tasks. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const start = () => startTransition(() => setIdle(true))
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, soonMs)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(start)
    return () => cancelIdleCallback(handle)
  }, [])
  return idle
}
