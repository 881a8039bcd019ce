import { lazy, Suspense } from 'react'
import type { ShownRule } from './rule-text.tsx'

// Few portals are without tiers: the others need no words of rules in what is loaded first.
const RuleText = lazy(() => import('./rule-text.tsx'))

/** What stands for the tier where there are none: in one line what is paid. */
export function RuleLine({ rules }: { rules?: readonly ShownRule[] | undefined }) {
  return (
    <Suspense>
      <RuleText rules={rules} />
    </Suspense>
  )
}
