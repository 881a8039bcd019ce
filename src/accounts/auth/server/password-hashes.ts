import { type BinaryLike, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'

/** A hash takes 32 MB and some 70 ms of a processor. Stored hashes do not record these parameters, so they must not change. */
const cost = { N: 16_384, r: 16, p: 1 }
const keyBytes = 64
const saltBytes = 16
const maxmem = 128 * cost.N * cost.r * 2

/** Hashes wait for a processor: more at once would take it from everybody else's requests. */
const usualAtOnce = Math.max(1, availableParallelism() - 1)
/** Above a second of waiting on one processor, people are asked to try again instead. */
const usualMaxWaiting = 16
const retryAfter = 2

/** Derives a key from a password as `scrypt` of Node does. */
export type Derive = (
  password: BinaryLike,
  salt: BinaryLike,
  keyBytes: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void

interface Hashing {
  readonly atOnce?: number
  readonly maxWaiting?: number
  /** Node's own, but for tests, which sign in thousands of times. */
  readonly derive?: Derive
}

/** Hashes and verifies passwords by scrypt, off the thread of the requests and few at once. */
export class PasswordHashes {
  readonly #deriveKey: Derive
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ atOnce = usualAtOnce, maxWaiting = usualMaxWaiting, derive = scrypt }: Hashing = {}) {
    this.#deriveKey = derive
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** The hash as it is stored: salt and key, in hexadecimal. Refuses `database_busy` when too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes).toString('hex')
    return `${salt}:${(await this.#derive(password, salt)).toString('hex')}`
  }

  /** Refuses `database_busy` when too many wait. */
  async verify({ hash, password }: { readonly hash: string; readonly password: string }): Promise<boolean> {
    const [salt, key] = hash.split(':')
    if (!salt || !key) throw new Error('a stored password hash has no salt or no key')
    const expected = Buffer.from(key, 'hex')
    const derived = await this.#derive(password, salt)
    return derived.length === expected.length && timingSafeEqual(derived, expected)
  }

  async #derive(password: string, salt: string): Promise<Buffer> {
    await this.#enter()
    try {
      return await new Promise((resolve, reject) => {
        this.#deriveKey(password.normalize('NFKC'), salt, keyBytes, { ...cost, maxmem }, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      })
    } finally {
      // The next one takes the place over, so that nobody who comes now overtakes it.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= this.#maxWaiting)
      throw new Refusal('database_busy', m.tooManySignIns(), { facts: { retryAfter } })
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
