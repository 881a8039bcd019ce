import type { BinaryLike, ScryptOptions } from 'node:crypto'
import { createRequire, syncBuiltinESMExports } from 'node:module'

type Derive = (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void

const crypto = createRequire(import.meta.url)('node:crypto') as { scrypt: Derive }

/** What a password costs in production: 70 ms of a processor, at sign-up and at each sign-in. */
const productCost = 'N=16384 r=16 p=1'
const testCost = { N: 16, r: 1, p: 1 }
let isCheap = true
let held: Promise<void> | null = null

/**
 * Lowers the cost of password hashes in the process that imports this, as most frameworks do for tests. Hashing and verifying
 * run as in production, which is checked to ask for its full cost. Portals started as processes of their own are not affected.
 */
const derive = crypto.scrypt
crypto.scrypt = (password, salt, length, options, done) => {
  const cost = `N=${options.N} r=${options.r} p=${options.p}`
  if (cost !== productCost) throw new Error(`A password hash costs ${cost} instead of ${productCost}`)
  const run = () => derive(password, salt, length, isCheap ? testCost : options, done)
  if (held) void held.then(run)
  else run()
}
syncBuiltinESMExports()

/** Restores the full cost, for hashes that production made. Returns the undo. */
export function useFullPasswordCost(): () => void {
  isCheap = false
  return () => {
    isCheap = true
  }
}

/** Keeps all hashes that start from now on from ending, until the returned function is called. */
export function holdPasswordHashes(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  return () => {
    held = null
    resolve()
  }
}
