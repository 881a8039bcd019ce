import type { MantineColorScheme } from '@mantine/core'
import { IconLogout, IconMoon, IconPlus, IconSun, IconSunMoon, IconUserPlus } from '@tabler/icons-react'
import type { Me } from '#api/auth.ts'
import type { AccountEntry } from '../auth/account-entries.ts'
import { accountEntries } from '../auth/account-entries.ts'
import { menus } from './menus.ts'
import type { PaletteItem } from './palette-items.ts'

/** What choosing an item can do, as the shell provides it. */
export interface PaletteDoings {
  readonly go: (path: string) => void
  readonly onLocked: () => void
  readonly onAccount: (entry: AccountEntry) => void
  readonly onTheme: (scheme: MantineColorScheme) => void
  readonly onSignOut: () => void
}

const themes = [
  ['Light', 'light', IconSun],
  ['Dark', 'dark', IconMoon],
  ['System', 'auto', IconSunMoon],
] as const

/** The pages of the role's menu and everything that can be done from anywhere. A locked one opens the door's dialog instead. */
export function paletteCommands(me: Me, doings: PaletteDoings): PaletteItem[] {
  const isAdmin = me.role === 'admin'
  const locked = !me.contractSigned
  const action = (label: string, icon: PaletteItem['icon'], run: () => void): PaletteItem => ({
    id: `action-${label.toLowerCase().replace(/\W+/g, '-')}`,
    group: 'Actions',
    label,
    icon,
    run,
  })
  const addLead = action('Add Lead', IconPlus, () => doings.go(`/dashboard/${isAdmin ? 'admin-leads' : 'leads'}?add=lead`))
  return [
    ...menus[me.role].map(
      (entry): PaletteItem => ({
        id: `page${entry.path.replaceAll('/', '-')}`,
        group: 'Pages',
        label: entry.label,
        icon: entry.icon,
        ...(entry.needsContract && locked ? { locked, run: doings.onLocked } : { run: () => doings.go(entry.path) }),
      }),
    ),
    locked ? { ...addLead, locked, run: doings.onLocked } : addLead,
    ...(isAdmin ? [action('Invite Partner', IconUserPlus, () => doings.go('/dashboard/partners?add=partner'))] : []),
    ...accountEntries(me.role).map((entry) => action(entry.label, entry.icon, () => doings.onAccount(entry))),
    ...themes.map(([name, scheme, icon]) => action(`Theme: ${name}`, icon, () => doings.onTheme(scheme))),
    action('Sign out', IconLogout, doings.onSignOut),
  ]
}
