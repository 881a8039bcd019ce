import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseDriver } from '#platform/server/db/driver.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { bareTestEnv, databaseKinds, type TestEnv, testLog } from '#test/databases.ts'

const silver = '0190a000-0000-7000-8000-000000000002'
const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`

describe.each(databaseKinds())('events of an earlier version on %s', (databaseKind) => {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-old-events-'))
  let env: TestEnv
  let driver: DatabaseDriver
  beforeAll(async () => {
    for (const name of readdirSync('migrations').filter((each) => each < '0031')) cpSync(`migrations/${name}`, join(folder, name))
    env = await bareTestEnv(databaseKind)
    const { dataDir, databaseUrl } = env
    driver = await openDriver({ dataDir, databaseUrl, log: testLog })
    await migrate(driver, folder)
  })
  afterAll(async () => {
    await driver.close()
    await env.remove()
    rmSync(folder, { recursive: true })
  })

  test('refer to a tier by id after the migration, if its name still exists', async () => {
    const old = [
      [
        1,
        'commission.created',
        null,
        { leadId: id(9), revenueCents: 100, commissionRate: 20, tierName: 'Silver', amountCents: 20 },
      ],
      [
        2,
        'commission.created',
        null,
        { description: 'Prime', revenueCents: 100, commissionRate: 20, tierName: 'Argent', amountCents: 20 },
      ],
      [
        3,
        'commission.validated',
        { status: 'en_attente', tierName: 'Argent' },
        { status: 'valide', tierName: 'Silver', amountCents: 20 },
      ],
      [4, 'lead.moved', { status: 'nouveau' }, { status: 'signe' }],
    ] as const
    await driver.asOwner(async (run) => {
      for (const [at, name, before, after] of old) {
        const values = [id(at), name, JSON.stringify(before), JSON.stringify(after)]
        await run(
          `insert into events (id, name, occurred_at, audience, before, after) values ($1, $2, now(), 'staff', $3, $4)`,
          values,
        )
      }
    })
    await migrate(driver, 'migrations')
    const { rows } = await driver.asOwner((run) => run('select before, after from events order by seq'))
    expect(rows).toEqual([
      {
        before: null,
        after: { leadId: id(9), description: '', revenueCents: 100, commissionRate: 20, tierId: silver, amountCents: 20 },
      },
      {
        before: null,
        after: { leadId: null, description: 'Prime', revenueCents: 100, commissionRate: 20, tierId: null, amountCents: 20 },
      },
      { before: { status: 'en_attente', tierId: null }, after: { status: 'valide', tierId: silver, amountCents: 20 } },
      { before: { status: 'nouveau' }, after: { status: 'signe' } },
    ])
  })
})
