import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '#api/account.ts'
import { authRoutes } from '#api/auth.ts'
import { databaseHomes } from '#test/databases.ts'
import { PortalBox, password } from '#test/portal.ts'
import { linkToken } from './links.ts'
import { sweepSessions } from './sweep.ts'

describe.each(databaseHomes())('sessions and links on %s', (home) => {
  let box: PortalBox
  beforeAll(async () => {
    box = await PortalBox.open(home)
  })
  afterAll(() => box.close())

  test('a session in use is prolonged; one that is not used for 30 days ends', async () => {
    const marie = await box.newPerson('marie@exemple.fr')
    const expiry = async () => {
      const { rows } = await box.portal.database.asOwner((run) =>
        run('select extract(epoch from expires_at)::bigint as at from auth.sessions where user_id = $1', [marie.userId]),
      )
      return Number(rows[0]?.at)
    }
    const shift = (days: number) =>
      box.portal.database.asOwner((run) =>
        run(
          `update auth.sessions set expires_at = expires_at - make_interval(days => $2), updated_at = updated_at - make_interval(days => $2)
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

  test('a session ends for good 30 days after it began, however much it is used, and its row is swept', async () => {
    const rows = async () => {
      const { rows: found } = await box.portal.database.asOwner((run) =>
        run('select id from auth.sessions where user_id = $1', [sylvie.userId]),
      )
      return found.length
    }
    const sylvie = await box.newPerson('sylvie@exemple.fr')
    const begun = (days: number) =>
      box.portal.database.asOwner((run) =>
        run('update auth.sessions set created_at = now() - make_interval(days => $2) where user_id = $1', [sylvie.userId, days]),
      )
    await begun(29)
    expect((await sylvie.try(accountRoutes.getMe, {})).status).toBe(200)
    await begun(31)
    expect((await sylvie.try(accountRoutes.getMe, {})).status).toBe(401)
    const again = await box.signIn(box.anonymous(), 'sylvie@exemple.fr')
    expect((await again.call(accountRoutes.listSessions, {})).sessions).toHaveLength(1)
    expect(await rows()).toBe(2)
    await sweepSessions(box.portal)
    expect(await rows()).toBe(1)
    expect((await again.try(accountRoutes.getMe, {})).status).toBe(200)
  })

  test('a reset link works for one hour', async () => {
    const marc = await box.newPerson('marc@exemple.fr')
    const newToken = async () => {
      await box.anonymous().call(authRoutes.requestPasswordReset, { body: { email: 'marc@exemple.fr' } })
      const row = await box.portal.database.asActor({ kind: 'system' }, (tx) =>
        tx
          .selectFrom('password_resets')
          .select('id')
          .where('user_id', '=', marc.userId)
          .orderBy('expires_at', 'desc')
          .executeTakeFirstOrThrow(),
      )
      return linkToken(box.portal.config, 'password-reset', row.id)
    }
    const reset = async (token: string) => {
      const answer = await box.anonymous().try(authRoutes.resetPassword, { body: { token, password: `${password}-2` } })
      return answer.status
    }
    const late = await newToken()
    box.pass(3_600_000)
    expect(await reset(late)).toBe(410)
    const inTime = await newToken()
    box.pass(3_600_000 - 1000)
    expect(await reset(inTime)).toBe(204)
  })
})
