import { lazy, Suspense } from 'react'
import { useIdle } from '../ui/idle.ts'
import type { Overview } from './data.ts'

const Unread = lazy(() => import('./unread.tsx'))

/** Unread leads, loaded when the browser is idle: the menu shows how many there are. */
export function UnreadBelow({ overview, as }: { overview: Overview | undefined; as: 'partner' | 'admin' }) {
  const idle = useIdle()
  return <Suspense>{idle && overview && overview.unread.count > 0 && <Unread unread={overview.unread} as={as} />}</Suspense>
}
