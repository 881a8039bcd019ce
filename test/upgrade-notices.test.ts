import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { newId } from '#platform/server/ids.ts'
import { bareTestEnv, databaseKinds, testLog } from './databases.ts'
import { migrationsUpTo } from './upgrade/fixture.ts'

/** What clients had said before the portal knew of notices. */
const words = {
  asked: { email: 'asked@b.fr', mailed: true, left: false },
  'asked at another address': { email: 'before@b.fr', mailed: true, left: false },
  left: { email: 'left@b.fr', mailed: true, left: true },
  silent: null,
} as const

test.each(databaseKinds('every'))(
  'an upgrade of %s counts whom a mail has asked as told, all others as due',
  async (databaseKind) => {
    const folder = migrationsUpTo('0320')
    const env = await bareTestEnv(databaseKind)
    const driver = await openDriver({ ...env, log: testLog })
    try {
      await migrate(driver, folder)
      const partnerId = newId()
      await driver.asOwner(async (run) => {
        await run(`insert into profiles (user_id, full_name, email, created_at, joined_at)
        values ('${partnerId}', 'Marie Dupont', 'marie@exemple.fr', now(), now())`)
        await run(`insert into partners (id, main_person_id, created_at) values ('${partnerId}', '${partnerId}', now());
        insert into partner_members (partner_id, person_id, role, since) values ('${partnerId}', '${partnerId}', 'owner', now())`)
        for (const [name, word] of Object.entries(words)) {
          const id = newId()
          await run(`insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type, status,
          created_at, updated_at)
          values ('${id}', '${partnerId}', '${name}', '', '${name.split(' ')[0]}@b.fr', 100, 'star', 'nouveau',
            now(), now())`)
          if (!word) continue
          const left = word.left ? `now(), 'Accord', repeat('a', 64)` : `null, '', null`
          await run(`insert into client_confirmations (id, lead_id, partner_id, email, asked_by, created_at, mails, mailed_at,
            expires_at, left_at, consent_text, consent_sha256)
          values ('${newId()}', '${id}', '${partnerId}', '${word.email}', '${partnerId}', now(), 1, now(), now(), ${left})`)
        }
      })
      await migrate(driver)
      const { rows } = await driver.asOwner((run) =>
        run(`select l.name, n.state, n.how, n.inherited, n.due_at > now() + interval '27 days' as in_a_month
        from lead_notices n join leads l on l.id = n.lead_id order by l.name`),
      )
      const known = { inherited: true, in_a_month: true }
      expect(rows).toEqual([
        { name: 'asked', state: 'told', how: null, ...known },
        { name: 'asked at another address', state: 'due', how: null, ...known },
        { name: 'left', state: 'not_needed', how: 'left', ...known },
        { name: 'silent', state: 'due', how: null, ...known },
      ])
    } finally {
      await driver.close()
      await env.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
