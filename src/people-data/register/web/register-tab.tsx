import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'

export const RegisterTab = () => <EmptyState title={m.nothingRegistered()} />
