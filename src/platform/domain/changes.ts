type Given<T> = { readonly [Field in keyof T]?: T[Field] | undefined }

/** Values after a change: what was not sent stays as it is. */
export function withChanges<T extends object>(kept: T, given: Given<T>): T {
  const sent = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...kept, ...Object.fromEntries(sent) } as T
}
