import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'

export const NoticesTab = () => <EmptyState title={m.noNotices()} text={m.noNoticesText()} />
