import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { sweepSessions } from '#portal/server/sweep-sessions.ts'
import { databaseKinds } from '#test/databases.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { password, TestApp } from '#test/test-app.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'

describe.each(databaseKinds())('sessions and links on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  test('a session is extended by use; after 30 days without use it ends', async () => {
    const marie = await app.newPerson('marie@exemple.fr')
    const expiry = async () => {
      const { rows } = await app.portal.database.asOwner((run) =>
        run('select extract(epoch from expires_at)::bigint as at from auth.sessions where user_id = $1', [marie.userId]),
      )
      return Number(rows[0]?.at)
    }
    const shift = (days: number) =>
      app.portal.database.asOwner((run) =>
        run(
          `update auth.sessions set expires_at = expires_at - make_interval(days => $2),
          updated_at = updated_at - make_interval(days => $2)
           where user_id = $1`,
          [marie.userId, days],
        ),
      )
    const fresh = await expiry()
    await shift(10)
    expect((await marie.try(accountRoutes.getMe, {})).status).toBe(200)
    expect(Math.abs((await expiry()) - fresh)).toBeLessThan(600)
    await shift(31)
    expect((await marie.try(accountRoutes.getMe, {})).status).toBe(401)
  })

  test('a session ends 30 days after it began, whatever its use, and its row is deleted', async () => {
    const rows = async () => {
      const { rows: remaining } = await app.portal.database.asOwner((run) =>
        run('select id from auth.sessions where user_id = $1', [sylvie.userId]),
      )
      return remaining.length
    }
    const sylvie = await app.newPerson('sylvie@exemple.fr')
    const begun = (days: number) =>
      app.portal.database.asOwner((run) =>
        run('update auth.sessions set created_at = now() - make_interval(days => $2) where user_id = $1', [sylvie.userId, days]),
      )
    await begun(29)
    expect((await sylvie.try(accountRoutes.getMe, {})).status).toBe(200)
    await begun(31)
    expect((await sylvie.try(accountRoutes.getMe, {})).status).toBe(401)
    const again = await app.signIn(app.anonymous(), 'sylvie@exemple.fr')
    expect((await again.call(accountRoutes.listSessions, {})).sessions).toHaveLength(1)
    expect(await rows()).toBe(2)
    await sweepSessions(app.portal)
    expect(await rows()).toBe(1)
    expect((await again.try(accountRoutes.getMe, {})).status).toBe(200)
  })

  test('a reset link works for one hour', async () => {
    const marc = await app.newPerson('marc@exemple.fr')
    const newToken = async () => {
      await app.anonymous().call(authRoutes.requestPasswordReset, { body: { email: 'marc@exemple.fr' } })
      await queueAtRest(app)
      const row = await app.portal.database.asActor(system, (tx) =>
        tx
          .selectFrom('password_resets')
          .select('id')
          .where('user_id', '=', marc.userId)
          .orderBy('expires_at', 'desc')
          .executeTakeFirstOrThrow(),
      )
      return linkToken(app.portal.config, 'password-reset', row.id)
    }
    const reset = async (token: string) => {
      const answer = await app.anonymous().try(authRoutes.resetPassword, { body: { token, password: `${password}-2` } })
      return answer.status
    }
    const late = await newToken()
    app.pass(3_600_000)
    expect(await reset(late)).toBe(410)
    const inTime = await newToken()
    app.pass(3_600_000 - 1000)
    expect(await reset(inTime)).toBe(204)
  })
})
