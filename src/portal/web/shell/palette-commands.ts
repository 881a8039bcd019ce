import type { MantineColorScheme } from '@mantine/core'
import type { Me } from '#platform/api/session.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { furtherPages } from '#platform/web/app/page-tabs.ts'
import { mayDo } from '#platform/web/app/session/rights.ts'
import { IconLogout, IconMoon, IconPlus, IconSettings, IconSun, IconSunMoon, IconUserPlus } from '#platform/web/ui/icons.ts'
import type { PageTab } from '#platform/web/ui/page/page-tabs.tsx'
import { searchableSettings } from '#provider/settings/domain/settings.ts'
import { type AccountEntry, accountEntries } from './account-entries.ts'
import { type MenuEntry, menus } from './menus.ts'
import type { PaletteItem } from './palette-items.ts'

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

/**
 * Pages of the role's menu, the tabs behind them, and global actions. An item behind the contract lock opens the Access
 * Restricted dialog instead.
 */
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
  /** A page of a menu entry. */
  const page = ({ icon, needsContract }: MenuEntry, { label, path }: PageTab): PaletteItem => ({
    id: `page${path.replaceAll('/', '-')}`,
    group: 'Pages',
    label,
    icon,
    ...(needsContract && locked ? { locked, run: actions.onLocked } : { run: () => actions.go(path) }),
  })
  const settings = searchableSettings.map(
    ({ key, title, section, path }): PaletteItem => ({
      id: `setting-${key}`,
      group: 'Pages',
      label: title,
      description: `Settings, ${section}`,
      icon: IconSettings,
      isFurther: true,
      run: () => actions.go(path),
    }),
  )
  const addLead = action('Add Lead', IconPlus, () => actions.go(`${isAdmin ? pagePaths.adminLeads : pagePaths.leads}?add=lead`))
  return [
    ...menus[me.role].flatMap((entry) => [
      page(entry, entry),
      ...furtherPages(entry.path).map((tab) => ({ ...page(entry, tab), description: entry.label, isFurther: true })),
    ]),
    ...(!isAdmin || mayDo(me, 'leads') ? [locked ? { ...addLead, locked, run: actions.onLocked } : addLead] : []),
    ...(isAdmin && mayDo(me, ['partners', 'team'])
      ? [action('Invite Partner', IconUserPlus, () => actions.go(`${pagePaths.partners}?add=partner`))]
      : []),
    ...(isAdmin ? settings : []),
    ...accountEntries(me).map((entry) => action(entry.label, entry.icon, () => actions.onAccount(entry))),
    ...themes.map(([name, scheme, icon]) => action(`Theme: ${name}`, icon, () => actions.onTheme(scheme))),
    action('Sign out', IconLogout, actions.onSignOut),
  ]
}
