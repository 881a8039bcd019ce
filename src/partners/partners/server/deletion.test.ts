import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { type Contract, contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { LiveListener } from '#test/live-listener.ts'
import { freePort } from '#test/postgres.ts'
import { SigningTestApp } from '#test/signing-app.ts'
import { inboxOf } from '#test/staff-inbox.ts'
import { password } from '#test/test-app.ts'
import { partnerRoutes } from '../api/partners.ts'

const lead = {
  name: 'Paul Bernard',
  company: 'Boulangerie Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 1_000_000,
  offerType: 'star' as const,
}

/** Every state of a partner at deletion; each returns the contracts that must remain. */
const states: Readonly<Record<string, (desk: SigningTestApp) => Promise<readonly Contract[]>>> = {
  'active, without any contract': async () => [],
  'active, with contracts that wait': async (desk) => {
    const main = await desk.assign()
    await desk.assign('amendment', 'Avenant Gold')
    await desk.read(main.id)
    await desk.newCode(main.id)
    return []
  },
  'signed by hand': async (desk) => [await validated(desk, await desk.assign())],
  'signed by hand, with a scan, and revoked': async (desk) => {
    const main = await validated(desk, await desk.assign())
    const { body } = await desk.upload(Buffer.from(pngPicture, 'base64'), 'scan')
    await desk.app.admin.call(contractRoutes.attachScan, { params: { id: main.id }, body: { uploadId: body.id } })
    await revoked(desk, main)
    return []
  },
  'signed electronically': async (desk) => [(await desk.signed(await desk.assign())).contract],
  'signed electronically and revoked': async (desk) => [await revoked(desk, (await desk.signed(await desk.assign())).contract)],
  'counter-signed, revoked, and reading it again': async (desk) => {
    const { contract } = await desk.signed(await desk.assign())
    await desk.countersign(contract.id)
    await revoked(desk, contract)
    await desk.read(contract.id)
    desk.app.pass(60_000)
    await desk.newCode(contract.id)
    return [contract]
  },
  'locked again, after a signed amendment': async (desk) => {
    const main = await validated(desk, await desk.assign())
    const amendment = await validated(desk, await desk.assign('amendment', 'Avenant Gold'))
    await revoked(desk, main)
    return [amendment]
  },
  'with an amendment that waits, leads, paid and pending commissions, bank details': async (desk) => {
    const { contract } = await desk.signed(await desk.assign())
    await desk.assign('amendment', 'Avenant Gold')
    for (const step of ['pay', 'validate', 'nothing'] as const) await leadWithCommission(desk, step)
    await desk.marie.call(leadRoutes.addLead, { body: lead })
    const iban = 'FR7630006000011234567890189'
    const body = { company: 'Dupré', iban, address: '1 rue du Port', country: 'France' }
    await desk.marie.call(paymentRoutes.savePaymentInfo, { body })
    return [contract]
  },
  'signed electronically, without a role record': async (desk) => {
    await desk.app.portal.database.asActor(system, (tx) =>
      tx.deleteFrom('user_roles').where('user_id', '=', desk.marie.userId).execute(),
    )
    return [(await desk.signed(await desk.assign())).contract]
  },
}

const pngPicture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const validated = (desk: SigningTestApp, { id }: Contract) =>
  desk.app.admin.call(contractRoutes.validateContract, { params: { id } })
const revoked = (desk: SigningTestApp, { id }: Contract) =>
  desk.app.admin.call(contractRoutes.revokeContract, { params: { id }, body: { reason: 'Erreur de nom' } })

async function leadWithCommission(desk: SigningTestApp, step: 'pay' | 'validate' | 'nothing'): Promise<void> {
  const { id } = await desk.marie.call(leadRoutes.addLead, { body: lead })
  await desk.marie.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
  const { items } = await desk.marie.call(commissionRoutes.listCommissions, { query: {} })
  const params = { id: items.find((each) => each.lead?.id === id)?.id ?? '' }
  if (step !== 'nothing') await desk.app.admin.call(commissionRoutes.validateCommission, { params })
  if (step === 'pay') await desk.app.admin.call(commissionRoutes.payCommission, { params })
}

describe.each(databaseKinds())('deleting a partner on %s', (databaseKind) => {
  let desk: SigningTestApp
  let port: number
  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
    port = await freePort()
    await desk.app.running.app.listen({ port, host: '127.0.0.1' })
  })
  afterAll(() => desk.close())
  beforeEach(() => desk.nextPartner())

  const contractsOf = async (partnerId: string) =>
    (await desk.app.admin.call(contractRoutes.listContracts, { query: { partnerId, limit: 200 } })).items
  const rowsOf = (partnerId: string) =>
    desk.app.portal.database.asActor(system, async (tx) => ({
      leads: await tx.selectFrom('leads').select('id').where('partner_id', '=', partnerId).execute(),
      commissions: await tx.selectFrom('commissions').select(['id', 'status']).where('partner_id', '=', partnerId).execute(),
      signatures: await tx
        .selectFrom('signatures as s')
        .innerJoin('contracts as c', 'c.id', 's.contract_id')
        .selectAll('s')
        .where('c.user_id', '=', partnerId)
        .orderBy('s.id')
        .execute(),
      bank: await tx.selectFrom('payment_infos').selectAll().where('partner_id', '=', partnerId).execute(),
    }))

  test.each(Object.entries(states))('%s: access ends at once, evidence and money stay', async (_, prepare) => {
    const { app, marie } = desk
    const ids = (await prepare(desk)).map(({ id }) => id)
    const before = await rowsOf(marie.userId)
    const tab = await LiveListener.open(port, marie)

    const deleted = await app.admin.try(partnerRoutes.deletePartner, { params: { id: marie.userId }, query: {} })
    expect([deleted.status, deleted.body]).toEqual([204, undefined])
    expect((await marie.send('GET', '/api/me')).statusCode).toBe(401)
    const again = { email: desk.address, password }
    expect((await app.anonymous().try(authRoutes.signIn, { body: again })).body.code).toBe('invalid_credentials')
    expect(await tab.over).toBeNull()

    expect(await rowsOf(marie.userId)).toEqual(before)
    const stayed = await contractsOf(marie.userId)
    expect(stayed.map(({ id }) => id).sort()).toEqual([...ids].sort())
    for (const { id, can, partner } of stayed) {
      expect([partner.deleted, can.validate, can.revoke, can.delete]).toEqual([true, false, false, false])
      const revoke = await app.admin.try(contractRoutes.revokeContract, { params: { id }, body: { reason: 'Erreur de nom' } })
      const validate = await app.admin.try(contractRoutes.validateContract, { params: { id } })
      expect([revoke.body.code, validate.body.code]).toEqual(['partner_not_active', 'partner_not_active'])
    }
    const { status } = await app.admin.try(partnerRoutes.deletePartner, { params: { id: marie.userId }, query: {} })
    expect(status).toBe(404)
  })

  test('an invitation can be withdrawn in any contract state, and signed contracts stay', async () => {
    const { admin } = desk.app
    const waiting = async () => (await inboxOf(admin)).contractsAwaitingPartner
    const before = await waiting()
    const { id } = await admin.call(partnerRoutes.invite, {
      body: { email: `ines${desk.people}@exemple.fr`, fullName: 'Ines Invitee', role: 'partner' },
    })
    const main = await desk.app.assignContract(id)
    await validated(desk, main)
    const amendment = await validated(desk, await desk.app.assignContract(id, 'amendment'))
    await revoked(desk, main)
    await desk.app.assignContract(id, 'amendment')
    expect((await admin.try(partnerRoutes.withdrawInvitation, { params: { id }, query: {} })).status).toBe(204)
    expect((await contractsOf(id)).map((each) => each.id)).toEqual([amendment.id])
    expect(await waiting()).toBe(before)
    expect((await admin.try(partnerRoutes.resendInvitation, { params: { id } })).status).toBe(404)
  })

  test('files of unsigned contracts are deleted with it, those of evidence stay', async () => {
    const { contract } = await desk.signed(await desk.assign())
    await revoked(desk, contract)
    const unsigned = await desk.assign('amendment', 'Avenant Gold')
    const claimed = () =>
      desk.app.portal.database.asActor(system, (tx) =>
        tx
          .selectFrom('contracts as c')
          .rightJoin('files as f', (join) => join.onRef('f.id', '=', 'c.file_id'))
          .select(['f.id', 'f.claimed_at', 'c.id as contract'])
          .execute(),
      )
    const files = await claimed()
    const fileOf = (contractId: string) => files.find((each) => each.contract === contractId)?.id
    const [signedFile, unsignedFile] = [fileOf(contract.id), fileOf(unsigned.id)]
    await desk.app.admin.call(partnerRoutes.deletePartner, { params: { id: desk.marie.userId }, query: {} })
    const after = new Map((await claimed()).map((each) => [each.id, each.claimed_at]))
    expect([after.get(signedFile ?? ''), after.get(unsignedFile ?? '')]).toEqual([expect.any(Date), null])
  })
})
