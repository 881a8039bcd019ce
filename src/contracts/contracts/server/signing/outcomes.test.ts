import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { SealError } from '#platform/server/sealing/sealing.ts'
import { databaseKinds } from '#test/databases.ts'
import { minute, SigningTestApp } from '#test/signing-app.ts'
import { pdf } from '../../../../../demo/pdf.ts'
import { contractRoutes } from '../../api/contracts.ts'
import { signingRoutes } from '../../api/signing.ts'

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const isUnlocked = async ({ marie }: SigningTestApp) => (await marie.call(accountRoutes.getMe, {})).contractSigned

describe.each(databaseKinds())('signing failures on %s', (databaseKind) => {
  let desk: SigningTestApp
  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
  })
  afterAll(() => desk.close())
  beforeEach(() => desk.nextPartner())

  test('a wrong code is counted, the fifth invalidates the code, and a new one works', async () => {
    const { id } = await desk.assign()
    const { body: sheet } = await desk.read(id)
    const { code } = await desk.newCode(id)
    const wrong = code === '000000' ? '000001' : '000000'
    for (const triesLeft of [4, 3, 2, 1]) {
      const answer = await desk.sign(id, wrong, sheet.documentSha256)
      expect(answer.body).toMatchObject({ code: 'signing_code_wrong', facts: { triesLeft } })
    }
    expect((await desk.sign(id, wrong, sheet.documentSha256)).body.code).toBe('signing_code_expired')
    expect((await desk.sign(id, code, sheet.documentSha256)).body.code).toBe('signing_code_expired')
    desk.app.pass(minute)
    const again = await desk.newCode(id)
    expect((await desk.sign(id, again.code, sheet.documentSha256)).status).toBe(200)
  })

  test('a code is valid for ten minutes, until a newer one replaces it', async () => {
    const { id } = await desk.assign()
    const { body: sheet } = await desk.read(id)
    const first = await desk.newCode(id)
    expect((await desk.newCode(id)).answer.body.code).toBe('too_many_requests')
    desk.app.pass(minute)
    const second = await desk.newCode(id)
    if (first.code !== second.code) {
      expect((await desk.sign(id, first.code, sheet.documentSha256)).body.code).toBe('signing_code_wrong')
    }
    desk.app.pass(10 * minute)
    expect((await desk.sign(id, second.code, sheet.documentSha256)).body.code).toBe('signing_code_expired')
    expect((await desk.read(id)).body.code).toBeNull()
  })

  test('a code is bound to its contract, person and document', async () => {
    const main = await desk.assign()
    const amendment = await desk.assign('amendment', 'Avenant Gold')
    const { body: sheet } = await desk.read(amendment.id)
    expect(sheet.amends).toMatchObject({ title: 'Contrat 2026', signedAt: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await desk.read(main.id)
    const { code } = await desk.newCode(main.id)
    expect((await desk.sign(main.id, code, sheet.documentSha256)).body.code).toBe('document_changed')
    const other = await desk.app.newPerson(`other${desk.people}@exemple.fr`)
    expect((await desk.sign(main.id, code, sheet.documentSha256, other)).status).toBe(404)
    expect((await desk.read(main.id, other)).status).toBe(404)
    await desk.app.admin.call(contractRoutes.validateContract, { params: { id: main.id } })
    expect((await desk.sign(amendment.id, code, sheet.documentSha256)).body.code).toBe('signing_code_expired')
  })

  test('two tabs that sign concurrently sign once, and both show it as signed', async () => {
    const contract = await desk.assign()
    const { body: sheet } = await desk.read(contract.id)
    const { code } = await desk.newCode(contract.id)
    const answers = await Promise.all([1, 2, 3].map(() => desk.sign(contract.id, code, sheet.documentSha256)))
    expect(answers.map((answer) => [answer.status, answer.body.status])).toEqual(Array(3).fill([200, 'signe']))
    const { steps, signatures } = await desk.app.admin.call(signingRoutes.contractEvidence, { params: { id: contract.id } })
    expect(signatures).toHaveLength(1)
    expect(steps.filter((step) => step.name === 'contract.signed')).toHaveLength(1)
    const files = await desk.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('files')
        .select('claimed_at')
        .where('purpose', '=', 'sealed')
        .where('name', '=', 'Contrat 2026.pdf')
        .execute(),
    )
    expect(files.every((file) => file.claimed_at !== null)).toBe(true)
  })

  test('a contract deleted, replaced or validated by hand in the meantime is not signed', async () => {
    const deleted = await desk.assign()
    const { body: sheet } = await desk.read(deleted.id)
    const { code } = await desk.newCode(deleted.id)
    const newer = await desk.assign('main', 'Contrat 2027')
    expect((await desk.sign(deleted.id, code, sheet.documentSha256)).body.code).toBe('contract_replaced')
    await desk.app.admin.call(contractRoutes.deleteContract, { params: { id: deleted.id } })
    expect((await desk.sign(deleted.id, code, sheet.documentSha256)).status).toBe(404)
    desk.app.pass(minute)
    const { body: newSheet } = await desk.read(newer.id)
    const second = await desk.newCode(newer.id)
    await desk.app.admin.call(contractRoutes.validateContract, { params: { id: newer.id } })
    expect((await desk.sign(newer.id, second.code, newSheet.documentSha256)).body.code).toBe('contract_not_pending')
  })

  test('a contract deleted while it is being sealed stays deleted, and leaves no file', async () => {
    const { id } = await desk.assign()
    const { body: sheet } = await desk.read(id)
    const { code } = await desk.newCode(id)
    const { sealer } = desk.app.portal
    const seal = sealer.seal.bind(sealer)
    sealer.seal = async (request) => {
      await desk.app.admin.call(contractRoutes.deleteContract, { params: { id } })
      return seal(request)
    }
    const answer = await desk.sign(id, code, sheet.documentSha256).finally(() => {
      sealer.seal = seal
    })
    expect(answer.status).toBe(404)
    expect(await isUnlocked(desk)).toBe(false)
  })

  test('a failed seal leaves the contract pending and the code valid', async () => {
    const contract = await desk.assign()
    const { body: sheet } = await desk.read(contract.id)
    const { code } = await desk.newCode(contract.id)
    const { sealer } = desk.app.portal
    const seal = sealer.seal.bind(sealer)
    sealer.seal = () => Promise.reject(new SealError('seal_timeout', 'too slow'))
    const failed = await desk.sign(contract.id, code, sheet.documentSha256).finally(() => {
      sealer.seal = seal
    })
    expect([failed.status, failed.body.code, failed.body.facts.reason]).toEqual([503, 'seal_failed', 'seal_timeout'])
    expect(await isUnlocked(desk)).toBe(false)
    expect((await desk.sign(contract.id, code, sheet.documentSha256)).status).toBe(200)
  })

  test('an unreadable file is refused at upload, with the reason', async () => {
    const answer = await desk.upload(readFileSync('test/samples/letter-locked.pdf'))
    expect([answer.status, answer.body.code]).toEqual([422, 'document_unsignable'])
    expect(answer.body.detail).toContain('password')
    expect((await desk.upload(pdf('Contrat'))).body.inspection).toEqual({ route: 'A', pages: 1, remarks: [] })
  })

  test('an unprintable name is refused before a code is sent and when typed; a picture of it is accepted', async () => {
    const contract = await desk.assign()
    const sheet = (await desk.read(contract.id)).body
    const rename = (fullName: string, company = '') =>
      desk.marie.call(accountRoutes.changeProfile, { body: { fullName, company } })
    await rename('Marie Dupré', '株式会社')
    const refused = (await desk.newCode(contract.id)).answer
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'characters_unprintable', detail: expect.stringContaining('株 式 会 社') },
    ])
    await rename('Дмитрий Ελένη Dupré')
    desk.app.pass(minute)
    const { code } = await desk.newCode(contract.id)
    const form = { ...desk.form(code, sheet.documentSha256), name: '李明' }
    const sign = (more: object = {}) =>
      desk.marie.try(signingRoutes.signContract, { params: { id: contract.id }, body: { ...form, ...more } })
    expect((await sign()).body.code).toBe('characters_unprintable')
    await rename('李明')
    expect((await sign({ picture: onePixel })).body.code).toBe('characters_unprintable')
    await rename('Li Ming')
    expect((await sign({ picture: onePixel })).status).toBe(200)
  })

  test('without a mail server no code is offered', async () => {
    const { id } = await desk.assign()
    const { mailer } = desk.app.portal
    const health = mailer.health
    mailer.health = async () => ({ ok: false, detail: 'down' })
    const { answer } = await desk.newCode(id)
    mailer.health = health
    expect([answer.status, answer.body.code]).toEqual([503, 'mail_unavailable'])
  })
})
