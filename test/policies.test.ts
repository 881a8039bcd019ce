import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databaseKinds, freshDatabase } from './databases.ts'
import type { Run } from './policies/attempts.ts'
import { catalogue } from './policies/expectations.ts'
import { catalogueFindings } from './policies/findings.ts'
import { inventoryFindings } from './policies/inventory.ts'
import { weakenAll } from './policies/weaken.ts'

describe.each(databaseKinds('every'))('the policies on %s', (databaseKind: DatabaseKind) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    database = await freshDatabase(databaseKind)
  })
  afterAll(() => database.close())
  const asOwner = <T>(work: (run: Run) => Promise<T>) => database.database.asOwner(work)

  test('the database matches the catalogue, each policy tested without the others', async () => {
    expect(await asOwner((run) => catalogueFindings(run, catalogue))).toEqual([])
  })

  test('a missing expectation is named, with what to add', async () => {
    const findings = await asOwner(async (run) => {
      await run(`begin; set local role passerelle_owner;
        create table notes (id uuid primary key);
        create schema extra;
        create policy more on leads to passerelle_partner using (true);
        create trigger more before insert on leads for each row execute function app.announce_event();
        create function app.more() returns integer language sql as 'select 1'`)
      try {
        return await inventoryFindings(run, catalogue)
      } finally {
        await run('rollback')
      }
    })
    const expected = [
      'The policy of leads "more to partner" has no expectation: name it under `policies`, with rows that it shows and hides.',
      'The trigger of leads "more" has no expectation: give it facts under `triggers`.',
      'The table notes has no expectation: add its grants, rows of several people and who reaches ' +
        'them to test/policies/*-tables.ts.',
      'The function "app.more()" has no expectation: say in test/policies/functions.ts who may call ' +
        'it, and show what it refuses.',
      'The schema extra has no expectation: name who may use it in test/policies/expectations.ts.',
    ]
    expect(findings).toEqual(expect.arrayContaining(expected))
  })
})

test('any weakened policy, trigger, function or grant is detected', { timeout: 120_000 }, async () => {
  // On one database only: the SQL is the same, and PGlite takes three times as long.
  const databaseKind = databaseKinds().at(-1) ?? 'pglite'
  const { database, close } = await freshDatabase(databaseKind, { queryMs: 30_000, transactionMs: 120_000 })
  const tallies = await database.asOwner((run) => weakenAll(run, catalogue, 'sampled'))
  await close()
  expect(tallies.flatMap(({ missed }) => missed)).toEqual([])
  expect(tallies.filter(({ total }) => total > 30).map(({ kind }) => kind)).toEqual([
    'policies',
    'triggers',
    'functions',
    'grants',
  ])
})
