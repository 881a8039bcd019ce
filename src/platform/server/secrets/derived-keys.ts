import type { KeyObject } from 'node:crypto'

/** Keeps the keys that are derived from a secret: deriving one takes longer than using it. */
export function perPurpose<P extends string>(
  derive: (secret: string, purpose: P) => KeyObject,
): (secret: string, purpose: P) => KeyObject {
  const keys = new Map<string, KeyObject>()
  return (secret, purpose) => {
    const name = `${purpose} ${secret}`
    const key = keys.get(name) ?? derive(secret, purpose)
    keys.set(name, key)
    return key
  }
}
