import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databaseKinds, freshDatabase } from './databases.ts'
import type { Run } from './policies/attempts.ts'
import { catalogue } from './policies/expectations.ts'
import { catalogueFindings, structureFindings } from './policies/findings.ts'

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

  test('what the inventory lacks, and what no sample shows, is named with what to add', async () => {
    const findings = await asOwner(async (run) => {
      await run(`begin; set local role passerelle_owner;
        create table notes (id uuid primary key);
        grant select (id) on notes to passerelle_partner;
        create table secrets (id uuid primary key);
        alter table secrets enable row level security;
        create schema extra;
        create policy more on leads to passerelle_partner using (true);
        create trigger more before insert on leads for each row execute function app.announce_event();
        create function app.more() returns integer language sql as 'select 1';
        create function app.most() returns integer language sql security definer set search_path = '' as 'select 1'`)
      try {
        return await structureFindings(run, catalogue)
      } finally {
        await run('rollback')
      }
    })
    const notListed = "Not in test/policies/inventory.txt, which 'npm run db:types' writes for a review: "
    const expected = [
      `${notListed}schema extra: usage by nobody`,
      `${notListed}table leads: policy more for all to partner`,
      `${notListed}table leads: trigger more`,
      `${notListed}table notes, no row security`,
      `${notListed}table notes: select (id) by partner`,
      `${notListed}function app.more(): as its caller, by everybody`,
      'The table notes has no row security, and passerelle_partner may select all of its rows.',
      'The trigger more of leads has no fact that shows it: give it some under `triggers`.',
      'The table secrets has row security and no samples: add rows of several people and who reaches them to ' +
        'test/policies/*-tables.ts.',
      'The function app.most() acts as its owner: name its checks in test/policies/functions.ts (or null) and ' +
        'show them by facts.',
    ]
    expect(findings).toEqual(expect.arrayContaining(expected))
  })

  test('what the inventory lists and the database lacks is named', async () => {
    const findings = await asOwner(async (run) => {
      await run('begin; set local role passerelle_owner; revoke select on leads from passerelle_partner; drop table carried_jobs')
      try {
        return await structureFindings(run, catalogue)
      } finally {
        await run('rollback')
      }
    })
    const notSo = 'In test/policies/inventory.txt, and not so any more: '
    expect(findings).toEqual(
      expect.arrayContaining([
        `${notSo}table leads: select by partner, admin, system`,
        `${notSo}table carried_jobs, row security`,
        'The table carried_jobs is not there any more: take it out of test/policies.',
      ]),
    )
  })
})
