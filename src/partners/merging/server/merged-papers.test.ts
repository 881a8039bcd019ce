import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { vigilanceRoutes } from '#money/vigilance/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { PayoutFileApp } from '#test/payout-file-app.ts'
import { readZip } from '#test/read-zip.ts'
import { registeredProvider, selfBilledPartner } from '#test/self-billing.ts'
import { type Client, password } from '#test/test-app.ts'
import { sentDocument } from '#test/vigilance.ts'

describe.each(databaseKinds())('papers of a partner who is merged on %s', (databaseKind) => {
  let payouts: PayoutApp
  let files: PayoutFileApp
  let world: MergingWorld
  const programme = { ...registeredProvider, acceptanceDays: 0 }
  beforeAll(async () => {
    payouts = await PayoutApp.open(databaseKind)
    await payouts.programme(programme)
    files = new PayoutFileApp(payouts)
    files.untilMorning()
    world = new MergingWorld(payouts.app)
  })
  afterAll(() => payouts.app.close())

  const merged = async (from: Client, into: Client) => {
    const { status, body } = await world.merge(from, into)
    expect([status, body.code]).toEqual([200, undefined])
  }
  const ibanOf = async ({ userId: id }: Client) =>
    (await payouts.staff.call(paymentRoutes.revealIban, { params: { id }, body: { password } })).iban
  const accountsIn = (xml: string) => [...xml.matchAll(/<CdtrAcct>\s*<Id>\s*<IBAN>([^<]+)/g)].map(([, iban]) => iban)

  test('its invoices are the same files, byte for byte, in the same list', async () => {
    const [from, into] = [await selfBilledPartner(payouts, 'Cédée Conseil'), await payouts.partner('Prend Conseil')]
    await payouts.payable(from, 220_003)
    await payouts.issued()
    await payouts.idle()
    const papers = async () => {
      const { items } = await payouts.staff.call(invoiceRoutes.listInvoices, { query: { partnerId: from.userId } })
      const bytes = await Promise.all(
        items.flatMap(({ id }) =>
          ['file', 'xml'].map(async (part) => {
            const { statusCode, rawPayload } = await payouts.staff.send('GET', `/api/invoices/${id}/${part}`)
            return [statusCode, rawPayload.toString('base64')]
          }),
        ),
      )
      return { items, bytes }
    }
    const before = await papers()
    expect(before.bytes.map(([status]) => status)).toEqual([200, 200])
    await merged(from, into)
    await payouts.idle()
    expect(await papers()).toEqual(before)
    const [issued] = before.items
    const [member, stranger] = [await world.join(into, 'member'), await payouts.partner('Sans Lien')]
    const ofFormer = { query: { partnerId: from.userId } }
    const idsFor = async (client: Client, query: object) =>
      (await client.call(invoiceRoutes.listInvoices, { query })).items.map(({ id }) => id)
    const statusOf = async (client: Client, path: string) => (await client.send('GET', `/api/${path}`)).statusCode
    const file = `invoices/${issued?.id}/file`
    // Who reads money of the other partner reads them apart from their own.
    for (const reader of [into, from, await world.join(into, 'accountant')]) {
      expect(await idsFor(reader, {})).toEqual([])
      expect(await idsFor(reader, ofFormer.query)).toEqual([issued?.id])
      expect(await idsFor(reader, { payoutId: issued?.payout.id })).toEqual([issued?.id])
      const sums = await reader.call(invoiceRoutes.invoiceSummary, ofFormer)
      expect([sums.count, sums.totalCents, sums.former.map(({ id }) => id)]).toEqual([1, issued?.totalCents, [from.userId]])
      expect((await reader.call(invoiceRoutes.invoiceSummary, { query: {} })).count).toBe(0)
      expect([await statusOf(reader, file), await statusOf(reader, `invoices/${issued?.id}/xml`)]).toEqual([200, 200])
      const csv = async (query: string) =>
        (await reader.send('GET', `/api/invoices.csv${query}`)).body.includes(issued?.number ?? '?')
      expect([await csv(''), await csv(`?partnerId=${from.userId}`)]).toEqual([false, true])
      const zip = readZip((await reader.send('GET', `/api/invoices.zip?partnerId=${from.userId}`)).rawPayload)
      expect(zip.names).toEqual(['index.csv', `${issued?.number}.pdf`])
    }
    expect([await statusOf(member, file), await statusOf(member, 'invoices')]).toEqual([403, 403])
    expect([await statusOf(stranger, file), await idsFor(stranger, ofFormer.query)]).toEqual([404, []])
    expect(await idsFor(stranger, { payoutId: issued?.payout.id })).toEqual([])
  })

  test('a bank file that was made before is the same, and its transfer is paid once', async () => {
    const [from, into] = [await payouts.partner('Dora Cédée'), await payouts.partner('Élise Prend')]
    const payout = await files.approved(from, 12_000)
    const { file } = await files.made({ ids: [payout.id] })
    const before = await files.download(file.id, 'xml')
    expect(before.status).toBe(200)
    await merged(from, into)
    expect((await files.download(file.id, 'xml')).body).toEqual(before.body)
    expect((await files.pay(file.id, 1, 12_000)).status).toBe(200)
    expect((await files.pay(file.id, 1, 12_000)).status).toBe(409)
    const paid = await payouts.staff.call(payoutRoutes.getPayout, { params: { id: payout.id } })
    expect([paid.state, paid.totalCents, paid.partner.id]).toEqual(['paid', 12_000, from.userId])
  })

  test('a bank file that is made afterwards pays each of the two at its own bank', async () => {
    const [from, into] = [await payouts.partner('Fanny Cédée'), await payouts.partner('Gaëlle Prend')]
    const ids = [from.userId, into.userId]
    await payouts.payable(from, 12_000)
    await payouts.payable(into, 34_000)
    await merged(from, into)
    const [formerIban, otherIban] = [await ibanOf(from), await ibanOf(into)]
    expect(formerIban).not.toBe(otherIban)
    // Others may be payable by then, two of whom have one account.
    const issued = (await payouts.issued()).filter(({ partner }) => ids.includes(partner.id))
    expect((await payouts.approve(issued)).status).toBe(200)
    const { content } = await files.made({ ids: issued.map(({ id }) => id) })
    expect(files.errorsIn(content.text)).toEqual([])
    expect(accountsIn(content.text).toSorted()).toEqual([formerIban, otherIban].toSorted())
  })

  test('a merge waits while payouts wait for a document that somebody of the partner has to send', async () => {
    const [from, into] = [await payouts.partner('Hélène Cédée'), await payouts.partner('Inès Prend')]
    const body = { partnerIds: [from.userId], kind: 'urssaf' as const, label: '' }
    await payouts.staff.call(vigilanceRoutes.requestDocuments, { body })
    await payouts.payable(from, 5000)
    // A document that nothing waits for holds nothing up.
    expect((await world.previewMerge(from.userId, into.userId)).body.obstacles).toEqual([])
    await payouts.programme({ ...programme, vigilanceHold: true })
    expect((await world.previewMerge(from.userId, into.userId)).body.obstacles).toEqual(['documents'])
    expect(await world.merge(from, into)).toMatchObject({ status: 409, body: { facts: { obstacle: 'documents' } } })
    const { id } = await sentDocument(from)
    await payouts.staff.call(vigilanceRoutes.verifyDocument, { params: { id } })
    await merged(from, into)
    await payouts.programme(programme)
  })
})
