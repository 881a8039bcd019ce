import type { KeyMaterial } from './seal-key.ts'

/** The current and former seal keys, which all servers of a portal share. */
export interface SealKeys {
  /**
   * The key in force: the operator's own, or a generated one, which `make` returns as PEM if there is none yet. Throws a
   * StartError if the servers seal with another one.
   */
  take(own: KeyMaterial | null, make: () => Promise<string>): Promise<KeyMaterial>
  /** Certificate chains of all keys ever used, in DER, leaf first, so that seals stay verifiable. */
  chains(): Promise<readonly (readonly Uint8Array[])[]>
}
