import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { clientName } from '#leads/domain/client-names.ts'
import { stageColour, stageLanguage, stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { PartnerProfile } from '../api/profile.ts'
import { m } from '../messages/messages.ts'
import { newestLeadsQuery } from './data.ts'
import classes from './partner-page.module.css'

/** Count and sum of each stage, and the newest leads. */
export function LeadsCard({ profile: { person, leads } }: { profile: PartnerProfile }) {
  const stages = useStages()
  const query = useQuery(newestLeadsQuery(person.id))
  const list = `${pagePaths.adminLeads}?partner=${person.id}`
  return (
    <FactCard
      title={m.leads()}
      beside={
        <Anchor component={Link} to={list} fz="sm">
          {m.allLeads()}
        </Anchor>
      }
    >
      <ul className={classes.rows}>
        {leads.byStatus.map(({ status, count, amountCents }) => (
          <li key={status}>
            <Anchor component={Link} to={`${list}&status=${status}`} fz="sm" lang={stageLanguage(stages, status)}>
              {stageName(stages, status)}
            </Anchor>
            <span className="figure">
              {count} · {formatEuros(amountCents)}
            </span>
          </li>
        ))}
      </ul>
      <h3 className={classes.soft} style={{ marginTop: 16 }}>
        {m.newest()}
      </h3>
      <QueryBoundary query={query} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={classes.soft}>{m.noLead()}</p>
          ) : (
            <ul className={classes.rows}>
              {items.map((lead) => (
                <li key={lead.id}>
                  <span>
                    <Anchor component={Link} to={`${list}&lead=${lead.id}`} fz="sm">
                      {clientName(lead)}
                    </Anchor>
                    <span className={classes.soft}> {shortDate(lead.createdAt)}</span>
                  </span>
                  <StatusBadge tone={stageColour(stages, lead.status)} lang={stageLanguage(stages, lead.status)}>
                    {stageName(stages, lead.status)}
                  </StatusBadge>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </FactCard>
  )
}
