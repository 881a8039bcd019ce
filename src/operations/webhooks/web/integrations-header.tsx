import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import tabs from '#platform/web/ui/page/page-tabs.module.css'
import { useTabsInView } from '#platform/web/ui/page/page-tabs.tsx'
import { m } from '../messages/messages.ts'

export const integrationViews = ['keys', 'webhooks', 'deliveries'] as const
export type IntegrationView = (typeof integrationViews)[number]

const labels: Readonly<Record<IntegrationView, string>> = {
  keys: m.apiKeys(),
  webhooks: m.webhooks(),
  deliveries: m.deliveries(),
}

interface IntegrationsHeaderProps {
  readonly view: IntegrationView
  /** Buttons beside the title. */
  readonly children?: ReactNode
}

/** Title and tabs of the three views, which share one address. */
export function IntegrationsHeader({ view, children }: IntegrationsHeaderProps) {
  const bar = useTabsInView(view)
  return (
    <>
      <PageHeader title={m.apiAndWebhooks()} subtitle={m.integrationsLead()}>
        <Anchor href="/api/docs" target="_blank" rel="noopener noreferrer" fz="sm" style={{ alignSelf: 'center' }}>
          {m.apiDocumentation()}
        </Anchor>
        {children}
      </PageHeader>
      <nav ref={bar} className={tabs.tabs ?? ''} aria-label={m.apiAndWebhooks()}>
        {integrationViews.map((each) => (
          <Link
            key={each}
            to={each === 'keys' ? pagePaths.integrations : `${pagePaths.integrations}?view=${each}`}
            aria-current={each === view ? 'page' : undefined}
          >
            {labels[each]}
          </Link>
        ))}
      </nav>
    </>
  )
}
