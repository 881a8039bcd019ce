import { type ComponentProps, lazy, Suspense } from 'react'

// Few portals have rules beside tiers: the others need no words of rules in what is loaded first.
const RuleText = lazy(() => import('./rule-text.tsx'))

/** What rules pay where there are no tiers, or beside them. */
export function RuleLine(props: ComponentProps<typeof RuleText>) {
  return (
    <Suspense>
      <RuleText {...props} />
    </Suspense>
  )
}
