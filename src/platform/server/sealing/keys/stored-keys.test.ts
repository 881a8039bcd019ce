import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '#platform/server/config.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { newId } from '#platform/server/ids.ts'
import { type DatabaseKind, databaseKinds, freshDatabase, testLog } from '#test/databases.ts'
import { commonKey, defaults, provider } from '#test/samples/pdf/signing.ts'
import { openSealer } from '../open-sealer.ts'
import { authorityBundle } from '../sealing.ts'
import { makeKeys } from './certificate-authority.ts'
import { fingerprintOf, madeKeyOf } from './key-pem.ts'
import { moveKeyFolder } from './move-key-folder.ts'
import type { KeyMaterial } from './seal-key.ts'
import { hasSealKey, storedKeys } from './stored-keys.ts'

const secret = 's'.repeat(32)
let env: Awaited<ReturnType<typeof freshDatabase>>
const pems: string[] = []
beforeAll(async () => {
  env = await freshDatabase(databaseKinds()[0] as DatabaseKind)
  const days = [2, 1].map((days) => new Date(Date.now() - days * 86_400_000))
  pems.push(await commonKey(), ...(await Promise.all(days.map((since) => makeKeys(provider, since)))))
})
afterAll(() => env.close())
beforeEach(async () => {
  await env.database.asOwner((run) =>
    run(`delete from installation; delete from seal_keys;
      insert into installation (store_mark, secret_fingerprint) values ('${newId()}', 'x')`),
  )
})

const keysFor = (adopt: readonly string[] = [], other = secret) =>
  storedKeys(env.database, { secret: other, adopt: new Set(adopt) as Config['adopt'] })
const made = (at: number) => async () => pems[at] ?? ''
const never = async () => Promise.reject(new Error('no key was to be made'))
/** A certificate of the provider's own; the second one began later than the first. */
const own = (at: 1 | 2): KeyMaterial => ({
  kind: 'p12',
  bytes: new Uint8Array(),
  password: '',
  chain: madeKeyOf(pems[at] ?? '').chain,
})
const nameOf = ({ chain }: KeyMaterial) => fingerprintOf(chain)
const age = () => env.database.asOwner((run) => run("update seal_keys set first_used_at = first_used_at - interval '2 hours'"))

test('keys are shared by servers that start concurrently and reused later', async () => {
  expect(await hasSealKey(env.database)).toBe(false)
  const keys = await Promise.all([0, 1, 2].map((at) => keysFor().take(null, made(at))))
  keys.push(await keysFor().take(null, never))
  expect(new Set(keys.map(nameOf)).size).toBe(1)
  expect(await hasSealKey(env.database)).toBe(true)
  expect(await keysFor().chains()).toHaveLength(1)
})

test('a private key is stored under the secret alone', async () => {
  await keysFor().take(null, made(0))
  const { rows } = await env.database.asOwner((run) => run('select chain, encrypted_key from seal_keys'))
  expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY')
  expect(rows).toEqual([{ chain: expect.stringContaining('CERTIFICATE'), encrypted_key: expect.stringMatching(/^v1\./) }])
})

test('with another secret nothing is sealed, until ADOPT makes a new key', async () => {
  const first = await keysFor().take(null, made(0))
  const other = 'o'.repeat(32)
  await expect(keysFor([], other).take(null, never)).rejects.toThrow(/cannot be read .* ADOPT=seal/)
  const second = await keysFor(['secret'], other).take(null, made(1))
  expect(nameOf(second)).not.toBe(nameOf(first))
  expect(nameOf(await keysFor([], other).take(null, never))).toBe(nameOf(second))
  expect((await keysFor().chains()).map(fingerprintOf).sort()).toEqual([nameOf(first), nameOf(second)].sort())
})

test('keys stay known once replaced, and of several servers with ADOPT=seal the first makes the key', async () => {
  const first = await openSealer({ ...defaults(keysFor()), providerName: 'Société A' })
  await age()
  const second = await openSealer({ ...defaults(keysFor(['seal'])), providerName: 'Société B' })
  const third = await openSealer({ ...defaults(keysFor(['seal'])), providerName: 'Société C' })
  const { caPem, leafSha256, notAfter } = first.certificates()
  expect(second.certificates().leafSha256).not.toBe(leafSha256)
  expect(third.certificates().leafSha256).toBe(second.certificates().leafSha256)
  expect(second.certificates().former).toEqual([expect.objectContaining({ caPem, leafSha256, notAfter })])
  expect(authorityBundle(second.certificates())).toBe(`${second.certificates().caPem}${caPem}`)
  expect(authorityBundle(first.certificates())).toBe(caPem)
  await Promise.all([first, second, third].map((sealer) => sealer.close()))
})

test('an own certificate goes before a generated one, and a newer one before an older one', async () => {
  await keysFor().take(null, made(0))
  expect(nameOf(await keysFor().take(own(1), never))).toBe(nameOf(own(1)))
  await expect(keysFor().take(null, never)).rejects.toThrow(/own certificate \(.*CN=.*\), which this server does not have/)
  expect(nameOf(await keysFor().take(own(2), never))).toBe(nameOf(own(2)))
  await expect(keysFor().take(own(1), never)).rejects.toThrow(StartError)
  await expect(keysFor().take(own(1), never)).rejects.toThrow('all servers of one portal share it')
  expect(nameOf(await keysFor(['seal']).take(own(1), never))).toBe(nameOf(own(1)))
  expect(await keysFor().chains()).toHaveLength(3)
})

const seal = (folder: string) => join(folder, 'signing', 'seal.pem')
/** A data directory of an earlier version. */
function earlier(at: number | null, former: readonly number[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-keys-'))
  mkdirSync(join(folder, 'signing', 'certificates'), { recursive: true })
  if (at !== null) writeFileSync(seal(folder), pems[at] ?? '')
  const certificates = (pem = '') => pem.slice(pem.indexOf('-----BEGIN CERTIFICATE'))
  for (const each of former) writeFileSync(join(folder, 'signing', 'certificates', `${each}.pem`), certificates(pems[each]))
  return folder
}
const move = (dataDir: string, adopt: readonly string[] = []) =>
  moveKeyFolder({ database: env.database, log: testLog }, { dataDir, secret, adopt: new Set(adopt) as Config['adopt'] })

test('the folder of an earlier version moves into the database at the first start, and goes', async () => {
  const folder = earlier(0, [0, 1])
  await Promise.all([move(folder), move(folder)])
  expect(existsSync(join(folder, 'signing'))).toBe(false)
  expect(nameOf(await keysFor().take(null, never))).toBe(nameOf(madeKeyOf(pems[0] ?? '')))
  expect(await keysFor().chains()).toHaveLength(2)
  await move(folder)
  rmSync(folder, { recursive: true })
})

test('a server that had a key of its own is refused, and keeps it', async () => {
  await move(earlier(0))
  const folder = earlier(1)
  await expect(move(folder)).rejects.toThrow('its servers had keys of their own')
  expect(existsSync(seal(folder))).toBe(true)
  await move(folder, ['seal'])
  expect(nameOf(await keysFor().take(null, never))).toBe(nameOf(madeKeyOf(pems[0] ?? '')))
  expect(await keysFor().chains()).toHaveLength(2)
  rmSync(folder, { recursive: true })
})

test.each([
  ['is cut', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 900))],
  ['is empty', (path: string) => writeFileSync(path, '')],
  [
    'is a folder',
    (path: string) => {
      rmSync(path)
      mkdirSync(path)
    },
  ],
])('a file of an earlier version that %s stays as it is, and stops the start', async (_, spoil) => {
  const folder = earlier(0)
  spoil(seal(folder))
  const before = statSync(seal(folder))
  await expect(move(folder)).rejects.toThrow(StartError)
  await expect(move(folder)).rejects.toThrow(/seal\.pem cannot be read .*: put back a copy, or move the file away/)
  expect([statSync(seal(folder)).ino, statSync(seal(folder)).size]).toEqual([before.ino, before.size])
  expect(await hasSealKey(env.database)).toBe(false)
  rmSync(folder, { recursive: true })
})
