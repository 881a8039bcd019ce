import { m } from '../messages/messages.ts'

type Changes<T> = { readonly [Field in keyof T]?: T[Field] | undefined }

/** Values after a change: what was not sent stays as it is. */
export function withChanges<T extends object>(current: T, changes: Changes<T>): T {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(entries) } as T
}

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Whether a value is not what the caller saw before the change; without `expected` the caller does not mind. */
export function changedMeanwhile<T extends object>(current: T, expected: Changes<T> | undefined): boolean {
  const seen = Object.entries(expected ?? {}).filter(([, value]) => value !== undefined)
  return seen.some(([name, value]) => !same(current[name as keyof T], value))
}

/** What `settings_changed_meanwhile` says. */
export const settingsChanged = m.settingsChanged
