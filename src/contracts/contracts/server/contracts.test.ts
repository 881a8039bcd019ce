import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Upload } from '#access/api/uploads.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { sweepFiles } from '#platform/server/files/sweep.ts'
import { sweepSessions } from '#portal/server/sweep-sessions.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { pdf } from '../../../../demo/pdf.ts'
import { contractRoutes } from '../api/contracts.ts'

const mebibyte = 1024 * 1024
const octets = { 'content-type': 'application/octet-stream' }

/** A PDF of exactly `size` bytes. */
function pdfOf(size: number): Buffer {
  const file = Buffer.alloc(size, 0x20)
  pdf('Contrat').copy(file)
  return file
}

describe.each(databaseKinds())('documents on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  let other: Client
  let address = ''
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    address = await app.running.app.listen({ port: 0, host: '127.0.0.1' })
    marie = await app.newPerson('marie@exemple.fr')
    other = await app.newPartner('other@exemple.fr', 'Jean Autre')
  })
  afterAll(() => app.close())

  const upload = async (content: Buffer, purpose = 'contract', name = 'contrat.pdf', client = app.admin) => {
    const url = `${address}/api/uploads?${new URLSearchParams({ purpose, name })}`
    const headers = { ...octets, cookie: client.cookie }
    const response = await fetch(url, { method: 'POST', body: new Uint8Array(content), headers })
    return { status: response.status, body: (await response.json()) as Upload & { detail: string; code: string } }
  }
  const uploaded = async (purpose = 'contract', name = 'contrat.pdf'): Promise<Upload> =>
    (await upload(pdf(name), purpose, name)).body
  const assign = (uploadId: string, partnerId = marie.userId) =>
    app.admin.try(contractRoutes.assignContract, {
      body: { partnerId, title: 'Contrat 2026', contractType: 'main', document: { kind: 'file', uploadId } },
    })

  const open = (client: Client, address: string, headers = {}) => client.send('GET', address, undefined, headers)

  test('files are checked by content and by size, to the byte', async () => {
    const verdictOn = async (content: Buffer, purpose?: string, name?: string) => {
      const { status, body } = await upload(content, purpose, name)
      return status === 201 ? body.kind : body.detail
    }
    expect(await verdictOn(pdf('x'), 'contract', 'sans-extension')).toBe('pdf')
    expect(await verdictOn(Buffer.from('MZ\u0090 this is a program'), 'contract', 'contrat.pdf')).toBe(
      'Invalid file type. Only PDF and Word documents are allowed.',
    )
    expect(await verdictOn(Buffer.from('<html><script>1</script>'), 'resource', 'page.pdf')).toBe(
      'Invalid file type. Only documents and images are allowed.',
    )
    expect(await verdictOn(Buffer.from('PK\u0003\u0004 not an office file'), 'contract', 'contrat.docx')).toBe(
      'Invalid file type. Only PDF and Word documents are allowed.',
    )
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    expect(await verdictOn(png, 'contract', 'image.pdf')).toBe('Invalid file type. Only PDF and Word documents are allowed.')
    expect(await verdictOn(png, 'resource', 'image.png')).toBe('png')
    expect(await verdictOn(pdfOf(10 * mebibyte))).toBe('pdf')
    expect(await verdictOn(pdfOf(10 * mebibyte + 1))).toBe('File too large. Maximum size is 10MB.')
    expect(await verdictOn(pdfOf(20 * mebibyte), 'resource')).toBe('pdf')
    expect(await verdictOn(pdfOf(20 * mebibyte + 1), 'resource')).toBe('File too large. Maximum size is 20MB.')
    expect((await upload(Buffer.alloc(0))).body.code).toBe('file_missing')
    expect((await upload(pdf('x'), 'contract', 'x.pdf', other)).status).toBe(403)
  })

  test('an upload is used once, and only for its purpose', async () => {
    const { id } = await uploaded()
    expect((await assign(id)).status).toBe(201)
    expect((await assign(id)).body.code).toBe('upload_not_found')
    expect((await assign((await uploaded('resource')).id)).body.code).toBe('upload_not_found')
    expect((await assign((await uploaded()).id, app.admin.userId)).body.code).toBe('partner_not_active')
  })

  test('a contract’s link opens for its partner, staff and its recipient, not for others or when forged', async () => {
    const { body } = await assign((await uploaded('contract', 'Évaluation "2026".pdf')).id)
    const url = body.document?.url ?? ''
    const response = await open(marie, url)
    expect(response.rawPayload.equals(pdf('Évaluation "2026".pdf'))).toBe(true)
    expect(response.headers['content-type']).toBe('application/pdf')
    expect(response.headers['content-disposition']).toContain("filename*=UTF-8''%C3%89valuation%20%222026%22.pdf")
    expect((await open(app.admin, url)).statusCode).toBe(200)
    expect((await open(app.anonymous(), url)).statusCode).toBe(200)
    expect((await open(other, url)).statusCode).toBe(404)
    const flipped = url.endsWith('A') ? `${url.slice(0, -1)}B` : `${url.slice(0, -1)}A`
    expect((await open(marie, flipped)).statusCode).toBe(404)
    expect((await open(marie, url.replace(/expires=\d+/, 'expires=99999999999'))).statusCode).toBe(404)
  })

  test('a contract’s file is sent in parts, and not again while it is unchanged', async () => {
    const { body } = await assign((await uploaded()).id)
    const url = body.document?.url ?? ''
    const response = await open(marie, url)
    const part = await open(marie, url, { range: 'bytes=0-4' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      '%PDF-',
      expect.stringMatching(/^bytes 0-4\/\d+$/),
    ])
    expect((await open(marie, url, { range: 'bytes=999999-' })).statusCode).toBe(416)
    expect((await open(marie, url, { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(304)
  })

  test('a contract’s link is valid for a year, and a new one until the contract is deleted', async () => {
    const { body } = await assign((await uploaded()).id)
    const url = body.document?.url ?? ''
    const year = 31_536_000_000 + 86_400_000
    app.pass(year)
    const late = await open(app.anonymous(), url)
    app.pass(-year)
    expect([late.statusCode, late.json().code]).toEqual([410, 'link_invalid'])
    const { items } = await app.admin.call(contractRoutes.listContracts, { query: {} })
    const fresh = items.find((each) => each.id === body.id)?.document?.url ?? ''
    expect((await open(app.anonymous(), fresh)).statusCode).toBe(200)
    await app.admin.call(contractRoutes.deleteContract, { params: { id: body.id } })
    expect((await open(app.anonymous(), fresh)).statusCode).toBe(404)
  })

  test('a contract’s link ends with the access of its recipient, and works while the partner is locked', async () => {
    const nobody = app.anonymous()
    const left = await app.newPerson('part@exemple.fr', 'partner', 'Paul Part')
    const staff = await app.newPerson('staff@acme.example', 'admin', 'Stella Staff')
    const { body } = await assign((await uploaded()).id, left.userId)
    const linkFor = async (client: Client) => {
      const { items } = await client.call(contractRoutes.listContracts, { query: {} })
      return items.find((each) => each.id === body.id)?.document?.url ?? ''
    }
    const [own, ofStaff, ofAdmin] = await Promise.all([left, staff, app.admin].map(linkFor))
    const opens = async (address = '', client = nobody) => (await client.send('GET', address)).statusCode
    expect(await Promise.all([own, ofStaff, ofAdmin].map((each) => opens(each)))).toEqual([200, 200, 200])
    expect(await opens(own?.replace(left.userId, app.admin.userId))).toBe(404)
    expect(await opens(own?.replace(/for=[^&]*&/, ''))).toBe(422)
    await app.admin.call(partnerRoutes.validatePartnerContract, { params: { id: left.userId } })
    await app.admin.call(partnerRoutes.revokePartnerContract, { params: { id: left.userId }, body: { reason: 'Une erreur' } })
    expect(await opens(own)).toBe(200)
    await app.changeRole(staff, 'partner')
    expect([await opens(ofStaff), await opens(ofStaff, left), await opens(ofAdmin, left)]).toEqual([404, 404, 200])
    await app.admin.call(partnerRoutes.validatePartnerContract, { params: { id: left.userId } })
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: left.userId }, query: {} })
    expect([await opens(own), await opens(own, app.admin), await opens(ofAdmin)]).toEqual([404, 404, 200])
  })

  test('a stored file is sandboxed in a browser, except a displayed PDF; contracts are never cached', async () => {
    const { body } = await assign((await uploaded()).id)
    const policyOf = async (address: string, client = app.admin) => {
      const { headers } = await client.send('GET', address)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('script-src')
      return [policy.includes('sandbox'), headers['cache-control'], headers['x-content-type-options']]
    }
    const url = body.document?.url ?? ''
    expect(await policyOf(url)).toEqual([true, 'private, no-store', 'nosniff'])
    expect(await policyOf(`${url}&inline=1`)).toEqual([false, 'private, no-store', 'nosniff'])
    const document = { kind: 'file' as const, uploadId: (await uploaded('resource')).id }
    const form = { title: 'Guide', description: '', category: 'documents' as const, minTierId: null, document }
    const { id } = await app.admin.call(resourceRoutes.addResource, { body: form })
    expect(await policyOf(`/api/resources/${id}/file`)).toEqual([true, 'private, no-cache', 'nosniff'])
    await app.admin.call(resourceRoutes.deleteResource, { params: { id } })
  })

  test('the newest main contract decides the lock; validating and revoking work once each', async () => {
    const id = marie.userId
    const locked = async () => (await marie.try(resourceRoutes.listResources, { query: {} })).body.code === 'contract_not_signed'
    await app.assignContract(id)
    expect(await locked()).toBe(true)
    const twice = await Promise.all([1, 2].map(() => app.admin.try(partnerRoutes.validatePartnerContract, { params: { id } })))
    expect(twice.map((each) => each.status).sort()).toEqual([200, 409])
    expect(await locked()).toBe(false)
    app.pass(1000)
    await app.assignContract(id, 'amendment')
    expect(await locked()).toBe(false)
    app.pass(1000)
    const newer = await app.assignContract(id)
    expect(await locked()).toBe(true)
    await app.admin.call(contractRoutes.validateContract, { params: { id: newer.id } })
    expect(await locked()).toBe(false)
    expect((await app.admin.try(contractRoutes.deleteContract, { params: { id: newer.id } })).body.code).toBe(
      'contract_signed_kept',
    )
    await app.admin.call(contractRoutes.revokeContract, { params: { id: newer.id }, body: { reason: 'Le taux a changé' } })
    expect(await locked()).toBe(true)
    expect(
      (await app.admin.try(partnerRoutes.revokePartnerContract, { params: { id }, body: { reason: 'Le taux a changé' } })).body
        .code,
    ).toBe('contract_already_pending')
  })

  test('a resource of a tier is hidden from partners below it', async () => {
    const { tiers } = await app.admin.call(tierRoutes.listTiers, {})
    const add = async (title: string, minTierId: string | null) =>
      app.admin.call(resourceRoutes.addResource, {
        body: {
          title,
          description: '',
          category: 'documents',
          minTierId,
          document: { kind: 'file', uploadId: (await uploaded('resource', title)).id },
        },
      })
    const forAll = await add('Pour tous', null)
    const forGold = await add('Pour Gold', tiers[2]?.id ?? null)
    const { items } = await other.call(resourceRoutes.listResources, { query: {} })
    expect(items.map((each) => each.title)).toEqual(['Pour tous'])
    expect((await other.send('GET', forAll.fileUrl)).statusCode).toBe(200)
    expect((await other.send('GET', forGold.fileUrl)).statusCode).toBe(404)
    expect((await app.admin.send('GET', forGold.fileUrl)).statusCode).toBe(200)
  })

  test('unclaimed files are deleted after a day, files in use stay', async () => {
    const { id } = await uploaded()
    app.pass(2 * 86_400_000)
    expect(await sweepFiles(app.portal)).toBeGreaterThan(0)
    expect((await assign(id)).body.code).toBe('upload_not_found')
    const { items } = await other.call(resourceRoutes.listResources, { query: {} })
    expect((await other.send('GET', items[0]?.fileUrl ?? '')).statusCode).toBe(200)
  })

  test('bank details are returned to their owner alone, and are encrypted in the database', async () => {
    const iban = 'FR76 3000 6000 0112 3456 7890 189'
    const body = { company: ' Dupont Conseil ', iban, address: '1 rue de la Paix', country: 'France' }
    const refused = await other.try(paymentRoutes.savePaymentInfo, { body: { ...body, company: 'D', iban: 'fr76' } })
    expect(refused.body.fields.map((each) => each.message)).toEqual([
      'Company name must be at least 2 characters',
      'Invalid IBAN format (e.g., FR76...)',
    ])
    await other.call(paymentRoutes.savePaymentInfo, { body })
    const { paymentInfo } = await other.call(paymentRoutes.getPaymentInfo, {})
    expect(paymentInfo).toMatchObject({ company: 'Dupont Conseil', iban: iban.replaceAll(' ', ''), ibanChecksOut: true })
    const wrong = await other.call(paymentRoutes.savePaymentInfo, { body: { ...body, iban: `${iban.slice(0, -1)}8`, password } })
    expect(wrong.ibanChecksOut).toBe(false)
    const { rows } = await app.portal.database.asOwner((run) =>
      run("select iban_encrypted, (select string_agg(coalesce(after::text, ''), '') from events) as history from payment_infos"),
    )
    expect(JSON.stringify(rows)).not.toContain('30006000')
    const asAdmin = app.portal.database.asActor({ kind: 'admin', userId: app.admin.userId, rights }, (tx) =>
      tx.selectFrom('payment_infos').select('iban_encrypted').execute(),
    )
    await expect(asAdmin).rejects.toMatchObject({ code: '42501' })
  })

  test('a contract’s link ends when somebody ends the session it was made in, not when that runs out', async () => {
    const nobody = app.anonymous()
    const luc = await app.newPerson('luc.lien@exemple.fr', 'partner', 'Luc Lien')
    const { body } = await assign((await uploaded()).id, luc.userId)
    const linkFor = async (client: Client) => {
      const { items } = await client.call(contractRoutes.listContracts, { query: {} })
      return items.find((each) => each.id === body.id)?.document?.url ?? ''
    }
    const opens = async (address: string) => (await nobody.send('GET', address)).statusCode
    const again = () => app.signIn(app.anonymous(), 'luc.lien@exemple.fr')
    const [out, left] = [await again(), await again()]
    const [ofOut, ofLeft, ofLuc] = [await linkFor(out), await linkFor(left), await linkFor(luc)]
    await out.call(authRoutes.signOut, {})
    expect([await opens(ofOut), await opens(ofLeft), await opens(ofLuc)]).toEqual([410, 200, 200])
    const refused = await nobody.send('GET', ofOut)
    expect(refused.json()).toMatchObject({ code: 'link_invalid', detail: expect.stringMatching(/a pris fin avec sa session/) })
    // The session is signed with the rest: without it, it is another link.
    expect(await opens(ofOut.replace(/&session=[^&]*/, ''))).toBe(404)
    await app.admin.call(partnerRoutes.endSessions, { params: { id: luc.userId }, query: {} })
    expect([await opens(ofLeft), await opens(ofLuc)]).toEqual([410, 410])
    const lasting = await linkFor(await again())
    const days = 200 * 86_400_000
    app.pass(days)
    await sweepSessions(app.portal)
    expect(await opens(lasting)).toBe(200)
  })
})
