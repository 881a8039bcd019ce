import type { Actor } from './catalogue.ts'

/** A recognizable UUID. */
export function idOf(number: number): string {
  return `0190a000-0000-7000-9000-${number.toString(16).padStart(12, '0')}`
}

/** Two partners, two administrators, and a deleted person. Expectations are from Marie's and Ada's point of view. */
export const marie = idOf(1)
export const karim = idOf(2)
export const ada = idOf(3)
export const alan = idOf(4)
export const gone = idOf(5)
/** Somebody who works for Marie's company, and somebody who left it. */
export const nadia = idOf(6)
export const left = idOf(7)

export const as: Readonly<
  Record<'nobody' | 'marie' | 'nadia' | 'paidNadia' | 'manager' | 'accountant' | 'ada' | 'alan' | 'system', Actor>
> = {
  nobody: { role: 'anonymous', userId: '' },
  marie: { role: 'partner', userId: marie },
  nadia: { role: 'partner', userId: nadia, partnerId: marie, partnerRole: 'member' },
  paidNadia: { role: 'partner', userId: nadia, partnerId: marie, partnerRole: 'member', seesAmounts: true },
  manager: { role: 'partner', userId: nadia, partnerId: marie, partnerRole: 'manager' },
  accountant: { role: 'partner', userId: nadia, partnerId: marie, partnerRole: 'accountant' },
  ada: { role: 'admin', userId: ada },
  alan: { role: 'admin', userId: alan },
  system: { role: 'system', userId: '' },
}

/** Takes Ada every right: she stays of staff, and reads. */
export const withoutRights = `update user_roles set staff_role = 'viewer' where user_id = '${ada}'`

/** The actor per role. Other roles also get Marie's or Ada's id set, which must not grant anything. */
export const standIns: readonly Actor[] = [
  { role: 'anonymous', userId: marie },
  as.marie,
  as.ada,
  as.system,
  { role: 'auth', userId: ada },
  { role: 'jobs', userId: marie },
]

export const monday = '2026-03-02T09:00:00Z'
export const tuesday = '2026-03-03T09:00:00Z'
export const long = '2036-01-01T00:00:00Z'
/** The time at which facts are checked. */
export const noon = '2026-03-03T12:00:00Z'
