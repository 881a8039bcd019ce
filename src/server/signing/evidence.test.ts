import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountRoutes } from '#contract/account.ts'
import { authRoutes } from '#contract/auth.ts'
import { contractRoutes } from '#contract/contracts.ts'
import { partnerRoutes } from '#contract/partners.ts'
import { signingRoutes } from '#contract/signing.ts'
import { databaseHomes } from '#test/databases.ts'
import { password } from '#test/portal.ts'
import { SigningDesk } from '#test/signing-desk.ts'
import { totp } from '#test/totp.ts'

describe.each(databaseHomes())('what proves a signature on %s', (home) => {
  let desk: SigningDesk
  beforeAll(async () => {
    desk = await SigningDesk.open(home)
  })
  afterAll(() => desk.close())
  beforeEach(() => desk.nextPartner())

  const evidence = (id: string, reader = desk.box.admin) => reader.call(signingRoutes.contractEvidence, { params: { id } })

  test('a revocation tells both sides why, and every sealed version stays for those who could read it', async () => {
    const { contract } = await desk.signed(await desk.assign())
    const params = { id: contract.id }
    const before = await desk.download(desk.marie, contract)
    await desk.box.admin.call(signingRoutes.countersignContract, { params })
    const after = await desk.download(desk.marie, contract)
    const revoke = (body: { reason: string }) =>
      desk.box.admin.try(partnerRoutes.revokePartnerContract, { params: { id: desk.marie.userId }, body })
    expect((await revoke({ reason: ' ' })).body.fields).toEqual([{ path: 'reason', message: 'Please give the reason' }])
    const reason = 'Le taux <b>a</b> changé'
    expect((await revoke({ reason })).status).toBe(200)
    for (const to of [desk.address, 'admin@acme.example']) {
      const [mail] = (await desk.mailed(to, /^Signature retirée : Contrat 2026/)).slice(-1)
      expect(mail?.text).toContain(reason)
      expect(mail?.html).not.toContain('<b>a</b>')
    }
    const { items } = await desk.marie.call(contractRoutes.listContracts, { query: {} })
    expect(items[0]?.revoked).toEqual({ at: desk.box.now.toISOString(), reason })
    const seen = await evidence(contract.id, desk.marie)
    expect(seen.steps.at(-1)).toMatchObject({ name: 'contract.revoked', reason })
    expect(seen.signatures.map((each) => [each.role, each.revokeReason, each.revokedAt])).toEqual(
      ['partner', 'provider'].map((role) => [role, reason, desk.box.now.toISOString()]),
    )
    const stranger = await desk.box.newPerson(`fremd${desk.people}@exemple.fr`)
    for (const [at, sealed] of [before, after].entries()) {
      const url = seen.signatures[at]?.fileUrl ?? ''
      for (const reader of [desk.marie, desk.box.admin]) {
        const answer = await reader.send('GET', url)
        expect([answer.statusCode, answer.rawPayload.equals(sealed)]).toEqual([200, true])
      }
      expect((await stranger.send('GET', url)).statusCode).toBe(404)
      expect((await desk.box.anonymous().send('GET', url)).statusCode).toBe(401)
    }
    desk.box.pass(60_000)
    const again = await desk.signed(contract)
    expect(again.contract.revoked).toBeNull()
    expect((await evidence(contract.id)).signatures[0]?.revokeReason).toBe(reason)
  })

  test('each step keeps address, browser and how the session was opened; a partner does not see from where staff work', async () => {
    const contract = await desk.assign()
    const params = { id: contract.id }
    const { totpUri, recoveryCodes } = await desk.marie.call(accountRoutes.startTwoFactor, { body: { password } })
    await desk.marie.call(signingRoutes.openSigning, { params })
    await desk.marie.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    const decline = (reason: string, client = desk.marie) =>
      client.call(signingRoutes.declineContract, { params, body: { reason } }, { 'user-agent': 'Firefox 150' })
    await decline('après la mise en place')
    await desk.marie.call(accountRoutes.changePassword, { body: { currentPassword: password, newPassword: 'tout-neuf-42' } })
    await decline('après le changement de mot de passe')
    const again = desk.box.anonymous()
    await again.call(authRoutes.signIn, { body: { email: desk.address, password: 'tout-neuf-42' } })
    await again.call(authRoutes.signInSecondFactor, { body: { code: recoveryCodes[0] ?? '', kind: 'recovery' } })
    await decline('avec un code de secours', again)
    const { steps } = await evidence(contract.id)
    expect(steps.map(({ name, origin }) => [name, origin?.method])).toEqual([
      ['contract.assigned', 'password'],
      ['contract.opened', 'password'],
      ['contract.declined', 'password_totp'],
      ['contract.declined', 'password_totp'],
      ['contract.declined', 'password_recovery'],
    ])
    expect(steps.at(-1)?.origin).toMatchObject({ address: '127.0.0.1', agent: 'Firefox 150' })
    const own = await evidence(contract.id, desk.marie)
    expect(own.steps.map(({ origin }) => origin !== null)).toEqual([false, true, true, true, true])
  })
})
