import { Menu } from '@mantine/core'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { standFor } from '#platform/web/app/queries/start-anew.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { viewRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'

/** Loads the portal anew: nothing of one's own pages is kept. */
async function startView(partnerId: string): Promise<void> {
  try {
    await standFor(() => call(viewRoutes.startView, { params: { id: partnerId } }), pagePaths.home)
  } catch (error) {
    toastFailure(m.error(), error)
  }
}

/** Entry of a partner's menu that shows the portal as they see it; nothing for those without the right to partners. */
export function ViewAsItem({ partnerId }: { readonly partnerId: string }) {
  return useRight('partners') ? <Menu.Item onClick={() => void startView(partnerId)}>{m.viewAsPartner()}</Menu.Item> : null
}
