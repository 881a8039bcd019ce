import { useQuery } from '@tanstack/react-query'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { ownRulesQuery } from './data.ts'
import { VersionLine } from './rule-versions.tsx'
import classes from './rules.module.css'
import { scopeText } from './scope-text.ts'

/** The own terms of a partner as staff read them on the partner's page; they are written under Settings. */
export function OwnTermsCard({ partnerId }: { readonly partnerId: string }) {
  const query = useQuery(ownRulesQuery(partnerId))
  return (
    <FactCard title={m.ownTermsTitle()}>
      <QueryBoundary query={query} rows={1}>
        {({ rules }) => {
          const shown = rules.filter(({ versions }) => versions.some(({ state }) => state !== 'past'))
          if (shown.length === 0) return <SoftText>{m.noOwnTerms()}</SoftText>
          return shown.map((rule) => (
            <ul key={rule.id} className={classes.list} aria-label={scopeText(rule)}>
              {rule.offer && <li className={classes.name}>{m.scopeOffer({ offer: rule.offer.name })}</li>}
              {rule.versions
                .filter(({ state }) => state !== 'past')
                .map((version) => (
                  <VersionLine key={version.version} version={version} />
                ))}
            </ul>
          ))
        }}
      </QueryBoundary>
    </FactCard>
  )
}
