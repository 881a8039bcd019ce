type Changes<T> = { readonly [Field in keyof T]?: T[Field] | undefined }

/** Values after a change: what was not sent stays as it is. */
export function withChanges<T extends object>(current: T, changes: Changes<T>): T {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(entries) } as T
}
