import type { ComponentType } from 'react'
import type { Me } from '#access/api/session.ts'
import type { Role } from '#access/domain/actor.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { missingAbility } from '#access/web/rights.ts'
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
  /** The language of the label, where it is another one than the page's. */
  readonly lang: string | undefined
  readonly path: string
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  readonly needsContract: boolean
}

const entry = (
  [label, lang]: readonly [label: string, lang: string | undefined],
  path: string,
  icon: MenuEntry['icon'],
  needsContract = false,
): MenuEntry => ({
  label,
  lang,
  path,
  icon,
  needsContract,
})

/** The two sidebars, as specified. */
export const menus: Readonly<Record<Role, readonly MenuEntry[]>> = {
  partner: [
    entry([m.dashboard(), m.dashboard.lang], pagePaths.home, IconLayoutDashboard),
    entry([m.menuLeads(), m.menuLeads.lang], pagePaths.leads, IconUsers, true),
    entry([m.menuCommissions(), m.menuCommissions.lang], pagePaths.commissions, IconCoinEuro, true),
    entry([m.menuStatus(), m.menuStatus.lang], pagePaths.status, IconChartBar, true),
    entry([m.menuContract(), m.menuContract.lang], pagePaths.contract, IconFileText),
    entry([m.menuPaymentInfo(), m.menuPaymentInfo.lang], pagePaths.paymentInfo, IconBuildingBank, true),
    entry([m.resources(), m.resources.lang], pagePaths.resources, IconFolder, true),
  ],
  admin: [
    entry([m.dashboard(), m.dashboard.lang], pagePaths.home, IconLayoutDashboard),
    entry([m.menuPartners(), m.menuPartners.lang], pagePaths.partners, IconUsersGroup),
    entry([m.menuLeads(), m.menuLeads.lang], pagePaths.adminLeads, IconUsers),
    entry([m.menuContracts(), m.menuContracts.lang], pagePaths.adminContracts, IconFileText),
    entry([m.menuCommissions(), m.menuCommissions.lang], pagePaths.adminCommissions, IconCoinEuro),
    entry([m.resources(), m.resources.lang], pagePaths.adminResources, IconFolder),
  ],
}

/** An entry is active when the path starts with its own; /dashboard matches only exactly. */
export function isActive(entryPath: string, path: string): boolean {
  return entryPath === pagePaths.home ? path === entryPath : path === entryPath || path.startsWith(`${entryPath}/`)
}

/** What keeps an entry locked for somebody: a role that does not include its page, or the unsigned contract. */
export function lockOf(me: Pick<Me, 'partner' | 'contractSigned'>, entry: Pick<MenuEntry, 'path' | 'needsContract'>) {
  return missingAbility(me, entry.path) ?? (entry.needsContract && !me.contractSigned ? 'contract' : null)
}

/** Whether a path lies behind the contract lock: an entry that the menu locks, or where leads are brought in from a file. */
export function isGated(path: string): boolean {
  return path === pagePaths.imports || menus.partner.some((each) => each.needsContract && isActive(each.path, path))
}
