import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'

export const RequestsTab = () => <EmptyState title={m.noRequests()} text={m.noRequestsText()} />
