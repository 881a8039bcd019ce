import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { AccountDialogProps } from '#accounts/auth/web/dialog-props.ts'
import type { Me } from '#platform/api/session.ts'
import type { Role } from '#platform/domain/actor.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { Right } from '#platform/domain/staff-rights.ts'
import { mayDo } from '#platform/web/app/session/rights.ts'
import {
  IconBell,
  IconDeviceLaptop,
  IconFileCertificate,
  IconLink,
  IconMailExclamation,
  IconPassword,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconStairsUp,
  IconUser,
} from '#platform/web/ui/icons.ts'

export interface AccountEntry {
  readonly label: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  /** Restricts the entry to a role. */
  readonly only?: Role
  /** Staff are offered the entry only with this right. */
  readonly right?: Right
  /** Value of `/dashboard?account=…` that opens it. */
  readonly address?: string
  readonly dialog?: LazyExoticComponent<ComponentType<AccountDialogProps>>
  /** A page in place of a dialog. */
  readonly path?: string
}

/** Entries of the account menu; the command palette lists the same. */
const entries: readonly AccountEntry[] = [
  { label: 'Profile', icon: IconUser, dialog: lazy(() => import('#accounts/auth/web/profile-dialog.tsx')) },
  { label: 'Password', icon: IconPassword, dialog: lazy(() => import('#accounts/auth/web/password-dialog.tsx')) },
  { label: 'Two-factor', icon: IconShieldLock, dialog: lazy(() => import('#accounts/auth/web/two-factor-dialog.tsx')) },
  { label: 'Sessions', icon: IconDeviceLaptop, dialog: lazy(() => import('#accounts/auth/web/sessions-dialog.tsx')) },
  {
    label: 'Notifications',
    icon: IconBell,
    address: 'notifications',
    dialog: lazy(() => import('#communication/notifications/web/notifications-dialog.tsx')),
  },
  {
    label: 'Announcements',
    icon: IconSpeakerphone,
    only: 'partner',
    address: 'announcements',
    dialog: lazy(() => import('#communication/announcements/web/own-announcements-dialog.tsx')),
  },
  {
    label: 'Provider settings',
    icon: IconSettings,
    only: 'admin',
    right: 'programme',
    dialog: lazy(() => import('#provider/programme/web/settings-drawer.tsx')),
  },
  {
    label: 'Failed mail and tasks',
    icon: IconMailExclamation,
    only: 'admin',
    address: 'undelivered',
    dialog: lazy(() => import('#operations/failures/web/failures-drawer.tsx')),
  },
  { label: 'API & webhooks', icon: IconLink, only: 'admin', right: 'team', path: pagePaths.integrations },
  { label: 'Journal', icon: IconFileCertificate, only: 'admin', path: pagePaths.journal },
  { label: 'System', icon: IconDeviceLaptop, only: 'admin', path: pagePaths.system },
  {
    label: 'Commission tiers',
    icon: IconStairsUp,
    only: 'admin',
    dialog: lazy(() => import('#money/tiers/web/tiers-dialog.tsx')),
  },
]

/** The entries for somebody; none while staff look at the portal as a partner, whose account stays theirs. */
export function accountEntries(me: Pick<Me, 'role' | 'staffRole' | 'view'>): readonly AccountEntry[] {
  if (me.view) return []
  return entries.filter(({ only, right }) => (!only || only === me.role) && (!right || mayDo(me, right)))
}

/** Entry for a link in a mail, independent of the role, which may have changed since. */
export function accountEntryAt(address: string): AccountEntry | undefined {
  return entries.find((entry) => entry.address === address)
}
