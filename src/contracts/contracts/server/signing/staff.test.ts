import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { forYouRoutes } from '#overview/for-you/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { inboxOf } from '#test/staff-inbox.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { contractRoutes } from '../../api/contracts.ts'
import { signingRoutes } from '../../api/signing.ts'
import { type ContractStage, contractStages, countersignConsents } from '../../domain/signing.ts'
import { digitsOf, newestCode } from './code.ts'
import { countersignDigits } from './countersign-code.ts'

const day = 86_400_000

describe.each(databaseKinds())('signing for staff on %s', inOrder, (databaseKind) => {
  let app: TestApp
  const at = new Map<ContractStage, string>()
  const partners = new Map<ContractStage, Client>()

  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    for (const stage of contractStages) {
      const partner = await app.newPerson(`${stage}@exemple.fr`, 'partner', `Marie ${stage}`)
      const { id } = await app.assignContract(partner.userId)
      partners.set(stage, partner)
      at.set(stage, id)
      await bring(partner, id, stage)
    }
  })
  afterAll(() => app.close())

  async function bring(partner: Client, id: string, stage: ContractStage): Promise<void> {
    const params = { id }
    if (stage === 'validated') await app.admin.call(contractRoutes.validateContract, { params })
    if (stage === 'validated' || stage === 'assigned') return
    const sheet = await partner.call(signingRoutes.openSigning, { params })
    if (stage === 'opened') return
    await partner.send('GET', sheet.linkUrl ?? '')
    await partner.call(signingRoutes.sendSigningCode, { params })
    if (stage === 'code_sent') return
    if (stage === 'declined') {
      await partner.call(signingRoutes.declineContract, { params, body: { reason: 'Le taux n’est pas celui convenu' } })
      return
    }
    const row = await app.portal.database.asActor(system, (tx) => newestCode(tx, id, partner.userId))
    if (!row) throw new Error('no code was sent')
    await partner.call(signingRoutes.signContract, {
      params,
      body: {
        code: digitsOf(app.portal.config, row),
        name: 'Marie Dupont',
        consent: true,
        consentVersion: sheet.consent.version,
        documentSha256: sheet.documentSha256,
      },
    })
    if (stage !== 'countersigned') return
    await app.admin.call(signingRoutes.sendCountersignCode, { body: { contractIds: [id] } })
    const code = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('countersign_codes').selectAll().executeTakeFirstOrThrow(),
    )
    await app.admin.call(signingRoutes.countersignContract, {
      params,
      body: {
        code: countersignDigits(app.portal.config, code),
        consent: true,
        consentVersion: countersignConsents.fr.version,
      },
    })
  }

  test.each(contractStages)('the filter %s gives exactly the contracts at that stage', async (stage) => {
    const { items } = await app.admin.call(contractRoutes.listContracts, { query: { stage } })
    expect(items.map((each) => [each.id, each.stage])).toEqual([[at.get(stage), stage]])
    const file = await app.admin.send('GET', `/api/contracts.csv?stage=${stage}`)
    expect(file.body.trim().split('\n')).toHaveLength(2)
  })

  test('the stage of a contract has a date', async () => {
    const { items } = await app.admin.call(contractRoutes.listContracts, { query: { stage: 'declined' } })
    expect(items[0]).toMatchObject({
      codeSentAt: app.now.toISOString(),
      declined: { at: app.now.toISOString(), reason: 'Le taux n’est pas celui convenu' },
    })
  })

  test('the inbox counts contracts to counter-sign, declined ones and, apart, those that wait for partners', async () => {
    expect(await inboxOf(app.admin)).toMatchObject({
      contractsAwaitingPartner: 3,
      contractsToCountersign: 1,
      contractsDeclined: 1,
    })
    expect((await partners.get('signed')?.try(forYouRoutes.getTasks, {}))?.status).toBe(403)
  })

  test('the evidence has the contract with every step and both signatures, for staff and its partner only', async () => {
    const params = { id: at.get('countersigned') ?? '' }
    const evidence = await app.admin.call(signingRoutes.contractEvidence, { params })
    expect(evidence.contract).toMatchObject({ id: params.id, stage: 'countersigned' })
    expect(evidence.steps.map((each) => each.name)).toEqual([
      'contract.assigned',
      'contract.opened',
      'contract.link_opened',
      'contract.code_sent',
      'contract.signed',
      'contract.countersign_code_sent',
      'contract.countersigned',
    ])
    expect(evidence.signatures.map((each) => [each.role, each.route, each.revokedAt])).toEqual([
      ['partner', 'link', null],
      ['provider', 'link', null],
    ])
    const own = await partners.get('countersigned')?.call(signingRoutes.contractEvidence, { params })
    expect(own?.signatures.map((each) => each.fileSha256)).toEqual(evidence.signatures.map((each) => each.fileSha256))
    expect((await partners.get('signed')?.try(signingRoutes.contractEvidence, { params }))?.status).toBe(404)
  })

  test('an expiring or expired certificate is reported by /health, whose status stays ok', async () => {
    expect(await app.admin.call(signingRoutes.signingHealth, {})).toEqual({ ok: true, detail: null })
    const health = async () => {
      const response = await app.anonymous().send('GET', '/health')
      return [response.statusCode, response.json()]
    }
    app.pass((5 * 365 - 20) * day)
    const soon = { ok: true, detail: expect.stringContaining('in less than 30 days') }
    expect(await health()).toMatchObject([200, { ok: true, signing: soon }])
    app.pass(30 * day)
    const over = { ok: false, detail: expect.stringContaining('nothing can be sealed') }
    expect(await health()).toMatchObject([200, { ok: true, signing: over }])
  })
})
