import type { Me } from '#platform/api/session.ts'
import { hasRight, type NeededRight, rightsOfRole } from '#platform/domain/staff-rights.ts'
import { useMe } from './session.ts'

/** Whether somebody of the staff has this right, or one of these. Partners have none: their records say what they may do. */
export function mayDo({ staffRole }: Pick<Me, 'staffRole'>, right: NeededRight): boolean {
  return staffRole !== null && hasRight(rightsOfRole[staffRole], right)
}

/** Whether the signed-in person may do what needs this right, or one of these. */
export function useRight(right: NeededRight): boolean {
  return mayDo(useMe(), right)
}
