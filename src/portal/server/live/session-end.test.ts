import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { viewRoutes } from '#accounts/view-as/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { type RunningPortal, startPortal } from '#portal/server/start.ts'
import { databaseKinds } from '#test/databases.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { totp } from '#test/totp.ts'

describe.each(databaseKinds())('the live stream of an ended session on %s', (databaseKind) => {
  let app: TestApp
  /** A second server of the portal on PostgreSQL, whose streams must end too. */
  let other: RunningPortal
  let address: string
  const control = new AbortController()
  let bystander: Promise<string>
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    const clock = { now: () => app.now }
    other =
      databaseKind === 'postgres'
        ? await startPortal(app.portal.config, { clock, logLevel: 'error', listen: false })
        : app.running
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(other.app.server.address() as AddressInfo).port}`
    const open = await fetch(`${address}/api/live`, { headers: { cookie: app.admin.cookie }, signal: control.signal })
    bystander = open.text().catch(() => 'cut off by its reader')
  })
  afterAll(async () => {
    if (other !== app.running) await other.stop()
    await app.close()
  })

  /** Opens a stream. `ended` resolves with its content once it is closed. */
  async function follow(client: Client): Promise<{ ended: Promise<string> }> {
    const response = await fetch(`${address}/api/live`, {
      headers: { cookie: client.cookie },
      signal: AbortSignal.timeout(25_000),
    })
    expect(response.status).toBe(200)
    return { ended: response.text().catch(String) }
  }

  const shift = (client: Client, column: 'expires_at' | 'created_at', to: Date) =>
    app.portal.database.asOwner((run) => run(`update auth.sessions set ${column} = $2 where user_id = $1`, [client.userId, to]))

  const ways: Record<string, (client: Client, email: string) => Promise<unknown>> = {
    'its sign-out': (client) => client.call(authRoutes.signOut, {}),
    'being ended from another session': async (client, email) => {
      const { sessions } = await client.call(accountRoutes.listSessions, {})
      const elsewhere = await app.signIn(app.anonymous(), email)
      await elsewhere.call(accountRoutes.endSession, { params: { id: sessions[0]?.id ?? '' } })
    },
    'a new password': (client) =>
      client.call(accountRoutes.changePassword, { body: { currentPassword: password, newPassword: 'tout-neuf-42' } }),
    'a password reset': async (_, email) => {
      await app.anonymous().call(authRoutes.requestPasswordReset, { body: { email } })
      await queueAtRest(app)
      const row = await app.portal.database.asActor(system, (tx) =>
        tx
          .selectFrom('password_resets as r')
          .innerJoin('profiles as p', 'p.user_id', 'r.user_id')
          .select('r.id')
          .where('p.email', '=', email)
          .executeTakeFirstOrThrow(),
      )
      const token = linkToken(app.portal.config, 'password-reset', row.id)
      await app.anonymous().call(authRoutes.resetPassword, { body: { token, password: 'tout-neuf-42' } })
    },
    'two-factor being switched on, which gives a new session': async (client) => {
      const { totpUri } = await client.call(accountRoutes.startTwoFactor, { body: { password } })
      await client.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    },
    'the deletion of the account': (client) =>
      app.admin.call(partnerRoutes.deletePartner, { params: { id: client.userId }, query: {} }),
    'time: nobody used it': async (client) => {
      const end = new Date(app.now.getTime() + 100)
      await shift(client, 'expires_at', end)
      const followed = await follow(client)
      app.pass(101)
      return followed.ended
    },
    'time: it is as old as a session may be': async (client) => {
      const begun = new Date(app.now.getTime() + 100 - app.portal.config.sessionDays * 86_400_000)
      await shift(client, 'created_at', begun)
      const followed = await follow(client)
      app.pass(101)
      return followed.ended
    },
  }

  test.each(Object.keys(ways))('closes with %s', async (way) => {
    const email = `personne-${Object.keys(ways).indexOf(way)}@exemple.fr`
    const client = await app.newPerson(email)
    const followed = way.startsWith('time') ? null : await follow(client)
    const carried = (await ways[way]?.(client, email)) as string | undefined
    expect((await followed?.ended) ?? carried).toContain('event: session')
  })

  test('is refused to the next session of the same browser, and to the page that stands for somebody else', async () => {
    const client = await app.newPartner('dans-le-meme-navigateur@exemple.fr')
    const staff = await app.newStaff('manon@acme.example', 'partner_manager', 'Manon Gestion')
    const nameOf = async (who: Client) => (await who.call(authRoutes.currentSession, {})).me?.session ?? ''
    const statusOf = async (who: Client, session: string) => {
      const control = new AbortController()
      const { cookie } = who
      const { status } = await fetch(`${address}/api/live?session=${session}`, { headers: { cookie }, signal: control.signal })
      control.abort()
      return status
    }
    const [own, ofStaff] = [await nameOf(client), await nameOf(staff)]
    const again = await app.signIn(app.anonymous(), 'dans-le-meme-navigateur@exemple.fr')
    expect(await Promise.all([statusOf(client, own), statusOf(again, own), statusOf(staff, own)])).toEqual([200, 401, 401])
    await staff.call(viewRoutes.startView, { params: { id: client.userId } })
    const ofView = await nameOf(staff)
    expect(await Promise.all([own, ofStaff, ofView].map((name) => statusOf(staff, name)))).toEqual([401, 401, 200])
    await staff.call(viewRoutes.endView, {})
    expect([await nameOf(staff), await statusOf(staff, ofView)]).toEqual([ofStaff, 401])
  })

  test('stays open for everyone else', async () => {
    control.abort()
    expect(await bystander).toBe('cut off by its reader')
  })
})
