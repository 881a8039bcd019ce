import { type ComponentType, lazy } from 'react'
import type { AccountDialogProps } from '#accounts/auth/web/dialog-props.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { SettingsCardKey } from '#provider/settings/domain/settings.ts'

/** What a card leads to that is not a form of its own values. */
interface Door {
  readonly label: string
  /** What everybody of staff may look at, whoever may change it. */
  readonly isOpenToAll?: true
  readonly path?: string
  /** A page outside the portal’s router. */
  readonly href?: string
  readonly dialog?: ComponentType<AccountDialogProps>
}

export const doors: Partial<Record<SettingsCardKey, Door>> = {
  tiers: { label: 'Open', isOpenToAll: true, dialog: lazy(() => import('./tiers-door.tsx')) },
  templates: { label: 'Open', dialog: lazy(() => import('#contracts/templates/web/templates-drawer.tsx')) },
  digest: { label: 'Edit', dialog: lazy(() => import('./digest-dialog.tsx')) },
  closing: { label: 'Open', isOpenToAll: true, dialog: lazy(() => import('./closing-dialog.tsx')) },
  look: { label: 'Edit', dialog: lazy(() => import('#provider/settings/web/look-dialog.tsx')) },
  staff: { label: 'Open', isOpenToAll: true, path: `${pagePaths.partners}?role=admin` },
  ownNotifications: {
    label: 'Edit',
    isOpenToAll: true,
    dialog: lazy(() => import('#communication/notifications/web/notifications-dialog.tsx')),
  },
  apiKeys: { label: 'Open', isOpenToAll: true, path: pagePaths.integrations },
  webhooks: { label: 'Open', isOpenToAll: true, path: `${pagePaths.integrations}?view=webhooks` },
  apiDocs: { label: 'Open', isOpenToAll: true, href: '/api/docs' },
  failures: {
    label: 'Open',
    isOpenToAll: true,
    dialog: lazy(() => import('#operations/failures/web/failures-drawer.tsx')),
  },
  journal: { label: 'Open', isOpenToAll: true, path: pagePaths.journal },
  system: { label: 'Open', isOpenToAll: true, path: pagePaths.system },
}
