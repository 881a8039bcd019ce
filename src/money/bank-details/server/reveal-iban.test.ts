import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rights } from '#access/domain/staff-rights.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { nextTotp, totp } from '#test/totp.ts'
import { paymentRoutes } from '../api.ts'

const iban = 'FR7630006000011234567890189'
const body = { company: 'Dupont', iban, address: '1 rue du Port', country: 'France' }

describe.each(databaseKinds())('revealing an IBAN on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr')
    await marie.call(paymentRoutes.savePaymentInfo, { body })
  })
  afterAll(() => app.close())

  const reveal = (who: Client, proof: { password?: string; code?: string } = {}) =>
    who.try(paymentRoutes.revealIban, { params: { id: marie.userId }, body: proof })
  const reveals = async () => (await app.admin.call(paymentRoutes.getBankDetails, { params: { id: marie.userId } })).reveals
  const asAdmin = <T>(work: Parameters<typeof app.portal.database.asActor<T>>[1]) =>
    app.portal.database.asActor({ kind: 'admin', userId: app.admin.userId, rights }, work)

  test('it takes the password, leaves an event that both sides see, and the answer is not kept', async () => {
    const refusal = await reveal(app.admin)
    expect([refusal.status, refusal.body.code, refusal.body.facts]).toEqual([403, 'confirmation_required', { by: 'password' }])
    expect((await reveal(app.admin, { password: 'pas-le-bon' })).body.code).toBe('wrong_password')
    expect((await reveal(marie, { password })).body.code).toBe('not_allowed')
    expect(await reveals()).toEqual([])
    const answer = await reveal(app.admin, { password })
    expect([answer.status, answer.body]).toEqual([200, { iban }])
    expect(await reveals()).toEqual([{ by: expect.objectContaining({ id: app.admin.userId }), at: app.now.toISOString() }])
    const { paymentInfo } = await marie.call(paymentRoutes.getPaymentInfo, {})
    expect(paymentInfo?.reveals).toEqual([app.now.toISOString()])
    const { rows } = await app.portal.database.asOwner((run) =>
      run("select actor_id, partner_id, audience, after from events where name = 'payment_info.iban_revealed'"),
    )
    expect(rows).toEqual([{ actor_id: app.admin.userId, partner_id: marie.userId, audience: 'partner', after: null }])
  })

  test('staff’s database role cannot read it without an event, nor twice with one', async () => {
    const read = asAdmin((tx) => tx.selectFrom('payment_infos').select('iban_encrypted').execute())
    await expect(read).rejects.toThrow(/permission denied/)
    // The reveal of the test above was recorded in an earlier transaction.
    const again = await asAdmin((tx) =>
      tx.selectNoFrom(sql<string | null>`app.revealed_iban(${marie.userId}::uuid)`.as('iban')).executeTakeFirstOrThrow(),
    )
    expect(again.iban).toBeNull()
  })

  test('with two-factor on, it takes a code', async () => {
    const paula = await app.newPerson('paula@acme.example', 'admin', 'Paula Payeuse')
    const { totpUri } = await paula.call(accountRoutes.startTwoFactor, { body: { password } })
    await paula.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    const refusal = await reveal(paula, { password })
    expect([refusal.body.code, refusal.body.facts]).toEqual(['confirmation_required', { by: 'code' }])
    expect((await reveal(paula, { code: nextTotp(totpUri) })).body.iban).toBe(iban)
  })

  test('an IBAN that cannot be decrypted, and a partner without bank details, leave no event', async () => {
    const before = (await reveals()).length
    const other = await app.newPartner('autre@exemple.fr')
    const missing = await app.admin.try(paymentRoutes.revealIban, { params: { id: other.userId }, body: { password } })
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
    const damage = (from: string) =>
      app.portal.database.asOwner((run) =>
        run('update payment_infos set iban_encrypted = $1 where partner_id = $2 returning iban_encrypted', [from, marie.userId]),
      )
    const { rows } = await app.portal.database.asOwner((run) => run('select iban_encrypted from payment_infos'))
    await damage(`v1.${'A'.repeat(80)}`)
    expect((await reveal(app.admin, { password })).body.code).toBe('iban_unreadable')
    await damage(String(rows[0]?.iban_encrypted))
    expect(await reveals()).toHaveLength(before)
  })

  test('twenty reveals an hour are the most', async () => {
    const quarterHour = 900_000
    app.pass(8 * quarterHour)
    await app.signIn(app.admin, 'admin@acme.example')
    // Right proofs do not use up the ten of a quarter of an hour.
    for (let count = 0; count < 20; count += 1) expect((await reveal(app.admin, { password })).status).toBe(200)
    expect((await reveal(app.admin, { password })).body.code).toBe('too_many_requests')
    app.pass(4 * quarterHour)
    await app.signIn(app.admin, 'admin@acme.example')
    expect((await reveal(app.admin, { password })).status).toBe(200)
  })
})
