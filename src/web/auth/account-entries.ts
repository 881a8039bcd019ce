import {
  IconBell,
  IconDeviceLaptop,
  IconMailExclamation,
  IconPassword,
  IconSettings,
  IconShieldLock,
  IconStairsUp,
  IconUser,
} from '../ui/icons.ts'
import type { ComponentType, LazyExoticComponent } from 'react'
import { lazy } from 'react'
import type { Role } from '#domain/actor.ts'
import type { AccountDialogProps } from './dialog-props.ts'

export interface AccountEntry {
  readonly label: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  /** Restricts the entry to a role. */
  readonly only?: Role
  /** Value of `/dashboard?account=…` that opens it. */
  readonly address?: string
  readonly dialog: LazyExoticComponent<ComponentType<AccountDialogProps>>
}

/** Entries of the account menu; the command palette lists the same. */
const entries: readonly AccountEntry[] = [
  { label: 'Profile', icon: IconUser, dialog: lazy(() => import('./profile-dialog.tsx')) },
  { label: 'Password', icon: IconPassword, dialog: lazy(() => import('./password-dialog.tsx')) },
  { label: 'Two-factor', icon: IconShieldLock, dialog: lazy(() => import('./two-factor-dialog.tsx')) },
  { label: 'Sessions', icon: IconDeviceLaptop, dialog: lazy(() => import('./sessions-dialog.tsx')) },
  {
    label: 'Notifications',
    icon: IconBell,
    only: 'partner',
    address: 'notifications',
    dialog: lazy(() => import('../notifications/notifications-dialog.tsx')),
  },
  {
    label: 'Provider settings',
    icon: IconSettings,
    only: 'admin',
    dialog: lazy(() => import('../settings/settings-drawer.tsx')),
  },
  {
    label: 'Failed mail and tasks',
    icon: IconMailExclamation,
    only: 'admin',
    address: 'undelivered',
    dialog: lazy(() => import('../failures/failures-drawer.tsx')),
  },
  { label: 'Commission tiers', icon: IconStairsUp, only: 'admin', dialog: lazy(() => import('../tiers/tiers-dialog.tsx')) },
]

export function accountEntries(role: Role): readonly AccountEntry[] {
  return entries.filter((entry) => !entry.only || entry.only === role)
}

/** Entry for a link in a mail, independent of the role, which may have changed since. */
export function accountEntryAt(address: string): AccountEntry | undefined {
  return entries.find((entry) => entry.address === address)
}
