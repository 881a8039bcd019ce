import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { databaseKinds, freshDatabase } from '#test/databases.ts'

describe.each(databaseKinds('every'))('company comparison on %s', (databaseKind) => {
  let env: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    env = await freshDatabase(databaseKind)
  })
  afterAll(() => env.close())

  test.each([
    ['Boulangerie Bernard', 'SARL Boulangerie BERNARD', true],
    ['Boulangerie Bernard', 'boulangerie-bernard S.A.R.L.', true],
    ['Société Générale SA', 'societe generale', true],
    ["L'Atelier d'Élise", 'L’Atelier d’Elise SAS', true],
    ['Le Goff & Fils', 'Le Goff et Fils', false],
    ['Garage Morel', 'Garage Morel 2', false],
    ['SA', 'SAS', false],
    ['Sasha Conseil', 'Ha Conseil', false],
    ['株式会社', '株式会社 ', true],
  ])('%s and %s are the same company: %s', async (one, other, same) => {
    const { rows } = await env.database.asActor(system, (tx) =>
      sql<{ same: boolean }>`select app.company_key(${one}) = app.company_key(${other}) as same`.execute(tx),
    )
    expect(rows[0]?.same).toBe(same)
  })
})
