import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appendEvents, followNow } from '#operations/journal/server/append-commands.ts'
import { createDatabase } from '#platform/server/db/database.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { newId } from '#platform/server/ids.ts'
import { bareTestEnv, databaseKinds, testLog } from './databases.ts'
import { migrationsUpTo } from './upgrade/fixture.ts'

const clock = { now: () => new Date() }

/** Until 0171 a trigger marked leads in the transaction of each event. */
test.each(databaseKinds('every'))('an upgrade of %s neither loses nor repeats an unread mark', async (databaseKind) => {
  const folder = migrationsUpTo('0170')
  const env = await bareTestEnv(databaseKind)
  const driver = await openDriver({ ...env, log: testLog })
  const portal = { database: createDatabase(driver), clock }
  try {
    await migrate(driver, folder)
    const [partnerId, readLead, unreadLead] = [newId(), newId(), newId()]
    const move = (leadId: string) =>
      driver.asOwner((run) =>
        run(`insert into events (id, name, occurred_at, subject_id, partner_id, audience)
          values ('${newId()}', 'lead.moved', now(), '${leadId}', '${partnerId}', 'partner')`),
      )
    const marks = () => driver.asOwner(async (run) => (await run('select lead_id from unread_leads')).rows)
    await driver.asOwner(async (run) => {
      await run(`insert into profiles (user_id, full_name, email, created_at, joined_at)
        values ('${partnerId}', 'Marie Dupont', 'marie@exemple.fr', now(), now())`)
      for (const id of [readLead, unreadLead])
        await run(`insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type, status,
          created_at, updated_at)
          values ('${id}', '${partnerId}', 'Paul', '${id}', '${id}@b.fr', 100, 'star', 'nouveau', now(), now())`)
    })
    // One that the journal holds, and two that it does not hold yet.
    await move(readLead)
    await appendEvents(portal)
    await move(readLead)
    await move(unreadLead)
    await driver.asOwner((run) => run(`delete from unread_leads where lead_id = '${readLead}'`))
    await migrate(driver)
    await followNow(portal)
    expect(await marks()).toEqual([{ lead_id: unreadLead }])
    await driver.asOwner((run) => run('delete from unread_leads'))
    await move(readLead)
    await followNow(portal)
    expect(await marks()).toEqual([{ lead_id: readLead }])
  } finally {
    await driver.close()
    await env.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})
