import { readFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseDriver } from '#platform/server/db/driver.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { bareTestEnv, databaseKinds, type TestEnv, testLog } from './databases.ts'
import { migrationsUpTo } from './upgrade/fixture.ts'

const migration = readFileSync(new URL('../migrations/0178_legal_identity.sql', import.meta.url), 'utf8')
const nothing = ['', '', '', '']

describe.each(databaseKinds())('an address typed as one text, at migration 0177 on %s', (databaseKind) => {
  const folder = migrationsUpTo('0177')
  let env: TestEnv
  let driver: DatabaseDriver
  beforeAll(async () => {
    env = await bareTestEnv(databaseKind)
    driver = await openDriver({ dataDir: env.dataDir, databaseUrl: env.databaseUrl, log: testLog })
    await migrate(driver, folder)
  }, 120_000)
  afterAll(async () => {
    await driver.close()
    await env.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Building number, street, postcode and town after the migration, which is rolled back. */
  const migrated = (address: string, before = "building_number = ''") =>
    driver.asOwner(async (run) => {
      await run('begin')
      try {
        await run('update settings set address = $1', [address])
        await run(`update programme_settings set ${before}`)
        await run(migration)
        const { rows } = await run('select building_number, street, postcode, town from programme_settings')
        return Object.values(rows[0] ?? {})
      } finally {
        await run('rollback')
      }
    })

  test.each([
    ['12 quai de la Fosse, 44000 Nantes', ['12', 'quai de la Fosse', '44000', 'Nantes']],
    ['12 bis, rue du Port\n44100 Nantes ', ['12 bis', 'rue du Port', '44100', 'Nantes']],
    ['Place du Marché 35400 Saint-Malo', ['', 'Place du Marché', '35400', 'Saint-Malo']],
    ['7 RUE DE L’ÉGLISE, 01000 BOURG-EN-BRESSE', ['7', 'RUE DE L’ÉGLISE', '01000', 'BOURG-EN-BRESSE']],
  ] as const)('%j fills the parts', async (address, parts) => expect(await migrated(address)).toEqual(parts))

  test.each([
    '',
    'Nantes',
    '12 quai de la Fosse, Nantes',
    'Bâtiment B, 12 quai de la Fosse, 44000 Nantes',
    '12 quai de la Fosse, 44000 Nantes, France',
    '12 quai de la Fosse, 44000 Nantes Cedex 2',
    '10 Downing Street, London SW1A 2AA',
  ])('%j stays a text, since its parts would be a guess', async (address) => expect(await migrated(address)).toEqual(nothing))

  test('parts that somebody typed are kept, and an address abroad is not read as a French one', async () => {
    const typed = '12 quai de la Fosse, 44000 Nantes'
    expect(await migrated(typed, "town = 'Rezé'")).toEqual(['', '', '', 'Rezé'])
    expect(await migrated(typed, "country = 'DE'")).toEqual(nothing)
  })
})
