import type { MantineColorScheme } from '@mantine/core'
import type { Me } from '#access/api/session.ts'
import { furtherPages } from '#access/web/page-tabs.ts'
import { mayDo } from '#access/web/rights.ts'
import { acts } from '#overview/search/domain/acts.ts'
import {
  IconLogout,
  IconMoon,
  IconPlus,
  IconSettings,
  IconSun,
  IconSunMoon,
  IconUpload,
  IconUserPlus,
} from '#platform/web/ui/icons.ts'
import type { PageTab } from '#platform/web/ui/page/page-tabs.tsx'
import { m } from '#portal/messages/messages.ts'
import { isNamed, searchableSettings } from '#provider/settings/domain/settings.ts'
import { type AccountEntry, accountEntries } from './account-entries.ts'
import { lockOf, type MenuEntry, menus } from './menus.ts'
import type { PaletteItem } from './palette-items.ts'
import type { LockedBy } from './restricted-dialog.tsx'

/** Callbacks of the shell that palette commands run. */
export interface PaletteActions {
  readonly go: (path: string) => void
  readonly onLocked: (lockedBy: LockedBy) => void
  readonly onAccount: (entry: AccountEntry) => void
  readonly onTheme: (scheme: MantineColorScheme) => void
  readonly onSignOut: () => void
}

/** Acts that the list offers before anything is typed, by what they open. */
const usualActs: readonly string[] = ['lead', 'partner']
const actIcons: Readonly<Record<string, PaletteItem['icon']>> = { partner: IconUserPlus, answer: IconUpload }
/** What an act opens on its page. */
const openedBy = (path: string) => new URLSearchParams(path.replace(/^[^?]*/, '')).get('add') ?? ''

const themes = [
  [m.themeLight(), 'light', IconSun],
  [m.themeDark(), 'dark', IconMoon],
  [m.system(), 'auto', IconSunMoon],
] as const

/**
 * Pages of the role's menu, the tabs behind them, and global actions. An item behind the contract lock opens the Access
 * Restricted dialog instead.
 */
export function paletteCommands(me: Me, actions: PaletteActions): PaletteItem[] {
  const isAdmin = me.role === 'admin'
  const action = (label: string, icon: PaletteItem['icon'], run: () => void): PaletteItem => ({
    id: `action-${label.toLowerCase().replace(/\W+/g, '-')}`,
    group: 'Actions',
    label,
    icon,
    run,
  })
  const page = ({ icon, needsContract }: MenuEntry, { label, path }: PageTab): PaletteItem => ({
    id: `page${path.replaceAll('/', '-')}`,
    group: 'Pages',
    label,
    icon,
    ...reached(path, needsContract),
  })
  /** Goes there, or says what keeps it locked. */
  const reached = (path: string, needsContract: boolean): Pick<PaletteItem, 'locked' | 'run'> => {
    const lockedBy = lockOf(me, { path: path.replace(/\?.*/, ''), needsContract })
    return lockedBy ? { locked: true, run: () => actions.onLocked(lockedBy) } : { run: () => actions.go(path) }
  }
  const named = searchableSettings.filter(({ key }) => isNamed(key, (right) => mayDo(me, right)))
  const settings = named.map(
    ({ key, title, section, words, path }): PaletteItem => ({
      id: `setting-${key}`,
      group: 'Settings',
      label: title,
      description: section,
      words,
      icon: IconSettings,
      isFurther: true,
      run: () => actions.go(path),
    }),
  )
  const toBeDone = acts
    .filter(({ role, right }) => role === me.role && (!isAdmin || !right || mayDo(me, right)))
    .map(({ label, words, path, needsContract }): PaletteItem => {
      const isUsual = usualActs.includes(openedBy(path))
      const item = { ...action(label, actIcons[openedBy(path)] ?? IconPlus, () => actions.go(path)), words, isFurther: !isUsual }
      return { ...item, ...reached(path, needsContract ?? false) }
    })
  return [
    ...menus[me.role].flatMap((entry) => [
      page(entry, entry),
      ...furtherPages(entry.path).map((tab) => ({ ...page(entry, tab), description: entry.label, isFurther: true })),
    ]),
    ...toBeDone,
    ...(isAdmin ? settings : []),
    ...accountEntries(me).map((entry) => action(entry.label, entry.icon, () => actions.onAccount(entry))),
    ...themes.map(([name, scheme, icon]) => action(m.themeNamed({ name }), icon, () => actions.onTheme(scheme))),
    action(m.signOut(), IconLogout, actions.onSignOut),
  ]
}
