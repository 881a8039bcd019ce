import { readFileSync } from 'node:fs'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { verificationRoutes } from '#contracts/verification/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { minute, SigningTestApp } from '#test/signing-app.ts'
import { pdf } from '../../../../../demo/pdf.ts'
import { contractRoutes } from '../../api/contracts.ts'
import { signingRoutes } from '../../api/signing.ts'
import { consents } from '../../domain/signing.ts'

const isUnlocked = async ({ marie }: SigningTestApp) => (await marie.call(accountRoutes.getMe, {})).contractSigned

describe.each(databaseKinds())('signing on %s', inOrder, (databaseKind) => {
  let desk: SigningTestApp
  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
  })
  afterAll(() => desk.close())
  beforeEach(() => desk.nextPartner())

  test('reading, a mailed code and a name sign the contract, which is sealed and unlocks the partner', async () => {
    const assigned = await desk.assign()
    expect(assigned).toMatchObject({ stage: 'assigned', signRoute: 'A', signingMethod: null })
    expect(await isUnlocked(desk)).toBe(false)
    const { sheet, contract } = await desk.signed(assigned)
    expect(sheet).toMatchObject({ route: 'A', codeGoesTo: `m…${desk.people}@exemple.fr`, consent: consents.fr, code: null })
    expect(contract).toMatchObject({ status: 'signe', signingMethod: 'electronic', stage: 'signed' })
    expect(contract.can).toMatchObject({ sign: false })
    expect(await isUnlocked(desk)).toBe(true)
    expect((await desk.marie.try(leadRoutes.listLeads, { query: {} })).status).toBe(200)

    const original = await desk.download(desk.marie, contract, '&part=original')
    const sealed = await desk.download(desk.marie, contract)
    expect(sealed.subarray(0, original.length).equals(original)).toBe(true)
    expect(desk.validSeals(sealed, 1)).toBe(1)
    for (const to of [desk.address, 'admin@acme.example']) {
      const [mail] = (await desk.mailed(to, /Contrat 2026/)).filter((each) => each.attachments.length > 0)
      expect(mail?.attachments.map((each) => [each.filename, each.content.equals(sealed)])).toEqual([['Contrat 2026.pdf', true]])
    }
  })

  test('a code that is refused, since the document was not opened, does not use the pace of the next one', async () => {
    const { id } = await desk.assign()
    const params = { id }
    const sheet = await desk.marie.call(signingRoutes.openSigning, { params })
    const refused = await desk.marie.try(signingRoutes.sendSigningCode, { params })
    expect([refused.status, refused.body.code]).toEqual([409, 'document_not_opened'])
    expect((await desk.marie.send('GET', sheet.pdfUrl ?? '')).statusCode).toBe(200)
    expect((await desk.marie.try(signingRoutes.sendSigningCode, { params })).status).toBe(200)
    expect((await desk.marie.try(signingRoutes.sendSigningCode, { params })).body.code).toBe('too_many_requests')
  })

  test('the evidence lists every step with person, origin and consent', async () => {
    const { contract } = await desk.signed(await desk.assign())
    const { steps, signatures } = await desk.app.admin.call(signingRoutes.contractEvidence, { params: { id: contract.id } })
    expect(steps.map((step) => step.name)).toEqual([
      'contract.assigned',
      'contract.opened',
      'contract.document_opened',
      'contract.code_sent',
      'contract.signed',
    ])
    expect(steps[4]?.by).toBe(`Marie Dupré ${desk.people}`)
    expect(signatures).toHaveLength(1)
    expect(signatures[0]).toMatchObject({ role: 'partner', level: 'B-B', route: 'A', revokedAt: null })
    expect(signatures[0]?.evidence).toMatchObject({
      signer: { email: desk.address, typedName: 'Marie Dupré', ip: '127.0.0.1' },
      consent: consents.fr,
      authentication: { method: 'email_code' },
      document: { sha256: signatures[0]?.documentSha256 },
    })
    expect((await desk.marie.call(signingRoutes.contractEvidence, { params: { id: contract.id } })).signatures).toHaveLength(1)
    const stranger = await desk.app.newPerson(`stranger${desk.people}@exemple.fr`)
    expect((await stranger.try(signingRoutes.contractEvidence, { params: { id: contract.id } })).status).toBe(404)
  })

  test('declining gives staff the reason, and signing stays possible', async () => {
    const contract = await desk.assign()
    const reason = 'Le taux <b>ne</b> convient pas'
    const declined = await desk.marie.call(signingRoutes.declineContract, { params: { id: contract.id }, body: { reason } })
    expect(declined).toMatchObject({ stage: 'declined', declined: { reason } })
    const [mail] = await desk.mailed('admin@acme.example', new RegExp(`Dupré ${desk.people} refuse`))
    expect(mail?.text).toContain(reason)
    expect(mail?.html).not.toContain('<b>ne</b>')
    expect((await desk.signed(contract)).contract).toMatchObject({ stage: 'signed', declined: null })
  })

  test('a counter-signature leaves the partner’s seal valid, once, and the partner gets that copy', async () => {
    const { contract } = await desk.signed(await desk.assign())
    const first = await desk.download(desk.marie, contract)
    const { code } = await desk.countersignCode(contract.id)
    const answers = [await desk.countersigned(contract.id, code), await desk.countersigned(contract.id, code)]
    expect(answers.map((answer) => answer.body.stage ?? answer.body.code)).toEqual(['countersigned', 'contract_not_pending'])
    const both = await desk.download(desk.marie, contract)
    expect(both.subarray(0, first.length).equals(first)).toBe(true)
    expect(desk.validSeals(both, 2)).toBe(2)
    await desk.mailed(desk.address, /^Contresigné/)
  })

  test('anybody can verify a file by hash or reference, without learning its content', async () => {
    const { contract } = await desk.signed(await desk.assign())
    const { signatures } = await desk.marie.call(signingRoutes.contractEvidence, { params: { id: contract.id } })
    const [{ reference = '', fileSha256 = '' } = {}] = signatures
    const anyone = desk.app.anonymous()
    const byFile = () => anyone.call(verificationRoutes.verifyFile, { query: { sha256: fileSha256 } })
    const byReference = () => anyone.call(verificationRoutes.verifyReference, { params: { reference: reference.toLowerCase() } })
    expect(await byFile()).toMatchObject({ verdict: 'genuine', found: { reference, contractType: 'main' } })
    expect(JSON.stringify(await byReference())).not.toContain('Contrat 2026')
    expect((await anyone.call(verificationRoutes.verifyFile, { query: { sha256: '0'.repeat(64) } })).verdict).toBe('unknown')
    await desk.countersign(contract.id)
    expect((await byFile()).verdict).toBe('superseded')
    expect((await byReference()).verdict).toBe('genuine')
    await desk.app.admin.call(contractRoutes.revokeContract, {
      params: { id: contract.id },
      body: { reason: 'Le taux a changé' },
    })
    expect((await byFile()).verdict).toBe('revoked')
    expect(await isUnlocked(desk)).toBe(false)
    const answer = await desk.app.admin.try(contractRoutes.deleteContract, { params: { id: contract.id } })
    expect(answer.body.code).toBe('contract_signed_kept')
    desk.app.pass(minute)
    expect((await desk.signed(contract)).contract.stage).toBe('signed')
  })

  test('a link is signed with a certificate that claims nothing about its content', async () => {
    const contract = await desk.app.assignContract(desk.marie.userId)
    expect(contract).toMatchObject({ signRoute: 'link', document: { kind: 'link' } })
    const { contract: done, sheet } = await desk.signed(contract)
    expect(sheet).toMatchObject({ route: 'link', documentSha256: null, pdfUrl: null })
    expect(done.document?.kind).toBe('file')
    expect(desk.validSeals(await desk.download(desk.marie, done), 1)).toBe(1)
  })

  test('a Word file is signed with a certificate that carries it, byte for byte', async () => {
    const letter = readFileSync('test/samples/letter.docx')
    const contract = await desk.assign('main', 'Contrat Word', letter)
    expect(contract).toMatchObject({ signRoute: 'B', remarks: ['word'] })
    const { contract: done, sheet } = await desk.signed(contract)
    expect(sheet).toMatchObject({ route: 'B', pdfUrl: null })
    expect(done.document).toMatchObject({ mime: 'application/pdf', fileName: 'Contrat Word.pdf' })
    const sealed = await desk.download(desk.marie, done)
    expect(desk.validSeals(sealed, 1)).toBe(1)
    const certificate = await PDF.load(sealed)
    const attachments = [...certificate.getAttachments().keys()].map((name) => certificate.getAttachment(name))
    expect(attachments.some((bytes) => bytes && letter.equals(bytes))).toBe(true)
  })

  test('a scan can be added to a contract validated by hand', async () => {
    const contract = await desk.assign()
    const upload = await desk.app.admin.send('POST', '/api/uploads?purpose=scan&name=scan.pdf', pdf('Scan'), {
      'content-type': 'application/octet-stream',
    })
    const attach = () =>
      desk.app.admin.try(contractRoutes.attachScan, { params: { id: contract.id }, body: { uploadId: upload.json().id } })
    expect((await attach()).body.code).toBe('contract_not_pending')
    await desk.app.admin.call(contractRoutes.validateContract, { params: { id: contract.id } })
    const answer = await attach()
    expect(answer.body).toMatchObject({ stage: 'validated', signingMethod: 'validated' })
    expect((await desk.marie.send('GET', answer.body.scanUrl ?? '')).statusCode).toBe(200)
  })

  test('the certificate of the seal’s issuer is public', async () => {
    const response = await desk.app.anonymous().send('GET', '/.well-known/esign-ca.pem')
    expect(response.statusCode).toBe(200)
    expect(response.body).toMatch(/^-----BEGIN CERTIFICATE-----/)
  })
})
