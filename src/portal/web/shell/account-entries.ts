import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { AccountDialogProps } from '#accounts/auth/web/dialog-props.ts'
import type { Me } from '#platform/api/session.ts'
import type { Role } from '#platform/domain/actor.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import {
  IconBell,
  IconDeviceLaptop,
  IconPassword,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconUser,
} from '#platform/web/ui/icons.ts'

export interface AccountEntry {
  readonly label: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  /** Restricts the entry to a role. */
  readonly only?: Role
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
  { label: 'Settings', icon: IconSettings, only: 'admin', path: pagePaths.settings },
]

/** The entries for somebody; none while staff look at the portal as a partner, whose account stays theirs. */
export function accountEntries(me: Pick<Me, 'role' | 'view'>): readonly AccountEntry[] {
  if (me.view) return []
  return entries.filter(({ only }) => !only || only === me.role)
}

/** Entry for a link in a mail, independent of the role, which may have changed since. */
export function accountEntryAt(address: string): AccountEntry | undefined {
  return entries.find((entry) => entry.address === address)
}
