import { webcrypto } from 'node:crypto'

/** Two portals' worth, an authority's and a seal's each: two that are opened one after the other have different keys. */
const keptPairs = 4
const kept: Promise<CryptoKeyPair>[] = []
let asked = 0

/**
 * The process that imports this makes as many pairs of keys of a seal as are kept, and hands them out in turn: making two takes
 * longer than a portal's start. The certificates are made anew, each with its own number, name and times.
 */
const { subtle } = webcrypto
const generate = subtle.generateKey.bind(subtle) as (...args: unknown[]) => Promise<unknown>
let isNew = false
subtle.generateKey = ((algorithm: { modulusLength?: number }, ...rest: unknown[]) => {
  if (isNew || algorithm.modulusLength !== 3072) return generate(algorithm, ...rest)
  const place = asked % keptPairs
  asked += 1
  kept[place] ??= generate(algorithm, ...rest) as Promise<CryptoKeyPair>
  return kept[place]
}) as typeof subtle.generateKey

/** Keys that `make` asks for at once are made, and are nobody else's. */
export function withNewRsaKeys<T>(make: () => T): T {
  isNew = true
  try {
    return make()
  } finally {
    isNew = false
  }
}
