import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { templateRoutes, type WrittenBody } from '#contracts/templates/api.ts'
import { shippedMainContract } from '#contracts/templates/domain/main-contract-template.ts'
import { databaseKinds } from '#test/databases.ts'
import { pdfText } from '#test/pdf-text.ts'
import { bodyText, missingTools, skippedNote } from '#test/samples/pdf/external-tools.ts'
import { SigningTestApp } from '#test/signing-app.ts'
import { contractRoutes } from '../api/contracts.ts'
import { readingRoutes } from '../api/reading.ts'
import { signingRoutes } from '../api/signing.ts'
import { hashedWords, numberedText } from '../domain/contract-text.ts'

/** Words of a text as a reader of the PDF finds them: without list marks, and whatever the line or column. */
const wordsOf = (text: string) => text.split(/[\s\f]+/).filter((word) => word !== '' && word !== '•')

describe.each(databaseKinds())('reading a contract as text on %s', (databaseKind) => {
  let desk: SigningTestApp
  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
    const identity = { legal_form: 'SAS', siren: '552100554', street: 'quai de la Fosse', postcode: '44000', town: 'Nantes' }
    await desk.app.portal.database.asActor(system, (tx) => tx.updateTable('programme_settings').set(identity).execute())
  })
  afterAll(() => desk.close())
  beforeEach(() => desk.nextPartner())

  /** A contract that is printed from a template for the partner of the test. */
  async function printed() {
    const { title, name, body } = shippedMainContract
    const form = { kind: 'main' as const, name: `${name} ${desk.people}`, title, body: body as WrittenBody }
    const { id } = await desk.app.admin.call(templateRoutes.createTemplate, { body: form })
    const company = { fullName: `Marie Dupré ${desk.people}`, company: 'Dupré & Fils' }
    await desk.marie.call(accountRoutes.changeProfile, { body: company })
    const assign = { params: { id }, body: { partnerIds: [desk.marie.userId] } }
    const { results } = await desk.app.admin.call(templateRoutes.assignTemplate, assign)
    // What is assigned later has another text: this contract keeps its own.
    const later = {
      ...form,
      basedOn: 1,
      body: [{ type: 'paragraph', content: [{ type: 'text', text: 'Autre' }] }] as WrittenBody,
    }
    const { kind: _, ...saved } = later
    await desk.app.admin.call(templateRoutes.saveTemplate, { params: { id }, body: saved })
    const { items } = await desk.marie.call(contractRoutes.listContracts, { query: {} })
    const contract = items.find((each) => each.id === results[0]?.contractId)
    if (!contract) throw new Error(`not assigned: ${results[0]?.problem}`)
    return contract
  }

  const textOf = (id: string, client = desk.marie) => client.call(readingRoutes.contractText, { params: { id } })

  test.skipIf(missingTools.length > 0)(
    `the text has the words of the PDF in its order, and names its hash${skippedNote}`,
    async () => {
      const contract = await printed()
      expect(contract.hasText).toBe(true)
      const text = await textOf(contract.id)
      const pdf = await desk.download(desk.marie, contract)
      expect(text.documentSha256).toBe(createHash('sha256').update(pdf).digest('hex'))
      expect(text.sha256).toBe(createHash('sha256').update(hashedWords(text)).digest('hex'))
      expect(wordsOf(bodyText(pdf))).toEqual(wordsOf(hashedWords(text)))
    },
  )

  test('the text is for its partner and for staff; other contracts have none', async () => {
    const contract = await printed()
    expect((await textOf(contract.id, desk.app.admin)).title).toBe(shippedMainContract.title)
    const stranger = await desk.app.newPerson(`fremd${desk.people}@exemple.fr`)
    const request = { params: { id: contract.id } }
    expect((await stranger.try(readingRoutes.contractText, request)).status).toBe(404)
    expect((await desk.app.anonymous().try(readingRoutes.contractText, request)).status).toBe(401)
    const uploaded = await desk.assign('amendment')
    expect(uploaded.hasText).toBe(false)
    expect((await desk.marie.try(readingRoutes.contractText, { params: { id: uploaded.id } })).status).toBe(404)
  })

  test('reading as text opens the document; the evidence has the hash and exactly the parts that were shown', async () => {
    const contract = await printed()
    const params = { id: contract.id }
    const sheet = await desk.marie.call(signingRoutes.openSigning, { params })
    expect((await desk.newCode(contract.id)).answer.body.code).toBe('document_not_opened')
    await textOf(contract.id, desk.app.admin)
    expect((await desk.newCode(contract.id)).answer.body.code).toBe('document_not_opened')
    const text = await textOf(contract.id)
    const count = numberedText(text).parts.length
    const documentSha256 = sheet.documentSha256 ?? ''
    const note = (pages: number[], textSha256?: string) => {
      const body = { documentSha256, pages, pageCount: 5000, ...(textSha256 ? { textSha256 } : {}) }
      return desk.marie.call(signingRoutes.noteShownPages, { params, body })
    }
    await note([1, 2, 3, count + 1], text.sha256)
    await note([5], text.sha256)
    await note([4], '0'.repeat(64))
    await note([1])
    const { code } = await desk.newCode(contract.id)
    const signed = await desk.sign(contract.id, code, documentSha256)
    expect([signed.status, signed.body.status]).toEqual([200, 'signe'])
    const { steps, signatures } = await desk.app.admin.call(signingRoutes.contractEvidence, { params })
    const opened = steps.filter(({ name }) => name === 'contract.document_opened')
    expect(opened.map(({ pages, text: shown }) => [pages, shown])).toEqual([
      [null, { sha256: text.sha256, shown: [1, 2, 3, 5], of: count }],
    ])
    expect(signatures[0]?.documentSha256).toBe(documentSha256)
    expect(signatures[0]?.evidence).toMatchObject({
      document: { sha256: documentSha256 },
      readings: [{ unit: 'part', textSha256: text.sha256, shown: '1-3, 5', of: count }],
    })
    const certificate = await pdfText(await desk.download(desk.marie, signed.body))
    expect(certificate.replace(/\s+/g, ' ')).toContain(`Document ouvert en texte, parties 1-3, 5 sur ${count} affichées`)
    expect(await textOf(contract.id)).toEqual(text)
  })

  test('a text is written once, and goes with its contract', async () => {
    const contract = await printed()
    const texts = () =>
      desk.app.portal.database.asActor(system, (tx) =>
        tx.selectFrom('contract_texts').select('contract_id').where('contract_id', '=', contract.id).execute(),
      )
    expect(await texts()).toHaveLength(1)
    const rewritten = desk.app.portal.database.asActor(system, (tx) =>
      tx.updateTable('contract_texts').set({ title: 'x' }).execute(),
    )
    await expect(rewritten).rejects.toMatchObject({ code: '42501' })
    await desk.app.admin.call(contractRoutes.deleteContract, { params: { id: contract.id } })
    expect(await texts()).toEqual([])
  })
})
