import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { soleOwner, system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { failureRoutes } from '#operations/failures/api.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { readEvent } from '#platform/server/events/event-record.ts'
import { handleEvent } from '#portal/server/event-handlers.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { type PreviewReport, previewReportHeader, type TemplateDetail, templateRoutes, type WrittenBody } from '../api.ts'
import { templateBackgroundHandlers } from './event-handlers.ts'

const amendment: WrittenBody = [
  { type: 'heading', level: 1, content: [{ type: 'text', text: 'Rémunération à la commission' }] },
  {
    type: 'paragraph',
    content: [
      { type: 'text', text: 'Entre ' },
      { type: 'field', field: 'provider_name', marks: ['bold'] },
      { type: 'text', text: ' et ' },
      { type: 'field', field: 'partner_name', marks: ['italic', 'underline'] },
      { type: 'text', text: ', palier ' },
      { type: 'field', field: 'tier_name' },
      { type: 'text', text: ', taux ' },
      { type: 'field', field: 'commission_rate' },
      { type: 'text', text: ', modifie ' },
      { type: 'field', field: 'amended_title' },
    ],
  },
]
const saying = (text: string): WrittenBody => [{ type: 'paragraph', content: [{ type: 'text', text }] }]

describe.each(databaseKinds())('templates on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  let paul: Client
  let template: TemplateDetail
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont-Lévêque')
    paul = await app.newPartner('paul@exemple.fr', 'Paul Martin')
    template = await create('Palier', amendment)
  })
  afterAll(() => app.close())

  const inSystem = <T>(work: (tx: Tx) => Promise<T>) => app.portal.database.asActor(system, work)
  const create = (name: string, body: WrittenBody, kind: 'main' | 'amendment' = 'amendment') =>
    app.admin.call(templateRoutes.createTemplate, { body: { kind, name, title: `Avenant ${name}`, body } })
  const save = (detail: TemplateDetail, body: WrittenBody, basedOn = detail.version, name = detail.name) =>
    app.admin.try(templateRoutes.saveTemplate, {
      params: { id: detail.id },
      body: { name, title: detail.title, body, basedOn },
    })
  const preview = async (body: WrittenBody, more: object = {}, client = app.admin) => {
    const payload = { kind: 'amendment', title: 'Avenant Palier', body, partnerId: null, ...more }
    const response = await client.send('POST', '/api/templates/preview', payload)
    const header = String(response.headers[previewReportHeader] ?? '')
    const report = (header ? JSON.parse(decodeURIComponent(header)) : null) as PreviewReport
    return { status: response.statusCode, pdf: response.rawPayload, report }
  }
  const contractsOf = async (client: Client) => (await client.call(contractRoutes.listContracts, { query: {} })).items
  const download = async (client: Client, url = '') => (await client.send('GET', url)).rawPayload
  /** Creates a signed lead. Returns its pending commission. */
  async function pendingCommission(partner: Client, estimatedAmountCents: number): Promise<string> {
    const lead = { name: 'Paul Bernard', company: 'Boulangerie Bernard', email: 'b@b.example', phone: '', website: '', notes: '' }
    const body = { ...lead, offerType: 'star' as const, estimatedAmountCents }
    const { id } = await partner.call(leadRoutes.addLead, { body })
    await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const { items } = await partner.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    return items.find((each) => each.lead?.id === id)?.id ?? ''
  }
  const validate = (id: string) => app.admin.call(commissionRoutes.validateCommission, { params: { id } })
  const switchAutomatic = (on: boolean, templateId: string | null = template.id) =>
    app.admin.try(templateRoutes.saveAutomaticAmendment, { body: { on, templateId } })
  const amendmentsOf = async (client: Client) =>
    (await contractsOf(client)).filter((each) => each.contractType === 'amendment' && each.title === 'Avenant Palier')

  test('saving a change makes a version, saving without one does not, and versions never change', async () => {
    const first = await create('Versions', saying('un'))
    expect(first).toMatchObject({ version: 1, versions: [{ version: 1, createdBy: expect.any(String) }] })
    expect((await save(first, saying('un'))).body.version).toBe(1)
    const second = await save(first, saying('deux'))
    expect(second.body.versions.map((each) => [each.version, each.body])).toEqual([
      [2, saying('deux')],
      [1, saying('un')],
    ])
    expect((await save(second.body, saying('deux'), 2, 'Autre nom')).body).toMatchObject({ version: 2, name: 'Autre nom' })
    const asAdmin = { kind: 'admin', userId: app.admin.userId, rights } as const
    const rewritten = app.portal.database.asActor(asAdmin, (tx) =>
      tx.updateTable('contract_template_versions').set({ title: 'x' }).execute(),
    )
    await expect(rewritten).rejects.toMatchObject({ code: '42501' })
  })

  test('of two who edit the same version the second is refused, and nothing is overwritten', async () => {
    const detail = await create('Conflit', saying('un'))
    const answers = await Promise.all([save(detail, saying('à moi')), save(detail, saying('à toi'))])
    expect(answers.map((each) => each.status).sort()).toEqual([200, 409])
    expect(answers.find((each) => each.status === 409)?.body).toMatchObject({
      code: 'template_changed_meanwhile',
      facts: { version: 2 },
    })
    const now = await app.admin.call(templateRoutes.getTemplate, { params: { id: detail.id } })
    expect(now.versions).toHaveLength(2)
  })

  test('only staff read, write, preview or assign templates, enforced by the database too', async () => {
    expect((await preview(amendment, {}, marie)).status).toBe(403)
    expect((await preview(amendment, {}, app.anonymous())).status).toBe(401)
    expect((await marie.try(templateRoutes.listTemplates, { query: {} })).status).toBe(403)
    const asMarie = { kind: 'partner', userId: marie.userId, partner: soleOwner(marie.userId), contractSigned: true } as const
    const nosy = app.portal.database.asActor(asMarie, (tx) => tx.selectFrom('contract_templates').selectAll().execute())
    await expect(nosy).rejects.toMatchObject({ code: '42501' })
  })

  test('what a document adds to its template is in the language of the template, whoever makes it', async () => {
    const tiers: WrittenBody = [...amendment, { type: 'tierTable' }]
    const readBy = async (language: 'fr' | 'en') => (await pdfText((await preview(tiers, { language })).pdf)).replace(/\s+/g, ' ')
    const english = await readBy('en')
    for (const said of ['Tier Revenue brought in Rate', 'from €0 to less than €10,000', 'taux 15%'])
      expect(english).toContain(said)
    const french = await readBy('fr')
    for (const said of ['Palier Chiffre d’affaires apporté Taux', 'de 0 € à moins de 10 000 €']) expect(french).toContain(said)
    expect((await preview(tiers, { language: 'en' })).pdf.includes('/Lang (en)')).toBe(true)
  })

  test('a preview has accents, fields and provider, lists what is missing, and is reproducible byte for byte', async () => {
    const fields: WrittenBody = [
      ...amendment,
      { type: 'pageBreak' },
      {
        type: 'list',
        ordered: true,
        items: [saying('où'), [{ type: 'paragraph', content: [{ type: 'field', field: 'partner_company' }] }]] as never,
      },
    ]
    const one = await preview(fields, { partnerId: marie.userId })
    expect(one.status).toBe(200)
    expect(one.report).toEqual({ missing: ['partner_company'], replaced: [] })
    const text = (await pdfText(one.pdf)).replace(/\s+/g, ' ')
    for (const part of ['Avenant Palier', 'Rémunération à la commission', 'Marie Dupont-Lévêque', 'palier Bronze', 'taux 15 %']) {
      expect(text).toContain(part)
    }
    expect(text).toContain('modifie Contrat 2026')
    // Text extraction puts list numbers before or after their item.
    expect(text).toMatch(/1\. où|où ?1\./)
    expect(text).toMatch(/2\. —|— ?2\./)
    expect(text).toContain('1/2')
    expect((await preview(fields, { partnerId: marie.userId })).pdf.equals(one.pdf)).toBe(true)
    expect((await preview(fields)).report.missing).toEqual([])
  })

  test('characters missing in the font are black squares and are reported; markup and paths stay text', async () => {
    const hostile = 'Prix 中 😀 \u202eevil <script>alert(1)</script> {pageNumber} file:///etc/passwd data:image/png;base64,AA'
    const { status, pdf, report } = await preview(saying(hostile))
    expect([status, report.replaced]).toEqual([200, ['中', '😀']])
    const text = (await pdfText(pdf)).replace(/\s+/g, ' ')
    expect(text).toContain('Prix ■ ■ evil <script>alert(1)</script> {pageNumber} file:///etc/passwd')
    expect((await preview(saying('x'.repeat(190_000)))).status).toBe(200)
    expect((await preview(saying('a\u0000b'))).status).toBe(422)
  })

  test('assigned to several, each gets their own PDF, also when one of them is deleted', async () => {
    const gone = await app.newPartner('gone@exemple.fr', 'Partie Partie')
    await app.admin.send('DELETE', `/api/partners/${gone.userId}`)
    const partnerIds = [marie.userId, gone.userId, paul.userId]
    const previewAnswer = await preview(amendment, { partnerId: paul.userId })
    const request = { params: { id: template.id }, body: { partnerIds, version: 1 } }
    const key = { 'idempotency-key': 'assign-once' }
    const { results } = await app.admin.call(templateRoutes.assignTemplate, request, key)
    expect(results.map((each) => each.contractId !== null)).toEqual([true, false, true])
    expect(results[1]?.problem).toBe('This partner does not exist any more.')
    const again = await app.admin.call(templateRoutes.assignTemplate, request, key)
    expect(again.results[0]?.contractId).toBe(results[0]?.contractId)
    const [mine] = await amendmentsOf(paul)
    expect(mine).toMatchObject({ status: 'en_attente', document: { fileName: 'Avenant Palier.pdf', mime: 'application/pdf' } })
    expect(await amendmentsOf(marie)).toHaveLength(1)
    const pdf = await download(paul, mine?.document?.url)
    expect(pdf.equals(previewAnswer.pdf)).toBe(true)
    expect((await download(marie, (await amendmentsOf(marie))[0]?.document?.url)).equals(pdf)).toBe(false)
    const rows = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('contracts as c')
        .innerJoin('contracts as m', 'm.id', 'c.amends_id')
        .select(['m.contract_type', 'c.template_version_id'])
        .where('c.id', '=', mine?.id ?? '')
        .execute(),
    )
    expect(rows).toEqual([{ contract_type: 'main', template_version_id: expect.any(String) }])
  })

  test('a name that the font lacks is refused before a document is made; the others get theirs', async () => {
    const li = await app.newPartner('li@exemple.fr', '李明')
    const request = { params: { id: template.id }, body: { partnerIds: [li.userId, paul.userId], title: 'Deux écritures' } }
    const files = async () => (await inSystem((tx) => tx.selectFrom('files').select('id').execute())).length
    const before = await files()
    const { results } = await app.admin.call(templateRoutes.assignTemplate, request)
    expect(results.map((each) => each.contractId !== null)).toEqual([false, true])
    expect(results[0]?.problem).toMatch(/cannot be printed in the document: 李 明\. .*assign a PDF of your own/)
    expect([await amendmentsOf(li), await files()]).toEqual([[], before + 1])
    expect((await preview(amendment, { partnerId: li.userId })).report.replaced).toEqual(['李', '明'])
  })

  test('the automatic amendment is off by default, and needs an amendment template', async () => {
    expect(await app.admin.call(templateRoutes.getAutomaticAmendment, {})).toEqual({ on: false, templateId: null })
    expect((await switchAutomatic(true, null)).status).toBe(422)
    const main = await create('Principal', saying('x'), 'main')
    expect((await switchAutomatic(true, main.id)).body.fields[0]?.path).toBe('templateId')
    const early = await app.newPartner('early@exemple.fr', 'Eve Early')
    await validate(await pendingCommission(early, 1_200_000))
    await pause(300)
    expect(await amendmentsOf(early)).toEqual([])
  })

  test('there is one amendment per reached tier, despite concurrent validations and a repeated job', async () => {
    expect((await switchAutomatic(true)).status).toBe(200)
    const nina = await app.newPartner('nina@exemple.fr', 'Nina Haute')
    const commissions = [await pendingCommission(nina, 1_200_000), await pendingCommission(nina, 100_000)]
    await Promise.all(commissions.map(validate))
    await vi.waitFor(async () => expect(await amendmentsOf(nina)).toHaveLength(1), { timeout: 20_000, interval: 100 })
    const events = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .selectAll()
        .where('partner_id', '=', nina.userId)
        .where('name', '=', 'commission.validated')
        .execute(),
    )
    expect(events).toHaveLength(2)
    const again = events.map((row) => readEvent({ ...row, name: 'commission.validated' as const }))
    await Promise.all(
      [...again, ...again].map((event) => templateBackgroundHandlers['commission.validated']?.(event, app.portal)),
    )
    const [only, ...others] = await amendmentsOf(nina)
    expect(others).toEqual([])
    const text = (await pdfText(await download(nina, only?.document?.url))).replace(/\s+/g, ' ')
    expect(text).toContain('palier Silver, taux 20 %')
    const [assigned] = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['actor_id', 'name'])
        .where('subject_id', '=', only?.id ?? '')
        .execute(),
    )
    expect(assigned).toEqual({ actor_id: null, name: 'contract.assigned' })
    await validate(await pendingCommission(nina, 3_000_000))
    await vi.waitFor(async () => expect(await amendmentsOf(nina)).toHaveLength(2), { timeout: 20_000, interval: 100 })
  })

  test('an unprintable automatic amendment is reported to staff at once, and made once the name is corrected', async () => {
    const wang = await app.newPartner('wang@exemple.fr', '王小明')
    await validate(await pendingCommission(wang, 1_200_000))
    const failed = () => inSystem((tx) => tx.selectFrom('failed_jobs').select(['name', 'data', 'cause']).execute())
    await vi.waitFor(async () => expect(await failed()).toHaveLength(1), { timeout: 20_000, interval: 100 })
    const [job] = await failed()
    const facts = { characters: '王 小 明' }
    expect(job).toMatchObject({ name: 'event', cause: { work: 'amendment', refusal: 'characters_unprintable', facts } })
    const { items } = await app.admin.call(failureRoutes.listFailures, {})
    expect(items[0]?.reason).toMatch(/amendment for a new tier was not made.*王 小 明/)
    expect(await amendmentsOf(wang)).toEqual([])
    await wang.call(accountRoutes.changeProfile, { body: { fullName: 'Wang Xiaoming', company: '' } })
    await handleEvent(app.portal, String(job?.data.eventId))
    expect(await amendmentsOf(wang)).toHaveLength(1)
  })

  test('the template of the automatic amendment cannot be archived, and an archived one cannot be assigned', async () => {
    const archive = (id: string) => app.admin.try(templateRoutes.archiveTemplate, { params: { id } })
    expect((await archive(template.id)).body.code).toBe('template_in_use')
    await switchAutomatic(false)
    const old = await create('Ancien', saying('x'))
    expect((await archive(old.id)).status).toBe(204)
    const assigned = await app.admin.try(templateRoutes.assignTemplate, {
      params: { id: old.id },
      body: { partnerIds: [paul.userId] },
    })
    expect(assigned.body.code).toBe('template_archived')
    const names = async (archived: 'true' | 'false') =>
      (await app.admin.call(templateRoutes.listTemplates, { query: { archived } })).templates.map((each) => each.name)
    expect(await names('false')).not.toContain('Ancien')
    expect(await names('true')).toContain('Ancien')
  })

  test('a logo is printed in the header, and an unreadable one does not stop the document', async () => {
    const settings = await app.admin.call(settingsRoutes.getSettings, {})
    const address = await app.running.app.listen({ port: 0, host: '127.0.0.1' })
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const plain = (await preview(amendment)).pdf
    for (const content of [png, png.subarray(0, 50)]) {
      const upload = await fetch(`${address}/api/uploads?purpose=logo&name=logo.png`, {
        method: 'POST',
        body: new Uint8Array(content),
        headers: { 'content-type': 'application/octet-stream', cookie: app.admin.cookie },
      })
      const { id } = (await upload.json()) as { id: string }
      const { providerName, tagline, accentColour, contactEmail } = settings
      const identity = { providerName, tagline, accentColour, contactEmail, address: settings.address }
      await app.admin.call(settingsRoutes.saveSettings, { body: { ...identity, logoUploadId: id } })
      const { status, pdf } = await preview(amendment)
      expect(status).toBe(200)
      expect(pdf.equals(plain)).toBe(content !== png)
    }
  })
})
