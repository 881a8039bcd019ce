import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { newId } from '#platform/server/ids.ts'
import { bareTestEnv, databaseKinds, testLog } from './databases.ts'
import { migrationsUpTo } from './upgrade/fixture.ts'

test.each(databaseKinds('every'))(
  'an upgrade of %s keeps the offers of all leads, and knows which were ever taken',
  async (kind) => {
    const folder = migrationsUpTo('0194')
    const withOffers = migrationsUpTo('0195')
    const env = await bareTestEnv(kind)
    const driver = await openDriver({ ...env, log: testLog })
    const rows = (sql: string) => driver.asOwner(async (run) => (await run(sql)).rows)
    try {
      await migrate(driver, folder)
      const partnerId = newId()
      await rows(`insert into profiles (user_id, full_name, email, created_at, joined_at)
      values ('${partnerId}', 'Marie Dupont', 'marie@exemple.fr', now(), now())`)
      for (const offer of ['star', 'custom', 'star']) {
        const id = newId()
        await rows(`insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type, status,
        created_at, updated_at)
        values ('${id}', '${partnerId}', 'Paul', '${id}', '${id}@b.fr', 100, '${offer}', 'nouveau', now(), now())`)
      }
      // A lead that was deleted since had the third offer.
      await rows(`insert into events (id, name, occurred_at, subject_id, partner_id, audience, after)
      values ('${newId()}', 'lead.created', now(), '${newId()}', '${partnerId}', 'partner', '{"offerType": "automation"}')`)
      const before = await rows('select id, offer_type, xmin::text from leads order by id')
      await migrate(driver, withOffers)
      // Nothing of a lead is written anew, however many there are.
      expect(await rows('select id, offer_type, xmin::text from leads order by id')).toEqual(before)
      await migrate(driver)
      expect(await rows('select distinct offer_version from leads')).toEqual([{ offer_version: 1 }])
      expect(await rows('select key, used_at is not null as used, archived_at from offers order by place')).toEqual([
        { key: 'automation', used: true, archived_at: null },
        { key: 'star', used: true, archived_at: null },
        { key: 'custom', used: true, archived_at: null },
      ])
      expect(await rows("select name, staff_name from offer_names where offer = 'star'")).toEqual([
        { name: 'Star 8-12K€', staff_name: 'Avancée' },
      ])
    } finally {
      await driver.close()
      await env.remove()
      for (const each of [folder, withOffers]) rmSync(each, { recursive: true, force: true })
    }
  },
)
