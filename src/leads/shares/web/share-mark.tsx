import { percentText } from '#platform/domain/money.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { ShareInList } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** That several partners earn on a lead, and how much of it is the reader's. */
export function ShareMark({ share }: { share: Pick<ShareInList, 'percent'> | undefined }) {
  const isStaff = useMe().role === 'admin'
  if (!share) return null
  return <StatusBadge tone="known">{isStaff ? m.leadShared() : m.shared({ percent: percentText(share.percent) })}</StatusBadge>
}
