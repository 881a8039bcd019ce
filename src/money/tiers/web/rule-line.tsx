import { lazy, Suspense } from 'react'
import type { Standing } from '../api/tiers.ts'

// Few portals are without tiers: the others need no words of rules in what is loaded first.
const RuleText = lazy(() => import('./rule-text.tsx'))

/** What stands for the tier where there are none: in one line what is paid. */
export function RuleLine({ rules }: Pick<Standing, 'rules'>) {
  return (
    <Suspense>
      <RuleText rules={rules} />
    </Suspense>
  )
}
