import { expect, test } from 'vitest'
import { PasswordHashes } from './password-hashes.ts'

/** As the sign-in library made it, in versions that let it hash. */
const salt = '55378b16c69a2fb31fef3e1d5a6520bd'
const key = [
  'f4b9949b788beb6bb35dc19e362aa75d56c54d92b7ab6f2e347a7c9ec44ac529',
  '899f721dd37ba6d0baa2252e8ffef9e25b0a567925003696abb8a072384b0175',
].join('')
const storedHash = `${salt}:${key}`
const password = 'Été à Bourg, 1 fois'

test('verifies what the sign-in library stored, and stores in the same form', async () => {
  const hashes = new PasswordHashes()
  expect(await hashes.verify({ hash: storedHash, password })).toBe(true)
  // The same characters, decomposed, as some keyboards send them.
  expect(await hashes.verify({ hash: storedHash, password: password.normalize('NFD') })).toBe(true)
  expect(await hashes.verify({ hash: storedHash, password: `${password} ` })).toBe(false)
  const fresh = await hashes.hash(password)
  expect(fresh).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  expect(fresh).not.toBe(await hashes.hash(password))
  expect(await hashes.verify({ hash: fresh, password })).toBe(true)
})

test('hashes leave the thread free, run in order and refuse once too many wait', async () => {
  const hashes = new PasswordHashes({ atOnce: 1, maxWaiting: 2 })
  const done: number[] = []
  const hash = (n: number) => hashes.hash(password).then(() => done.push(n))
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  }, 1)
  const admitted = [hash(1), hash(2), hash(3)]
  await expect(hash(4)).rejects.toMatchObject({ code: 'database_busy', status: 503, facts: { retryAfter: 2 } })
  await Promise.all(admitted)
  clearInterval(turning)
  expect(done).toEqual([1, 2, 3])
  // Three hashes on this thread would let it turn at most between them.
  expect(turns).toBeGreaterThan(10)
  await hash(5)
  expect(done).toEqual([1, 2, 3, 5])
})

test('a stored value that is no hash is an error, and gives its place back', async () => {
  const hashes = new PasswordHashes({ atOnce: 1, maxWaiting: 0 })
  await expect(hashes.verify({ hash: 'nothing', password })).rejects.toThrow('no salt or no key')
  expect(await hashes.verify({ hash: 'ab:', password }).catch(() => 'refused')).toBe('refused')
  expect(await hashes.verify({ hash: storedHash, password })).toBe(true)
})
