import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { pdfText } from '#test/pdf-text.ts'
import { contractOf } from '#test/samples/pdf/numbered-pages.ts'
import { minute, SigningTestApp } from '#test/signing-app.ts'
import { password } from '#test/test-app.ts'
import { totp } from '#test/totp.ts'
import { contractRoutes } from '../../api/contracts.ts'
import { signingRoutes } from '../../api/signing.ts'
import { countersignConsents } from '../../domain/signing.ts'

describe.each(databaseKinds())('evidence of signatures on %s', (databaseKind) => {
  let desk: SigningTestApp
  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
  })
  afterAll(() => desk.close())
  beforeEach(() => desk.nextPartner())

  const evidence = (id: string, reader = desk.app.admin) => reader.call(signingRoutes.contractEvidence, { params: { id } })

  test('a revocation tells both sides why, and every sealed version stays for those with access to it', async () => {
    const { contract } = await desk.signed(await desk.assign())
    const before = await desk.download(desk.marie, contract)
    await desk.countersign(contract.id)
    const after = await desk.download(desk.marie, contract)
    const revoke = (body: { reason: string }) =>
      desk.app.admin.try(partnerRoutes.revokePartnerContract, { params: { id: desk.marie.userId }, body })
    expect((await revoke({ reason: ' ' })).body.fields).toEqual([{ path: 'reason', message: 'Please give the reason' }])
    const reason = 'Le taux <b>a</b> changé'
    expect((await revoke({ reason })).status).toBe(200)
    for (const to of [desk.address, 'admin@acme.example']) {
      const [mail] = (await desk.mailed(to, /^Signature révoquée : Contrat 2026/)).slice(-1)
      expect(mail?.text).toContain(reason)
      expect(mail?.html).not.toContain('<b>a</b>')
    }
    const { items } = await desk.marie.call(contractRoutes.listContracts, { query: {} })
    expect(items[0]?.revoked).toEqual({ at: desk.app.now.toISOString(), reason })
    const events = await evidence(contract.id, desk.marie)
    expect(events.steps.at(-1)).toMatchObject({ name: 'contract.revoked', reason })
    expect(events.signatures.map((each) => [each.role, each.revokeReason, each.revokedAt])).toEqual(
      ['partner', 'provider'].map((role) => [role, reason, desk.app.now.toISOString()]),
    )
    const stranger = await desk.app.newPerson(`fremd${desk.people}@exemple.fr`)
    for (const [at, sealed] of [before, after].entries()) {
      const url = events.signatures[at]?.fileUrl ?? ''
      for (const reader of [desk.marie, desk.app.admin]) {
        const answer = await reader.send('GET', url)
        expect([answer.statusCode, answer.rawPayload.equals(sealed)]).toEqual([200, true])
      }
      expect((await stranger.send('GET', url)).statusCode).toBe(404)
      expect((await desk.app.anonymous().send('GET', url)).statusCode).toBe(401)
    }
    desk.app.pass(60_000)
    const again = await desk.signed(contract)
    expect(again.contract.revoked).toBeNull()
    expect((await evidence(contract.id)).signatures[0]?.revokeReason).toBe(reason)
  })

  test('each step records address, browser and sign-in method; partners do not see where staff work from', async () => {
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
    const again = desk.app.anonymous()
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

  const stepsOf = async (id: string) => (await evidence(id)).steps.filter(({ name }) => name !== 'contract.opened')

  test.each([
    ['a PDF', 'contract.document_opened'],
    ['a Word file', 'contract.document_downloaded'],
    ['a link', 'contract.link_opened'],
  ] as const)('%s can be signed only after its signer opened or downloaded it in the same session', async (kind, step) => {
    const letter = readFileSync('test/samples/letter.docx')
    const contract =
      kind === 'a link'
        ? await desk.app.assignContract(desk.marie.userId)
        : await desk.assign('main', 'Contrat 2026', kind === 'a PDF' ? undefined : letter)
    const { body: sheet } = await desk.marie.try(signingRoutes.openSigning, { params: { id: contract.id } })
    const url = sheet.pdfUrl ?? sheet.linkUrl ?? sheet.contract.document?.url ?? ''
    expect((await desk.newCode(contract.id)).answer.body.code).toBe('document_not_opened')
    expect((await desk.sign(contract.id, '123456', sheet.documentSha256)).body.code).toBe('document_not_opened')
    await desk.app.admin.send('GET', url)
    await desk.app.anonymous().send('GET', url)
    await desk.marie.send('HEAD', url)
    await desk.marie.send('GET', url, undefined, { range: 'bytes=0-9' }).then(({ statusCode }) => {
      if (kind === 'a link') return
      expect(statusCode).toBe(206)
    })
    desk.app.pass(minute)
    if (kind !== 'a link') expect((await desk.newCode(contract.id)).answer.body.code).toBe('document_not_opened')
    await desk.marie.send('GET', url, undefined, { 'user-agent': 'Firefox 150' })
    await desk.marie.send('GET', url)
    desk.app.pass(minute)
    const { code } = await desk.newCode(contract.id)
    expect((await desk.sign(contract.id, code, sheet.documentSha256)).status).toBe(200)
    const steps = (await stepsOf(contract.id)).filter(({ name }) => name === step)
    expect(steps).toHaveLength(1)
    expect(steps[0]).toMatchObject({ origin: { address: '127.0.0.1', method: 'password' }, pages: null })
  })

  test('the certificate lists exactly the displayed pages', async () => {
    const contract = await desk.assign('main', 'Contrat long', contractOf(7))
    const params = { id: contract.id }
    const { body: sheet } = await desk.read(contract.id)
    const note = (pages: number[], documentSha256 = sheet.documentSha256 ?? '') =>
      desk.marie.call(signingRoutes.noteShownPages, { params, body: { documentSha256, pages, pageCount: 7 } })
    await note([1, 2])
    await note([7, 4, 900])
    await note([6], '0'.repeat(64))
    const { code } = await desk.newCode(contract.id)
    const wrong = code === '000000' ? '000001' : '000000'
    await desk.sign(contract.id, wrong, sheet.documentSha256)
    const signed = await desk.sign(contract.id, code, sheet.documentSha256)
    const steps = await stepsOf(contract.id)
    expect(steps.map(({ name, pages }) => [name, pages])).toEqual([
      ['contract.assigned', null],
      ['contract.document_opened', { shown: [1, 2, 4, 7], of: 7 }],
      ['contract.code_sent', null],
      ['contract.code_refused', null],
      ['contract.signed', null],
    ])
    const page = await pdfText(await desk.download(desk.marie, signed.body))
    for (const phrase of [
      'Document ouvert, pages 1-2, 4, 7 sur 7 affichées',
      'Code erroné saisi',
      'session ouverte par mot de passe',
    ]) {
      expect(page).toContain(phrase)
    }
  })

  test('after a revocation the document must be opened again', async () => {
    const { contract } = await desk.signed(await desk.assign())
    const params = { id: contract.id }
    await desk.app.admin.call(contractRoutes.revokeContract, { params, body: { reason: 'Annexe oubliée' } })
    desk.app.pass(minute)
    expect((await desk.newCode(contract.id)).answer.body.code).toBe('document_not_opened')
    desk.app.pass(minute)
    expect((await desk.signed(contract)).contract.stage).toBe('signed')
  })

  test('an amendment is signed after its main contract, and certifies that contract’s sealed file', async () => {
    const orphan = await desk.assign('amendment', 'Avenant sans contrat')
    const { body: first } = await desk.read(orphan.id)
    expect((await desk.newCode(orphan.id)).answer.body).toMatchObject({ code: 'main_contract_first' })
    const main = await desk.assign()
    const amendment = await desk.assign('amendment', 'Avenant Gold')
    expect(amendment).toMatchObject({ waitsForMain: true, can: { sign: false } })
    const { body: sheet } = await desk.read(amendment.id)
    expect(sheet.amends).toMatchObject({ title: 'Contrat 2026', signedAt: null, sealed: null })
    desk.app.pass(minute)
    const refused = (await desk.newCode(amendment.id)).answer.body
    expect(refused).toMatchObject({
      code: 'main_contract_first',
      detail: 'Signez d’abord « Contrat 2026 » : cet avenant le modifie.',
    })
    expect((await desk.sign(amendment.id, '123456', sheet.documentSha256)).body.code).toBe('main_contract_first')
    await desk.signed(main)
    desk.app.pass(minute)
    const { contract } = await desk.signed(amendment)
    const [seal] = (await evidence(main.id)).signatures
    const [signature] = (await evidence(amendment.id)).signatures
    expect(signature?.evidence.amends).toMatchObject({ sealed: { sha256: seal?.fileSha256, reference: seal?.reference } })
    expect(await pdfText(await desk.download(desk.marie, contract))).toContain(seal?.fileSha256)
    desk.app.pass(minute)
    await desk.signed(orphan)
    expect(first.amends).toBeNull()
  })

  test('one code and the consent counter-sign the contracts of a batch, and no other', async () => {
    const contracts = []
    for (const title of ['Contrat A', 'Avenant B']) {
      contracts.push((await desk.signed(await desk.assign(title === 'Contrat A' ? 'main' : 'amendment', title))).contract)
      desk.app.pass(minute)
    }
    const [a, b] = contracts
    if (!a || !b) throw new Error('two contracts')
    await desk.nextPartner()
    const { contract: other } = await desk.signed(await desk.assign('main', 'Contrat C'))
    const { code, mail } = await desk.countersignCode(a.id, b.id)
    for (const title of ['Contrat A', 'Avenant B']) expect(mail?.text).toContain(title)
    const wrong = code === '000000' ? '000001' : '000000'
    const refused = await desk.countersigned(a.id, wrong)
    expect(refused.body).toMatchObject({ code: 'signing_code_wrong', facts: { triesLeft: 4 } })
    expect((await desk.countersigned(other.id, code)).body.code).toBe('signing_code_expired')
    const withoutConsent = { code, consent: false as true, consentVersion: countersignConsents.fr.version }
    const unwilling = await desk.app.admin.try(signingRoutes.countersignContract, { params: { id: a.id }, body: withoutConsent })
    expect([unwilling.status, unwilling.body.fields[0]?.path]).toEqual([422, 'consent'])
    const colleague = await desk.app.newPerson(`collegue${desk.people}@acme.example`, 'admin')
    const theirs = { code, consent: true as const, consentVersion: countersignConsents.fr.version }
    const foreign = await colleague.try(signingRoutes.countersignContract, { params: { id: a.id }, body: theirs })
    expect(foreign.body.code).toBe('signing_code_expired')
    expect((await desk.countersigned(a.id, code)).body.stage).toBe('countersigned')
    desk.app.pass(20 * minute)
    expect((await desk.countersigned(b.id, code)).body.stage).toBe('countersigned')
    const { steps, signatures } = await evidence(a.id)
    expect(steps.slice(-3).map(({ name }) => name)).toEqual([
      'contract.countersign_code_sent',
      'contract.countersign_code_refused',
      'contract.countersigned',
    ])
    expect(signatures.at(-1)?.evidence).toMatchObject({
      by: { email: 'admin@acme.example' },
      origin: { address: '127.0.0.1', method: 'password' },
      authentication: { method: 'email_code', contracts: 2 },
      consent: countersignConsents.fr,
    })
    const again = await desk.app.admin.try(signingRoutes.sendCountersignCode, { body: { contractIds: [a.id, other.id] } })
    expect(again.body.code).toBe('contract_not_pending')
  })

  test('mail is documented by its Message-ID and the server’s reply, in the evidence and on the certificate', async () => {
    const contract = await desk.assign()
    const { body: sheet } = await desk.read(contract.id)
    const { code } = await desk.newCode(contract.id)
    const codeMail = await vi.waitFor(async () => {
      const { mails } = await evidence(contract.id)
      const mail = mails.find(({ kind }) => kind === 'signing_code')
      expect(mail?.handedOverAt).toBe(desk.app.now.toISOString())
      return mail
    })
    expect(codeMail).toMatchObject({ recipient: desk.address, response: expect.stringMatching(/^250 /), failedAt: null })
    const received = desk.mailbox.to(desk.address).find(({ text }) => text.includes(code))
    expect(received?.headers.get('message-id')).toBe(codeMail?.messageId)
    const signed = await desk.sign(contract.id, code, sheet.documentSha256)
    const [signature] = (await evidence(contract.id)).signatures
    expect(signature?.evidence.authentication).toMatchObject({
      mail: { messageId: codeMail?.messageId, handedOverAt: codeMail?.handedOverAt, response: codeMail?.response },
    })
    expect(await pdfText(await desk.download(desk.marie, signed.body))).toContain(codeMail?.messageId)
    await desk.mailed('admin@acme.example', new RegExp(`Dupré ${desk.people} a signé`))
    const recipients = async (reader = desk.app.admin) =>
      new Set((await evidence(contract.id, reader)).mails.map(({ recipient }) => recipient))
    expect(await recipients()).toEqual(new Set([desk.address, 'admin@acme.example']))
    expect(await recipients(desk.marie)).toEqual(new Set([desk.address]))
  })
})
