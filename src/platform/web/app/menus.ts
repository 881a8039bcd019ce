import {
  IconBuildingBank,
  IconChartBar,
  IconCoinEuro,
  IconFileText,
  IconFolder,
  IconLayoutDashboard,
  IconUsers,
  IconUsersGroup,
} from '#platform/web/ui/icons.ts'
import type { ComponentType } from 'react'
import type { Role } from '#platform/domain/actor.ts'

export interface MenuEntry {
  readonly label: string
  readonly path: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  readonly needsContract: boolean
}

const entry = (label: string, path: string, icon: MenuEntry['icon'], needsContract = false): MenuEntry => ({
  label,
  path,
  icon,
  needsContract,
})

/** The two sidebars, as specified. */
export const menus: Readonly<Record<Role, readonly MenuEntry[]>> = {
  partner: [
    entry('Dashboard', '/dashboard', IconLayoutDashboard),
    entry('Leads', '/dashboard/leads', IconUsers, true),
    entry('Commissions', '/dashboard/commissions', IconCoinEuro, true),
    entry('Status', '/dashboard/status', IconChartBar, true),
    entry('Contract', '/dashboard/contract', IconFileText),
    entry('Payment Info', '/dashboard/payment-info', IconBuildingBank, true),
    entry('Resources', '/dashboard/resources', IconFolder, true),
  ],
  admin: [
    entry('Dashboard', '/dashboard', IconLayoutDashboard),
    entry('Partners', '/dashboard/partners', IconUsersGroup),
    entry('Leads', '/dashboard/admin-leads', IconUsers),
    entry('Contracts', '/dashboard/admin-contracts', IconFileText),
    entry('Commissions', '/dashboard/admin-commissions', IconCoinEuro),
    entry('Resources', '/dashboard/admin-resources', IconFolder),
  ],
}

/** An entry is active when the path starts with its own; /dashboard matches only exactly. */
export function isActive(entryPath: string, path: string): boolean {
  return entryPath === '/dashboard' ? path === entryPath : path === entryPath || path.startsWith(`${entryPath}/`)
}

/** Whether a path lies behind the contract lock. */
export function isGated(path: string): boolean {
  return menus.partner.some((each) => each.needsContract && isActive(each.path, path))
}
