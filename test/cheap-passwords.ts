import { scrypt } from 'node:crypto'
import { type Derive, PasswordHashes } from '#accounts/auth/server/password-hashes.ts'

/** What a password costs in production: 70 ms of a processor, at sign-up and at each sign-in. */
const productCost = 'N=16384 r=16 p=1'
const testCost = { N: 16, r: 1, p: 1 }

/** Hashes at a low cost, as most frameworks do for tests, after checking that the product asks for its full one. */
const deriveCheaply: Derive = (password, salt, length, { N, r, p }, done) => {
  const cost = `N=${N} r=${r} p=${p}`
  if (cost !== productCost) throw new Error(`A password hash costs ${cost} instead of ${productCost}`)
  scrypt(password, salt, length, testCost, done)
}

/** Hashes of a portal that tests sign in to often. */
export function cheapPasswords(): PasswordHashes {
  return new PasswordHashes({ derive: deriveCheaply })
}

/** The same, whose hashes do not end between `hold` and `release`. */
export function heldPasswords() {
  let held: Promise<void> = Promise.resolve()
  let end = () => {}
  const derive: Derive = (...args) => void held.then(() => deriveCheaply(...args))
  return {
    passwords: new PasswordHashes({ derive }),
    hold: () => {
      held = new Promise((resolve) => {
        end = resolve
      })
    },
    release: () => end(),
  }
}
