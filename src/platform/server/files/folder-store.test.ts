import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/server/ids.ts'
import { openFolderStore } from './folder-store.ts'
import { type FileStore, fileKey } from './store.ts'

let dataDir: string
let store: FileStore
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'passerelle-store-'))
  store = await openFolderStore(dataDir)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** The folder's own write needs none. */
const facts = { size: 0, sha256: '' }
const newKey = () => fileKey({ purpose: 'contract', id: newId() })
const storedFiles = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => each.name)

test('a file is read back whole or in part, and only its owner may read it on disk', async () => {
  const key = newKey()
  await store.write(key, Readable.from([Buffer.from('0123'), Buffer.from('456789')]), facts)
  expect(await text(await store.read(key))).toBe('0123456789')
  expect(await text(await store.read(key, { start: 2, end: 4 }))).toBe('234')
  const [name = ''] = storedFiles()
  expect(statSync(join(dataDir, 'files', 'contract', name)).mode & 0o777).toBe(0o600)
})

test('a failed stream leaves no file', async () => {
  const failing = Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000)
      throw new Error('the line broke')
    })(),
  )
  const key = newKey()
  await expect(store.write(key, failing, facts)).rejects.toThrow('the line broke')
  await expect(store.read(key)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(storedFiles()).toEqual([])
})

test('removing a file is idempotent', async () => {
  const key = newKey()
  await store.write(key, Readable.from([Buffer.from('x')]), facts)
  await store.delete(key)
  await store.delete(key)
  expect(storedFiles()).toEqual([])
})

test.each(['../secret', 'contract/../../secret', '/etc/passwd', `contract/${'.'.repeat(36)}`, `../${newId()}`, ''])(
  'a path outside the folder is refused: %s',
  async (key) => {
    await expect(store.read(key)).rejects.toThrow('not a key of a stored file')
    await expect(store.delete(key)).rejects.toThrow('not a key of a stored file')
    await expect(store.write(key, Readable.from([]), facts)).rejects.toThrow('not a key of a stored file')
  },
)

test('the health check leaves no probe file; when it cannot write it says why', async () => {
  expect(await store.health()).toEqual({ ok: true })
  expect(storedFiles()).toEqual([])
  rmSync(join(dataDir, 'files', 'unfinished'), { recursive: true })
  expect(await store.health()).toEqual({ ok: false, detail: 'Files cannot be written (ENOENT): uploads are refused.' })
})

test('a start removes temporary files of a killed server, not those of a running one', async () => {
  const unfinished = join(dataDir, 'files', 'unfinished')
  for (const name of ['old', 'new']) writeFileSync(join(unfinished, name), 'half')
  const yesterday = Date.now() / 1000 - 86_400
  utimesSync(join(unfinished, 'old'), yesterday, yesterday)
  await openFolderStore(dataDir)
  expect(readdirSync(unfinished)).toEqual(['new'])
})
