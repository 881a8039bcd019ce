import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Me } from '#access/api/session.ts'
import type { Role } from '#access/domain/actor.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { mayDo } from '#access/web/rights.ts'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { knowsPasskeys } from '#platform/web/app/requests/passkey-support.ts'
import {
  IconBell,
  IconDeviceLaptop,
  IconDownload,
  IconFileCertificate,
  IconKey,
  IconPassword,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconUser,
  IconUsersGroup,
} from '#platform/web/ui/icons.ts'
import { m } from '#portal/messages/messages.ts'

export interface AccountEntry {
  readonly label: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  /**
   * Restricts the entry to a role, to the people of a partner that has, or may have, several, to whom passkeys are of use, or
   * to staff with a right.
   */
  readonly only?: Role | 'team' | 'passkeys' | 'people'
  /** Value of `/dashboard?account=…` that opens it. */
  readonly address?: string
  readonly dialog?: LazyExoticComponent<ComponentType<AccountDialogProps>>
  /** A page in place of a dialog. */
  readonly path?: string
}

/** Entries of the account menu; the command palette lists the same. */
const entries: readonly AccountEntry[] = [
  { label: m.profile(), icon: IconUser, dialog: lazy(() => import('#accounts/auth/web/profile-dialog.tsx')) },
  { label: m.password(), icon: IconPassword, dialog: lazy(() => import('#accounts/auth/web/password-dialog.tsx')) },
  { label: m.twoFactor(), icon: IconShieldLock, dialog: lazy(() => import('#accounts/auth/web/two-factor-dialog.tsx')) },
  { label: m.passkeys(), icon: IconKey, only: 'passkeys', dialog: lazy(() => import('#accounts/auth/web/passkeys-dialog.tsx')) },
  { label: m.sessions(), icon: IconDeviceLaptop, dialog: lazy(() => import('#accounts/auth/web/sessions-dialog.tsx')) },
  { label: m.myData(), icon: IconDownload, dialog: lazy(() => import('#people-data/requests/web/own-data-dialog.tsx')) },
  {
    label: m.notifications(),
    icon: IconBell,
    address: 'notifications',
    dialog: lazy(() => import('#communication/notifications/web/notifications-dialog.tsx')),
  },
  {
    label: m.announcements(),
    icon: IconSpeakerphone,
    only: 'partner',
    address: 'announcements',
    dialog: lazy(() => import('#communication/announcements/web/own-announcements-dialog.tsx')),
  },
  { label: m.team(), icon: IconUsersGroup, only: 'team', path: pagePaths.team },
  { label: m.personalData(), icon: IconFileCertificate, only: 'people', path: pagePaths.peopleData },
  { label: m.settings(), icon: IconSettings, only: 'admin', path: pagePaths.settings },
]

/** The entries for somebody; none while staff look at the portal as a partner, whose account stays theirs. */
export function accountEntries(me: Pick<Me, 'role' | 'staffRole' | 'view' | 'partner' | 'hasPasskey'>): readonly AccountEntry[] {
  if (me.view) return []
  // Where a browser knows none, those of other devices can be removed.
  const isFor = {
    team: me.partner?.hasTeam,
    passkeys: knowsPasskeys || me.hasPasskey,
    people: mayDo(me, ['people', 'money']),
    [me.role]: true,
  }
  return entries.filter(({ only }) => !only || isFor[only])
}

/** Entry for a link in a mail, independent of the role, which may have changed since. */
export function accountEntryAt(address: string): AccountEntry | undefined {
  return entries.find((entry) => entry.address === address)
}
