import { Menu } from '@mantine/core'
import { pagePaths } from '#access/domain/page-paths.ts'
import { useRight } from '#access/web/rights.ts'
import { standFor } from '#platform/web/app/queries/start-anew.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { viewRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'

/** Loads the portal anew: nothing of one's own pages is kept. */
async function startView(start: () => Promise<unknown>): Promise<void> {
  try {
    await standFor(start, pagePaths.home)
  } catch (error) {
    toastFailure(m.error(), error)
  }
}

interface ViewAsItemProps {
  readonly partnerId: string
  /** One of the partner's people; the main person where none is named. */
  readonly personId?: string
}

/** Entry of a menu that shows the portal as a partner's people see it; nothing for those without the right to partners. */
export function ViewAsItem({ partnerId, personId }: ViewAsItemProps) {
  const isOffered = useRight('partners')
  if (!isOffered) return null
  const start = () =>
    personId === undefined
      ? call(viewRoutes.startView, { params: { id: partnerId } })
      : call(viewRoutes.viewPerson, { params: { id: partnerId, personId } })
  return (
    <Menu.Item onClick={() => void startView(start)}>{personId === undefined ? m.viewAsPartner() : m.viewAsPerson()}</Menu.Item>
  )
}
