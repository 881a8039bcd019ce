import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionRoutes } from '#access/api/session.ts'
import type { PartnerRole } from '#access/domain/actor.ts'
import { teamRoutes } from '#partners/team/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { joinPartner } from '#test/partner-people.ts'
import { type Client, password } from '#test/test-app.ts'
import { totp } from '#test/totp.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'

describe.each(databaseKinds())('whoever is shut out, on %s', (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
    await world.next()
  })
  afterAll(() => world.close())

  const join = (email: string, role: PartnerRole = 'member') => joinPartner(world.app, world.partner, { email, role })
  const session = (client: Client) => client.call(sessionRoutes.currentSession, {})
  const end = ({ userId: id }: Client) => {
    world.app.pass(1000)
    return world.partner.call(teamRoutes.endColleague, { params: { id }, query: {} })
  }

  test('reads on the sign-in page that their access has ended, and at which company', async () => {
    const nadia = await join('nadia@exemple.fr')
    expect((await session(nadia)).me?.fullName).toBe('Nadia Martin')
    await end(nadia)
    expect(await session(nadia)).toEqual({ me: null, ended: { at: expect.any(String), company: 'Marie Dupont' } })
  })

  test('is told so in no browser that has not signed in to that account', async () => {
    const [paul, other] = [await join('paul@exemple.fr'), await join('other@exemple.fr')]
    await end(paul)
    expect(await session(world.app.anonymous())).toEqual({ me: null })
    await other.call(sessionRoutes.signOut, {})
    expect(await session(other)).toEqual({ me: null })
  })

  test('is told so no more once somebody has the address again', async () => {
    const gone = await join('again@exemple.fr')
    await end(gone)
    expect((await session(gone)).ended).toBeDefined()
    await join('again@exemple.fr')
    expect(await session(gone)).toEqual({ me: null })
  })

  test('learns whom to ask where phone and recovery codes are lost, once the password was right', async () => {
    const asked = async (client: Client, email: string) => {
      const { totpUri } = await client.call(accountRoutes.startTwoFactor, { body: { password } })
      await client.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
      const anew = world.app.anonymous()
      const before = await anew.try(authRoutes.secondFactorHelp, {})
      expect([before.status, before.body.code]).toEqual([401, 'second_factor_expired'])
      await anew.call(authRoutes.signIn, { body: { email, password } })
      return (await anew.call(authRoutes.secondFactorHelp, {})).ask
    }
    expect(await asked(world.partner, world.address)).toBe('provider')
    expect(await asked(await join('colleague@exemple.fr', 'manager'), 'colleague@exemple.fr')).toBe('owner')
    expect(await asked(await world.app.newStaff('staff@acme.example', 'viewer'), 'staff@acme.example')).toBe('administrator')
  })
})
