import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseHomes, freshDatabase } from '#test/databases.ts'
import type { Database } from './database.ts'

const system = { kind: 'system' } as const

describe.each(databaseHomes())('the database on %s', (home) => {
  let database: Database
  let close: () => Promise<void>

  beforeAll(async () => {
    const t = performance.now()
    ;({ database, close } = await freshDatabase(home))
    console.log(home, performance.now() - t)
  })
  afterAll(() => close())
  it('x', async () => {
    const { rows } = await database.asActor(system, (tx) => sql`select current_user as u`.execute(tx))
    expect(rows).toEqual([{ u: 'passerelle_system' }])
  })
})
