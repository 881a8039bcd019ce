import type { Actor } from './catalogue.ts'

/** An id that says what it belongs to. */
export function idOf(number: number): string {
  return `0190a000-0000-7000-9000-${number.toString(16).padStart(12, '0')}`
}

/** Two partners, two administrators, and somebody who was deleted. Expectations are told from Marie's and Ada's side. */
export const marie = idOf(1)
export const karim = idOf(2)
export const ada = idOf(3)
export const alan = idOf(4)
export const gone = idOf(5)

export const as: Readonly<Record<'nobody' | 'marie' | 'ada' | 'alan' | 'system', Actor>> = {
  nobody: { role: 'anonymous', userId: '' },
  marie: { role: 'partner', userId: marie },
  ada: { role: 'admin', userId: ada },
  alan: { role: 'admin', userId: alan },
  system: { role: 'system', userId: '' },
}

/** Who stands for each role when the policies are looked at. That Marie's or Ada's id is set does not make a role theirs. */
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
/** The moment at which facts are looked at. */
export const noon = '2026-03-03T12:00:00Z'
