import type { MantineColorScheme } from '@mantine/core'
import { IconLogout, IconMoon, IconPlus, IconSun, IconSunMoon, IconUserPlus } from '../ui/icons.ts'
import type { Me } from '#api/auth.ts'
import type { AccountEntry } from '../auth/account-entries.ts'
import { accountEntries } from '../auth/account-entries.ts'
import { menus } from './menus.ts'
import type { PaletteItem } from './palette-items.ts'
import { mayDo } from './rights.ts'

/** Callbacks of the shell that palette commands run. */
export interface PaletteActions {
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

/** Pages of the role's menu and global actions. An item behind the contract lock opens the Access Restricted dialog instead. */
export function paletteCommands(me: Me, actions: PaletteActions): PaletteItem[] {
  const isAdmin = me.role === 'admin'
  const locked = !me.contractSigned
  const action = (label: string, icon: PaletteItem['icon'], run: () => void): PaletteItem => ({
    id: `action-${label.toLowerCase().replace(/\W+/g, '-')}`,
    group: 'Actions',
    label,
    icon,
    run,
  })
  const addLead = action('Add Lead', IconPlus, () => actions.go(`/dashboard/${isAdmin ? 'admin-leads' : 'leads'}?add=lead`))
  return [
    ...menus[me.role].map(
      (entry): PaletteItem => ({
        id: `page${entry.path.replaceAll('/', '-')}`,
        group: 'Pages',
        label: entry.label,
        icon: entry.icon,
        ...(entry.needsContract && locked ? { locked, run: actions.onLocked } : { run: () => actions.go(entry.path) }),
      }),
    ),
    ...(mayDo(me, 'leads') ? [locked ? { ...addLead, locked, run: actions.onLocked } : addLead] : []),
    ...(isAdmin && mayDo(me, ['partners', 'team'])
      ? [action('Invite Partner', IconUserPlus, () => actions.go('/dashboard/partners?add=partner'))]
      : []),
    ...accountEntries(me).map((entry) => action(entry.label, entry.icon, () => actions.onAccount(entry))),
    ...themes.map(([name, scheme, icon]) => action(`Theme: ${name}`, icon, () => actions.onTheme(scheme))),
    action('Sign out', IconLogout, actions.onSignOut),
  ]
}
