import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useIdle } from './idle.ts'

interface LoadedLateProps {
  readonly load: () => Promise<unknown>
  /** It is to be opened now. */
  readonly wanted: boolean
  /** A component that `load` brings. */
  readonly children: ReactNode
}

/** What opens over the page: it is loaded when the browser is idle, or when it is wanted. Without a network the page stays. */
export function LoadedLate({ load, wanted, children }: LoadedLateProps) {
  const [isHere, setHere] = useState(false)
  const isIdle = useIdle()
  useEffect(() => {
    const take = () =>
      void load().then(
        () => setHere(true),
        () => null,
      )
    // After a failure it is asked for once more when it is wanted.
    if (wanted || isIdle) take()
  }, [wanted, isIdle, load])
  return isHere && <Suspense>{children}</Suspense>
}
