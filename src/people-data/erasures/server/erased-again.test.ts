import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { CommandSettings } from '#operations/backup/server/command-settings.ts'
import { backUp, compact, restore } from '#operations/backup/server/commands.ts'
import { addToErasedLists, readErasedLists } from '#operations/backup/server/erased-list-commands.ts'
import { checkJournal } from '#operations/journal/server/check-journal.ts'
import { databaseJournal } from '#operations/journal/server/database-journal.ts'
import { readConfig } from '#platform/server/config.ts'
import { newId } from '#platform/server/ids.ts'
import { startPortal } from '#portal/server/start.ts'
import { emptyTestEnv, type TestEnv, testLog } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { password, TestApp } from '#test/test-app.ts'
import { filesWith } from '#test/texts-in-files.ts'
import { erasureRoutes } from '../api.ts'
import { followErasures } from './follow.ts'

const folder = mkdtempSync(join(tmpdir(), 'passerelle-erased-'))
const archive = join(folder, 'before.tar')
const canary = 'Canari Vivant'
let app: TestApp
let env: TestEnv
let target: CommandSettings
const ids: Record<'gone' | 'stays', string> = { gone: '', stays: '' }

beforeAll(async () => {
  app = await TestApp.open('pglite', { BACKUP_DIR: join(folder, 'nightly') })
  const marie = await app.newPartner('marie@exemple.fr')
  const add = async (name: string, email: string) =>
    (await marie.call(leadRoutes.addLead, { body: { ...plainLead, name, email, company: `${name} SARL` } })).id
  ids.gone = await add(canary, 'canari@vivant.example')
  ids.stays = await add('Paul Autre', 'paul@autre.example')
  env = await emptyTestEnv('pglite')
  target = { dataDir: env.dataDir, databaseUrl: null, s3: null, secret: null, passphrase: null }
  await backUp({ ...target, dataDir: app.dataDir }, archive, testLog)
  await app.admin.call(erasureRoutes.planErasure, { body: { leads: [{ id: ids.gone, soleTrader: false }], password } })
  app.pass(3 * 86_400_000)
  await followErasures(app.portal)
}, 120_000)
afterAll(async () => {
  await app.close()
  await env.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup of before an erasure', inOrder, () => {
  test('who was erased is erased again by a start on a backup of before, and the others are there', async () => {
    const lists = [join(app.dataDir, 'erased.jsonl'), join(folder, 'nightly', 'erased.jsonl')]
    for (const path of lists) expect(readFileSync(path, 'utf8')).toContain(ids.gone)
    expect(readFileSync(lists[0] ?? '', 'utf8')).not.toMatch(/canari/i)
    const [list = ''] = lists
    const own = join(target.dataDir, 'erased.jsonl')
    copyFileSync(list, own)
    utimesSync(own, statSync(list).atime, statSync(list).mtime)
    await restore(target, archive, { replace: true, log: testLog })
    const config = readConfig(
      { DATA_DIR: target.dataDir, PORT: '0', PUBLIC_URL: 'http://portal.test' },
      { dataDir: target.dataDir },
    )
    const running = await startPortal(config, { listen: false, logLevel: 'silent' })
    const leads = await running.portal.database.asActor(system, (tx) => tx.selectFrom('leads').select(['id', 'name']).execute())
    expect(leads).toEqual([{ id: ids.stays, name: 'Paul Autre' }])
    expect((await checkJournal(await databaseJournal(running.portal.database))).error).toBeNull()
    await running.stop()
  }, 120_000)

  test('compacting takes it out of the files of the embedded database', async () => {
    expect(filesWith(join(target.dataDir, 'database'), canary)).not.toEqual([])
    const { before, after } = await compact(target, testLog)
    expect(filesWith(target.dataDir, canary)).toEqual([])
    expect(filesWith(join(target.dataDir, 'database'), 'Paul Autre')).not.toEqual([])
    expect([before > 0, after > 0, existsSync(join(target.dataDir, 'database'))]).toEqual([true, true, true])
  }, 120_000)

  test('a line that was cut off is passed over, and the next one begins after it', async () => {
    const path = join(target.dataDir, 'erased.jsonl')
    const lines = async () => (await readErasedLists([path]))[0]?.lines
    const [first] = (await lines()) ?? []
    expect(first).toMatchObject({ leads: [{ id: ids.gone }] })
    appendFileSync(path, '{"erasure":"01')
    const added = { erasure: newId(), at: new Date().toISOString(), leads: [{ id: ids.stays, soleTrader: false }] }
    await addToErasedLists([path], [added])
    expect(await lines()).toEqual([first, added])
  })
})
