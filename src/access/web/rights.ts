import { useLocation } from 'react-router'
import { abilityOfPage } from '#access/api/pages.ts'
import type { Me } from '#access/api/session.ts'
import type { Ability } from '#access/domain/abilities.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { type StartedPage, startedPages } from '#access/domain/pages-in-use.ts'
import { hasRight, type NeededRight, rightsOfRole } from '#access/domain/staff-rights.ts'
import { useMe } from '#platform/web/app/session/session.ts'

/** Whether somebody of the staff has this right, or one of these. Partners have none: their records say what they may do. */
export function mayDo({ staffRole }: Pick<Me, 'staffRole'>, right: NeededRight): boolean {
  return staffRole !== null && hasRight(rightsOfRole[staffRole], right)
}

/** Whether the signed-in person may do what needs this right, or one of these. */
export function useRight(right: NeededRight): boolean {
  return mayDo(useMe(), right)
}

/** Whether somebody of a partner has this ability; staff are asked for rights instead. */
export function hasAbility({ partner }: Pick<Me, 'partner'>, ability: Ability): boolean {
  return partner === null || partner.abilities.includes(ability)
}

/** Whether the signed-in person's role at their partner includes this; for staff it does. */
export function useAbility(ability: Ability): boolean {
  return hasAbility(useMe(), ability)
}

/** Whether a part beyond the specification has something to show. */
export const useInUse = (part: StartedPage): boolean => useMe().inUse.includes(part)

/** The tabs of those pages that the signed-in person may open, and that have something to show, or are shown. */
export function useOpenTabs<Tab extends { readonly path: string }>(tabs: readonly Tab[]): readonly Tab[] {
  const me = useMe()
  const { pathname } = useLocation()
  const waits = (path: string) => {
    const page = startedPages.find((each) => each !== 'bankAnswers' && pagePaths[each] === path)
    return page !== undefined && path !== pathname && !me.inUse.includes(page)
  }
  return tabs.filter(({ path }) => missingAbility(me, path) === null && !waits(path))
}

/** What the signed-in person lacks to open the page at an address; null where they may. */
export function missingAbility(me: Pick<Me, 'partner'>, address: string): Ability | null {
  const ability = abilityOfPage(address)
  return ability && !hasAbility(me, ability) ? ability : null
}
