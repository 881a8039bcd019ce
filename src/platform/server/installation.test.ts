import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { StartError } from '#platform/server/db/start-error.ts'
import { openFolderStore } from '#platform/server/files/folder-store.ts'
import { startPortal } from '#portal/server/start.ts'
import { databaseKinds, freshDatabase, testLog } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { TestApp } from '#test/test-app.ts'
import { checkInstallation } from './installation.ts'

const secret = 's'.repeat(32)

describe.each(databaseKinds('every'))('pairing of folder, secret and database on %s', inOrder, (databaseKind) => {
  let env: Awaited<ReturnType<typeof freshDatabase>>
  const folders: string[] = []
  beforeAll(async () => {
    env = await freshDatabase(databaseKind)
  })
  afterAll(async () => {
    await env.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'passerelle-files-'))
    folders.push(folder)
    return folder
  }
  const start = async (folder: string, adopt: readonly ('files' | 'secret')[] = [], other = secret) => {
    const files = await openFolderStore(folder)
    const log = testLog.child({}, { level: 'silent' })
    return checkInstallation({ database: env.database, files, log }, { secret: other, adopt: new Set(adopt) })
  }
  const shared = newFolder()

  test('concurrent first starts on one folder agree, and so does every later one', async () => {
    await Promise.all([start(shared), start(shared)])
    await start(shared)
  })

  test('a server with another folder is refused with a message, even once the folder is marked', async () => {
    const own = newFolder()
    await expect(start(own)).rejects.toThrow(
      `There are no files of this portal at ${join(own, 'files')}: all servers of one portal share`,
    )
    await expect(start(own)).rejects.toBeInstanceOf(StartError)
    const foreign = await openFolderStore(own)
    await foreign.placeMark('0190a000-0000-7000-8000-0000000000aa')
    await expect(start(own)).rejects.toThrow('belong to another portal’s database')
  })

  test('a server with another secret is refused with a message', async () => {
    await expect(start(shared, [], 'o'.repeat(32))).rejects.toThrow('is not the one that this portal was started with')
    await start(shared, ['secret'], 'o'.repeat(32))
    await start(shared, [], 'o'.repeat(32))
    await expect(start(shared)).rejects.toBeInstanceOf(StartError)
    await start(shared, ['secret'])
  })

  test('after losing the folder, or with the right one, adopting it works at the next start', async () => {
    const empty = newFolder()
    await start(empty, ['files'])
    await start(empty)
    await start(shared)
    const marked = newFolder()
    await (await openFolderStore(marked)).placeMark('0190a000-0000-7000-8000-0000000000bb')
    await start(marked, ['files'])
    await start(marked)
    await expect(start(shared)).rejects.toBeInstanceOf(StartError)
  })
})

test.runIf(inject('postgres'))(
  'a second server on the same database starts with the shared folder and secret, and with no other',
  async () => {
    const app = await TestApp.open('postgres')
    const folder = mkdtempSync(join(tmpdir(), 'passerelle-files-'))
    const start = (more: object) => startPortal({ ...app.portal.config, ...more }, { listen: false, logLevel: 'silent' })
    await expect(start({ dataDir: folder })).rejects.toBeInstanceOf(StartError)
    await expect(start({ secret })).rejects.toBeInstanceOf(StartError)
    await (await start({})).stop()
    await app.close()
    rmSync(folder, { recursive: true })
  },
)
