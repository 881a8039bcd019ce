import { m } from '../messages/messages.ts'
import { type RefusalCode, refuseUnless } from './refusal.ts'

type Changes<T> = { readonly [Field in keyof T]?: T[Field] | undefined }

/** Values after a change: what was not sent stays as it is. */
export function withChanges<T extends object>(current: T, changes: Changes<T>): T {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(entries) } as T
}

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Refuses a change by somebody who has not seen what it overwrites: a value is not as `expected` any more. Without `expected` the
 * caller does not mind.
 */
export function refuseOverwriting<T extends object>(
  current: T,
  expected: { readonly [Field in keyof T]?: unknown } | undefined,
  code: RefusalCode = 'changed_meanwhile',
): void {
  const seen = Object.entries(expected ?? {}).filter(([, value]) => value !== undefined)
  refuseUnless(
    seen.every(([name, value]) => same(current[name as keyof T], value)),
    code,
    m.changedMeanwhile,
  )
}
