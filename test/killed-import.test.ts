import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PasswordHashes } from '#accounts/auth/server/password-hashes.ts'
import { importRoutes } from '#imports/api.ts'
import { addressOf } from '#platform/api/route.ts'
import { databaseKinds } from './databases.ts'
import { readRows, stage } from './imports.ts'
import { lockWaits, until } from './lock-waits.ts'
import { builtPortal, type PortalProcess } from './running-portal.ts'
import { type Client, TestApp } from './test-app.ts'

const kinds = databaseKinds().filter((kind) => kind === 'postgres')
const count = 1500

describe.skipIf(kinds.length === 0)('a portal that is killed while it imports', () => {
  let app: TestApp
  let camille: Client
  let portal: PortalProcess
  beforeAll(async () => {
    let databaseUrl = ''
    const way = async (url: string) => {
      databaseUrl = url
      return url
    }
    // The portal of its own process checks passwords at their full cost.
    app = await TestApp.open('postgres', {}, way, { passwords: new PasswordHashes() })
    camille = await app.newPartner('camille@exemple.fr')
    portal = builtPortal({ DATABASE_URL: databaseUrl, DATA_DIR: app.dataDir, PUBLIC_URL: 'http://portal.test' })
  }, 120_000)
  afterAll(async () => {
    await portal.remove()
    await app.close()
  })

  const figure = async (select: string) => Number((await app.portal.database.asOwner((run) => run(select))).rows[0]?.count)

  test('goes on by itself at each batch, and adds each row once', async () => {
    const rows = Array.from({ length: count }, (_, at) => ({
      name: `Contact ${at}`,
      company: `Maison ${at}`,
      email: `c${at}@maison${at}.example`,
      amount: '100',
      offer: 'Star',
      status: at % 20 === 0 ? 'Signé' : '',
    }))
    const { id } = await stage(camille, { kind: 'leads', rows })
    const imported = () => figure(`select count(*)::int from import_rows where import_id = '${id}' and outcome = 'imported'`)
    // From now on the process does the work of the queue.
    await app.portal.queue.stop()
    await portal.start()
    const path = addressOf(importRoutes.applyImport).replace(':id', id)
    const headers = { cookie: camille.cookie, 'content-type': 'application/json' }
    expect((await fetch(portal.url + path, { method: 'POST', headers, body: '{}' })).status).toBe(202)
    const marks: number[] = []
    for (const share of [0.1, 0.3, 0.6]) {
      await until(
        async () => (await imported()) >= count * share,
        () => `${share} of the rows:\n${portal.output}`,
      )
      await portal.stop('SIGKILL')
      await until(
        async () => (await lockWaits(app.portal.database)) === 0,
        () => 'end of the killed server’s transactions',
      )
      marks.push(await imported())
      await portal.start()
    }
    await until(
      async () => (await imported()) === count,
      () => `end of the import:\n${portal.output}`,
    )
    expect(marks.every((mark) => mark < count)).toBe(true)
    expect(new Set((await readRows(camille, id)).map(({ recordId }) => recordId)).size).toBe(count)
    expect(await figure('select count(*)::int from leads')).toBe(count)
    expect(await figure('select count(*)::int from commissions')).toBe(count / 20)
    await until(
      async () => (await camille.call(importRoutes.readImport, { params: { id } })).state === 'done',
      () => 'last batch',
    )
    expect(await figure("select count(*)::int from events where name = 'import.applied'")).toBe(1)
  }, 180_000)
})
