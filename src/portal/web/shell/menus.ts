import type { ComponentType } from 'react'
import type { Role } from '#platform/domain/actor.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
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
    entry('Dashboard', pagePaths.home, IconLayoutDashboard),
    entry('Leads', pagePaths.leads, IconUsers, true),
    entry('Commissions', pagePaths.commissions, IconCoinEuro, true),
    entry('Status', pagePaths.status, IconChartBar, true),
    entry('Contract', pagePaths.contract, IconFileText),
    entry('Payment Info', pagePaths.paymentInfo, IconBuildingBank, true),
    entry('Resources', pagePaths.resources, IconFolder, true),
  ],
  admin: [
    entry('Dashboard', pagePaths.home, IconLayoutDashboard),
    entry('Partners', pagePaths.partners, IconUsersGroup),
    entry('Leads', pagePaths.adminLeads, IconUsers),
    entry('Contracts', pagePaths.adminContracts, IconFileText),
    entry('Commissions', pagePaths.adminCommissions, IconCoinEuro),
    entry('Resources', pagePaths.adminResources, IconFolder),
  ],
}

/** An entry is active when the path starts with its own; /dashboard matches only exactly. */
export function isActive(entryPath: string, path: string): boolean {
  return entryPath === pagePaths.home ? path === entryPath : path === entryPath || path.startsWith(`${entryPath}/`)
}

/** Whether a path lies behind the contract lock. */
export function isGated(path: string): boolean {
  return menus.partner.some((each) => each.needsContract && isActive(each.path, path))
}
