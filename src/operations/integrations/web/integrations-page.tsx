import { useSearchParams } from 'react-router'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { integrationViews } from './integrations-header.tsx'
import { KeysTab } from './keys-tab.tsx'
import { WebhooksTab } from './webhooks-tab.tsx'

const views = { keys: KeysTab, webhooks: WebhooksTab, deliveries: DeliveriesTab }

/** How the provider's other systems work with the portal. */
export function Component() {
  const [params] = useSearchParams()
  const view = integrationViews.find((each) => each === params.get('view')) ?? 'keys'
  const View = views[view]
  return <View />
}
