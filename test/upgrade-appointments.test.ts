import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { newId } from '#platform/server/ids.ts'
import { bareTestEnv, databaseKinds, testLog } from './databases.ts'
import { migrationsUpTo } from './upgrade/fixture.ts'

/** Each: what happened to somebody of a company before the upgrade, how many hours ago, and whether a day begins then. */
const cases = [
  { role: 'owner', event: 'person.invited', after: { partnerRole: 'owner' }, hours: 2, waits: true },
  { role: 'accountant', event: 'team.role_changed', after: { role: 'accountant' }, hours: 23, waits: true },
  { role: 'accountant', event: 'team.person_moved', after: { role: 'accountant' }, hours: 5, waits: true },
  { role: 'owner', event: 'profile.email_changed', after: { email: 'neu@exemple.fr' }, hours: 1, waits: true },
  { role: 'owner', event: 'person.invited', after: { partnerRole: 'owner' }, hours: 25, waits: false },
  { role: 'member', event: 'person.invited', after: { partnerRole: 'member' }, hours: 1, waits: false },
  { role: 'member', event: 'profile.email_changed', after: { email: 'neu@exemple.fr' }, hours: 1, waits: false },
  // Whoever is no owner any more.
  { role: 'manager', event: 'team.role_changed', after: { role: 'owner' }, hours: 3, waits: false },
] as const

test.each(databaseKinds('every'))(
  'after an upgrade of %s the appointed of the last day wait for the rest of it',
  async (kind) => {
    const folder = migrationsUpTo('0262')
    const env = await bareTestEnv(kind)
    const driver = await openDriver({ ...env, log: testLog })
    const rows = (sql: string) => driver.asOwner(async (run) => (await run(sql)).rows)
    const profile = (id: string) => `insert into profiles (user_id, full_name, email, created_at, joined_at)
    values ('${id}', 'Marie Dupont', '${id}@exemple.fr', now(), now())`
    try {
      await migrate(driver, folder)
      const partnerId = newId()
      await rows(profile(partnerId))
      await rows(`with company as (
        insert into partners (id, main_person_id, created_at) values ('${partnerId}', '${partnerId}', now()))
      insert into partner_members (partner_id, person_id, role, since) values ('${partnerId}', '${partnerId}', 'owner', now())`)
      const people = cases.map((each) => ({ ...each, id: newId() }))
      for (const { id, role, event, after, hours } of people) {
        await rows(profile(id))
        await rows(
          `insert into partner_members (partner_id, person_id, role, since) values ('${partnerId}', '${id}', '${role}', now())`,
        )
        await rows(`insert into events (id, name, occurred_at, subject_id, partner_id, audience, after)
        values ('${newId()}', '${event}', now() - interval '${hours} hours', '${id}', '${partnerId}', 'partner',
          '${JSON.stringify(after)}')`)
      }
      await migrate(driver)
      const appointed = await rows(`select m.person_id, m.appointed_at = e.occurred_at as then_on
      from partner_members m join events e on e.subject_id = m.person_id where m.appointed_at is not null`)
      expect(new Set(appointed)).toEqual(
        new Set(people.filter(({ waits }) => waits).map(({ id }) => ({ person_id: id, then_on: true }))),
      )
    } finally {
      await driver.close()
      await env.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
