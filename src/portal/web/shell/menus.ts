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
import { m } from '#portal/messages/messages.ts'

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
    entry(m.menuDashboard(), pagePaths.home, IconLayoutDashboard),
    entry(m.menuLeads(), pagePaths.leads, IconUsers, true),
    entry(m.menuCommissions(), pagePaths.commissions, IconCoinEuro, true),
    entry(m.menuStatus(), pagePaths.status, IconChartBar, true),
    entry(m.menuContract(), pagePaths.contract, IconFileText),
    entry(m.menuPaymentInfo(), pagePaths.paymentInfo, IconBuildingBank, true),
    entry(m.menuResources(), pagePaths.resources, IconFolder, true),
  ],
  admin: [
    entry(m.menuDashboard(), pagePaths.home, IconLayoutDashboard),
    entry(m.menuPartners(), pagePaths.partners, IconUsersGroup),
    entry(m.menuLeads(), pagePaths.adminLeads, IconUsers),
    entry(m.menuContracts(), pagePaths.adminContracts, IconFileText),
    entry(m.menuCommissions(), pagePaths.adminCommissions, IconCoinEuro),
    entry(m.menuResources(), pagePaths.adminResources, IconFolder),
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
