import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import tabs from '#platform/web/ui/page/page-tabs.module.css'

export const integrationViews = ['keys', 'webhooks', 'deliveries'] as const
export type IntegrationView = (typeof integrationViews)[number]

const labels: Readonly<Record<IntegrationView, string>> = { keys: 'API keys', webhooks: 'Webhooks', deliveries: 'Deliveries' }

interface IntegrationsHeaderProps {
  readonly view: IntegrationView
  /** Buttons beside the title. */
  readonly children?: ReactNode
}

/** Title and tabs of the three views, which share one address. */
export function IntegrationsHeader({ view, children }: IntegrationsHeaderProps) {
  return (
    <>
      <PageHeader title="API & webhooks" subtitle="What your CRM and accounting may read and write, and what they are told">
        <Anchor href="/api/docs" target="_blank" rel="noopener noreferrer" fz="sm" style={{ alignSelf: 'center' }}>
          API documentation
        </Anchor>
        {children}
      </PageHeader>
      <nav className={tabs.tabs ?? ''} aria-label="API & webhooks">
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
