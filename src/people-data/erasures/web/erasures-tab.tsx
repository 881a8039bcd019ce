import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'

export const ErasuresTab = () => <EmptyState title={m.noErasures()} text={m.noErasuresText()} />
