import { type ComponentType, lazy } from 'react'
import { pagePaths } from '#access/domain/page-paths.ts'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { m } from '#portal/messages/messages.ts'
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
  tiers: { label: m.openIt(), isOpenToAll: true, dialog: lazy(() => import('./tiers-door.tsx')) },
  stages: { label: m.openIt(), isOpenToAll: true, dialog: lazy(() => import('#leads/stages/web/stages-drawer.tsx')) },
  offers: { label: m.openIt(), isOpenToAll: true, dialog: lazy(() => import('#leads/offers/web/offers-drawer.tsx')) },
  fields: { label: m.openIt(), isOpenToAll: true, dialog: lazy(() => import('#leads/fields/web/fields-drawer.tsx')) },
  commissionRules: { label: m.openIt(), isOpenToAll: true, dialog: lazy(() => import('./rules-door.tsx')) },
  programmeFile: {
    label: m.openIt(),
    isOpenToAll: true,
    dialog: lazy(() => import('#overview/programme-file/web/programme-drawer.tsx')),
  },
  rules: { label: m.openIt(), dialog: lazy(() => import('#money/rules/web/rule-dialog.tsx')) },
  templates: { label: m.openIt(), dialog: lazy(() => import('#contracts/templates/web/templates-drawer.tsx')) },
  digest: { label: m.edit(), dialog: lazy(() => import('./digest-dialog.tsx')) },
  closing: { label: m.openIt(), isOpenToAll: true, dialog: lazy(() => import('./closing-dialog.tsx')) },
  look: { label: m.edit(), dialog: lazy(() => import('#provider/settings/web/look-dialog.tsx')) },
  staff: { label: m.openIt(), isOpenToAll: true, path: `${pagePaths.partners}?role=admin` },
  identityProvider: {
    label: m.edit(),
    dialog: lazy(() => import('#accounts/identity-provider/web/provider-dialog.tsx')),
  },
  identityAccounts: {
    label: m.edit(),
    dialog: lazy(() => import('#accounts/identity-provider/web/accounts-dialog.tsx')),
  },
  ownNotifications: {
    label: m.edit(),
    isOpenToAll: true,
    dialog: lazy(() => import('#communication/notifications/web/notifications-dialog.tsx')),
  },
  apiKeys: { label: m.openIt(), isOpenToAll: true, path: pagePaths.integrations },
  webhooks: { label: m.openIt(), isOpenToAll: true, path: `${pagePaths.integrations}?view=webhooks` },
  apiDocs: { label: m.openIt(), isOpenToAll: true, href: '/api/docs' },
  failures: {
    label: m.openIt(),
    isOpenToAll: true,
    dialog: lazy(() => import('#operations/failures/web/failures-drawer.tsx')),
  },
  journal: { label: m.openIt(), isOpenToAll: true, path: pagePaths.journal },
  system: { label: m.openIt(), isOpenToAll: true, path: pagePaths.system },
  peopleData: { label: m.openIt(), path: pagePaths.peopleData },
}
