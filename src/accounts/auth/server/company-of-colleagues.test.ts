import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PartnerRole } from '#access/domain/actor.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { accountRoutes } from '../api/account.ts'

describe.each(databaseKinds())('the company of the people of a partner, on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  let nadia: Client
  beforeAll(async () => {
    ;({ app, marie } = await openWithPartners(databaseKind, 'marie'))
    nadia = await app.newPerson('nadia@exemple.fr', 'partner', 'Nadia Colas')
    await save(marie, 'Marie Dupont', 'Dupont Conseil')
    // Her company of before keeps an owner.
    await join(nadia.userId, app.admin.userId, 'owner')
    await asOwner('update partners set main_person_id = $2 where id = $1', [nadia.userId, app.admin.userId])
    await asOwner('update partner_members set until = now() where person_id = $1 and until is null', [nadia.userId])
    await join(marie.userId, nadia.userId, 'member')
  })
  afterAll(() => app.close())

  const asOwner = (text: string, values: readonly string[]) => app.portal.database.asOwner((run) => run(text, [...values]))
  const join = (partnerId: string, personId: string, role: PartnerRole) =>
    asOwner('insert into partner_members (partner_id, person_id, role, since) values ($1, $2, $3, now()) returning id', [
      partnerId,
      personId,
      role,
    ])
  const save = (client: Client, fullName: string, company: string) =>
    client.try(accountRoutes.changeProfile, { body: { fullName, company } })
  const become = (role: PartnerRole) =>
    asOwner('update partner_members set role = $1 where person_id = $2 and until is null', [role, nadia.userId])
  const companies = () => Promise.all([marie, nadia].map(async (client) => (await client.call(accountRoutes.getMe, {})).company))

  test('is that of the main person for who joins', async () => {
    expect(await companies()).toEqual(['Dupont Conseil', 'Dupont Conseil'])
  })

  test('is not changed by a member or an accountant, who change their own name', async () => {
    for (const role of ['member', 'accountant'] as const) {
      await become(role)
      const refused = await save(nadia, 'Nadia Colas', 'Colas SARL')
      expect([refused.status, refused.body.code]).toEqual([403, 'partner_role_missing'])
      expect((await save(nadia, `Nadia ${role}`, 'Dupont Conseil')).body).toMatchObject({ fullName: `Nadia ${role}` })
    }
    expect(await companies()).toEqual(['Dupont Conseil', 'Dupont Conseil'])
  })

  test('is changed for all by a manager and by an owner', async () => {
    await become('manager')
    expect((await save(nadia, 'Nadia Colas', 'Dupont et Colas')).status).toBe(200)
    expect(await companies()).toEqual(['Dupont et Colas', 'Dupont et Colas'])
    await save(marie, 'Marie Dupont', 'Dupont SARL')
    expect(await companies()).toEqual(['Dupont SARL', 'Dupont SARL'])
  })

  test('stays what it was for who left', async () => {
    await asOwner('update partner_members set until = now() where person_id = $1 and until is null', [nadia.userId])
    await save(marie, 'Marie Dupont', 'Dupont seule')
    const { rows } = await asOwner('select company from profiles where user_id = $1', [nadia.userId])
    expect(rows).toEqual([{ company: 'Dupont SARL' }])
  })
})
