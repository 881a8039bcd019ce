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
} from '../ui/icons.ts'
import type { ComponentType, LazyExoticComponent } from 'react'
import { lazy } from 'react'
import type { Me } from '#api/auth.ts'
import type { Role } from '#domain/actor.ts'
import type { Right } from '#domain/staff-rights.ts'
import { mayDo } from '../app/rights.ts'
import type { AccountDialogProps } from './dialog-props.ts'

export interface AccountEntry {
  readonly label: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  /** Restricts the entry to a role. */
  readonly only?: Role
  /** Of staff, only those with this right are offered it. */
  readonly right?: Right
  /** Value of `/dashboard?account=…` that opens it. */
  readonly address?: string
  readonly dialog?: LazyExoticComponent<ComponentType<AccountDialogProps>>
  /** A page in place of a dialog. */
  readonly path?: string
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
    address: 'notifications',
    dialog: lazy(() => import('../notifications/notifications-dialog.tsx')),
  },
  {
    label: 'Announcements',
    icon: IconSpeakerphone,
    only: 'partner',
    address: 'announcements',
    dialog: lazy(() => import('../announcements/own-announcements-dialog.tsx')),
  },
  {
    label: 'Provider settings',
    icon: IconSettings,
    only: 'admin',
    right: 'programme',
    dialog: lazy(() => import('../settings/settings-drawer.tsx')),
  },
  {
    label: 'Failed mail and tasks',
    icon: IconMailExclamation,
    only: 'admin',
    address: 'undelivered',
    dialog: lazy(() => import('../failures/failures-drawer.tsx')),
  },
  { label: 'API & webhooks', icon: IconLink, only: 'admin', right: 'team', path: '/dashboard/integrations' },
  { label: 'Journal', icon: IconFileCertificate, only: 'admin', path: '/dashboard/journal' },
  { label: 'System', icon: IconDeviceLaptop, only: 'admin', path: '/dashboard/system' },
  { label: 'Commission tiers', icon: IconStairsUp, only: 'admin', dialog: lazy(() => import('../tiers/tiers-dialog.tsx')) },
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
