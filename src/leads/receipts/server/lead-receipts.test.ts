import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { verificationRoutes } from '#contracts/verification/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { m as documents } from '#money/documents/messages/messages.ts'
import { checkJournal } from '#operations/journal/server/check-journal.ts'
import { databaseJournal } from '#operations/journal/server/database-journal.ts'
import { documentReading } from '#platform/domain/languages.ts'
import { formatReference } from '#platform/domain/references.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { readGraymap, readQr } from '#test/read-qr.ts'
import { plainField } from '#test/repeated-fields.ts'
import { attachments, graymap, missingTools, pdfsig, skippedNote, words } from '#test/samples/pdf/external-tools.ts'
import { fieldChanges } from '#test/saved-lists.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { leadReceiptRoutes } from '../api.ts'

const squeezed = (text: string) => text.replace(/\s/g, '')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const lead = {
  name: 'Paul Martin',
  company: 'Éditions Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 250_000,
  offerType: 'star' as const,
}

describe.skipIf(missingTools.length > 0).each(databaseKinds())(
  `receipts of registrations on %s${skippedNote}`,
  inOrder,
  (databaseKind) => {
    let app: TestApp
    let marie: Client
    let paul: Client
    let id = ''
    let pdf: Buffer
    beforeAll(async () => {
      app = await TestApp.open(databaseKind)
      marie = await app.newPartner('marie@exemple.fr')
      paul = await app.newPartner('paul@exemple.fr', 'Paul Durand')
      id = (await marie.call(leadRoutes.addLead, { body: lead })).id
    })
    afterAll(() => app.close())

    const ask = (client: Client) => client.send('GET', `/api/leads/${id}/receipt`)
    const receipts = () =>
      app.portal.database.asActor(system, (tx) =>
        tx.selectFrom('lead_receipts').selectAll().where('partner_id', '=', marie.userId).executeTakeFirstOrThrow(),
      )
    const byReference = async (reference: string) =>
      (await app.anonymous().call(verificationRoutes.verifyReference, { params: { reference } })).receipt

    test('is made once, when it is first asked for, and is the same for its partner and staff', async () => {
      const [first, second] = await Promise.all([ask(marie), ask(marie)])
      pdf = first.rawPayload
      expect(first.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': expect.stringMatching(/filename="?recepisse-REF-\d{4}-\d{6}\.pdf/),
      })
      for (const same of [second, await ask(app.admin), await ask(marie)]) expect(sha256(same.rawPayload)).toBe(sha256(pdf))
      expect((await ask(paul)).statusCode).toBe(404)
      const { rows } = await app.portal.database.asOwner((run) =>
        run(
          `select count(*)::int as receipts from lead_receipts
          union all select count(*)::int from events where name = 'lead.receipt_made'`,
        ),
      )
      expect(rows).toEqual([{ receipts: 1 }, { receipts: 1 }])
      expect((await app.anonymous().try(leadReceiptRoutes.leadReceipt, { params: { id } })).status).toBe(401)
    })

    test('it is sealed, and says what was registered when, and what that proves', async () => {
      expect(pdfsig(pdf)).toMatchObject([{ valid: true, wholeFile: true }])
      const { content, reference } = await receipts()
      const text = words(pdf, 1)
      const { rows } = await app.portal.database.asOwner((run) =>
        run(`select j.seq, encode(j.hash, 'hex') as hash from journal j join events e on e.id = j.event_id
        where e.name = 'lead.created' and e.subject_id = '${id}'`),
      )
      expect({ seq: Number(rows[0]?.seq), hash: rows[0]?.hash }).toEqual({ seq: content.journal.seq, hash: content.journal.hash })
      for (const sentence of [
        content.number,
        `${app.now.toISOString().slice(0, 19)}Z`,
        'Éditions Bernard',
        'Marie Dupont',
        content.recordSha256,
        `ligne ${content.journal.seq}`,
        content.journal.hash,
        formatReference(reference),
        `http://portal.test/verify?reference=${reference}`,
        'Ce n’est pas un horodatage électronique qualifié',
      ])
        expect(text).toContain(sentence)
      expect(squeezed(text)).toContain(squeezed(documents.priorityRule()))
      // As a phone reads it from the paper.
      expect(readQr(readGraymap(graymap(pdf, 200)))).toBe(`http://portal.test/verify?reference=${reference}`)
      const record = attachments(pdf).get('enregistrement.json') ?? Buffer.alloc(0)
      expect(sha256(record)).toBe(content.recordSha256)
      expect(JSON.parse(String(record))).toMatchObject({
        number: content.number,
        leadId: id,
        partnerId: marie.userId,
        lead: { company: 'Éditions Bernard' },
      })
    })

    test('it is in the language that its partner reads when it is made, and stays in it', async () => {
      const john = await app.newPartner('john@example.com', 'John Smith')
      await john.call(accountRoutes.chooseLanguage, { body: { language: 'en' } })
      const own = await john.call(leadRoutes.addLead, { body: { ...lead, company: 'Meadow Ltd', email: 'a@meadow.example' } })
      const get = (client: Client) => client.send('GET', `/api/leads/${own.id}/receipt`)
      const { rawPayload } = await get(app.admin)
      const text = words(rawPayload, 1)
      for (const sentence of [
        'Registration receipt',
        'Meadow Ltd',
        'What this receipt proves',
        'It is not a qualified electronic',
      ])
        expect(text).toContain(sentence)
      const inEnglish = readAs(documentReading('en'), () => [documents.priorityRule(), documents.provesReception()])
      for (const sentence of inEnglish) expect(squeezed(text)).toContain(squeezed(sentence))
      for (const french of ['Récépissé', 'Règle de priorité', 'Ce récépissé prouve', ' à ']) expect(text).not.toContain(french)
      expect(rawPayload.includes('/Lang (en)')).toBe(true)
      await john.call(accountRoutes.chooseLanguage, { body: { language: 'fr' } })
      expect(sha256((await get(john)).rawPayload)).toBe(sha256(rawPayload))
    })

    test('/verify knows it by reference and by file, and says whether the journal still holds it', async () => {
      const { reference, content } = await receipts()
      const receipt = { number: content.number, company: 'Éditions Bernard', partner: 'Marie Dupont', fileSha256: sha256(pdf) }
      expect(await byReference(formatReference(reference))).toMatchObject({
        ...receipt,
        journal: { seq: content.journal.seq, holds: true, closedOn: null, stampedAt: null },
      })
      const file = await app.anonymous().call(verificationRoutes.verifyFile, { query: { sha256: sha256(pdf) } })
      expect(file).toMatchObject({ verdict: 'genuine', found: null, receipt })
      const asOwner = (sql: string) =>
        app.portal.database.asOwner((run) => run(`begin; set local role passerelle_owner; ${sql}; commit`))
      const event = `(select event_id from journal where seq = ${content.journal.seq})`
      const company = (name: string) => `update events set after = jsonb_set(after, '{company}', '"${name}"') where id = ${event}`
      await asOwner(company('Autre'))
      expect((await byReference(reference))?.journal.holds).toBe(false)
      await asOwner(company('Éditions Bernard'))
      expect((await byReference(reference))?.journal.holds).toBe(true)
    })

    test('it stays when its lead is deleted', async () => {
      const { reference } = await receipts()
      await marie.call(leadRoutes.deleteLead, { params: { id } })
      expect((await ask(marie)).statusCode).toBe(404)
      expect(await byReference(reference)).toMatchObject({ company: 'Éditions Bernard', journal: { holds: true } })
      expect((await checkJournal(await databaseJournal(app.portal.database))).error).toBeNull()
    })

    test('a receipt says nothing of a field hidden since, and names the person where there is no company', async () => {
      const fields = fieldChanges(() => app.admin)
      await fields.add({ ...plainField, key: 'origin', name: 'Provenance' })
      expect((await fields.change('company', { required: false })).status).toBe(200)
      const household = { ...lead, company: '', email: 'zoe@petit.example', fields: { origin: 'Hermine' } }
      id = (await marie.call(leadRoutes.addLead, { body: { ...household, name: 'Zoé Petit' } })).id
      expect((await fields.change('origin', { partner: 'none' })).status).toBe(200)
      const made = (await ask(marie)).rawPayload
      const text = words(made, 1)
      expect(text).toContain('Zoé Petit')
      expect(text).not.toMatch(/Société/)
      const record = attachments(made).get('enregistrement.json')?.toString()
      expect(record).toContain('zoe@petit.example')
      expect(record).not.toMatch(/Hermine|origin/)
    })
  },
)
