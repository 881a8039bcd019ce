import { IconDeviceLaptop, IconPassword, IconSettings, IconShieldLock, IconStairsUp, IconUser } from '@tabler/icons-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { lazy } from 'react'
import type { Role } from '#domain/actor.ts'
import type { AccountDialogProps } from './dialog-props.ts'

export interface AccountEntry {
  readonly label: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  /** Absent: for everybody. */
  readonly only?: Role
  readonly dialog: LazyExoticComponent<ComponentType<AccountDialogProps>>
}

/** The person's own affairs, and what staff set up: the account menu and the command palette list the same. */
const entries: readonly AccountEntry[] = [
  { label: 'Profile', icon: IconUser, dialog: lazy(() => import('./profile-dialog.tsx')) },
  { label: 'Password', icon: IconPassword, dialog: lazy(() => import('./password-dialog.tsx')) },
  { label: 'Two-factor', icon: IconShieldLock, dialog: lazy(() => import('./two-factor-dialog.tsx')) },
  { label: 'Sessions', icon: IconDeviceLaptop, dialog: lazy(() => import('./sessions-dialog.tsx')) },
  {
    label: 'Provider settings',
    icon: IconSettings,
    only: 'admin',
    dialog: lazy(() => import('../settings/settings-drawer.tsx')),
  },
  { label: 'Commission tiers', icon: IconStairsUp, only: 'admin', dialog: lazy(() => import('../tiers/tiers-dialog.tsx')) },
]

export function accountEntries(role: Role): readonly AccountEntry[] {
  return entries.filter((entry) => !entry.only || entry.only === role)
}
