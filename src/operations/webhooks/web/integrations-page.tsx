import { useSearchParams } from 'react-router'
import { missingRightMessage } from '#access/domain/staff-rights.ts'
import { useRight } from '#access/web/rights.ts'
import { ApiKeys } from '#accounts/api-keys/web/api-keys.tsx'
import { NewKeyButton } from '#accounts/api-keys/web/new-key-button.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { IntegrationsHeader, integrationViews } from './integrations-header.tsx'
import { WebhooksTab } from './webhooks-tab.tsx'

function KeysTab() {
  return (
    <>
      <IntegrationsHeader view="keys">
        <NewKeyButton />
      </IntegrationsHeader>
      <ApiKeys />
    </>
  )
}

const views = { keys: KeysTab, webhooks: WebhooksTab, deliveries: DeliveriesTab }

/** How the provider's other systems work with the portal. */
export function Component() {
  const [params] = useSearchParams()
  const view = integrationViews.find((each) => each === params.get('view')) ?? 'keys'
  // Everybody of staff reads which keys there are, the others nothing of webhooks.
  const mayRead = useRight('team') || view === 'keys'
  const View = views[view]
  if (mayRead) return <View />
  return (
    <>
      <IntegrationsHeader view={view} />
      <SoftText>{missingRightMessage('team')}</SoftText>
    </>
  )
}
