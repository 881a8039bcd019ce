import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentReading } from '#platform/domain/languages.ts'
import { bundledPrinter } from '#platform/server/printing/render-pdf.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { archiveFacts } from '#test/invoices/archived-pdf.ts'
import { schemaErrors } from '#test/invoices/factur-x-schema.ts'
import { brokenRules } from '#test/invoices/invoice-rules.ts'
import { missingOnPaper } from '#test/invoices/printed-invoice.ts'
import { randomInvoice } from '#test/invoices/random-invoices.ts'
import { readInvoice } from '#test/invoices/read-invoice.ts'
import { franchiseInvoice, reverseChargeInvoice, sampleInvoices, standardInvoice } from '#test/invoices/sample-invoices.ts'
import { certificate, look, receipt, statement } from '#test/invoices/sample-statements.ts'
import { pdfText } from '#test/pdf-text.ts'
import { attachments, missingTools, qpdfComplains, skippedNote, unembeddedFonts } from '#test/samples/pdf/external-tools.ts'
import { invoiceXml } from '../domain/cii.ts'
import type { Invoice } from '../domain/invoice.ts'
import { describedLine } from '../domain/invoice-wording.ts'
import { documentPdf } from './document-pdf.ts'
import type { MoneyDocument } from './money-document.ts'
import { printDocument } from './print-document.ts'

const asText = async (pdf: Uint8Array) => (await pdfText(Buffer.from(pdf))).replace(/\s+/g, ' ')
const printInvoice = (content: Invoice) => printDocument({ kind: 'invoice', content }, look)

describe.skipIf(missingTools.length > 0)(`the Factur-X file of an invoice${skippedNote}`, () => {
  test.each(sampleInvoices)('%s: XML, pages, archive labels and fonts satisfy every judge', async (_, invoice) => {
    const pdf = await printInvoice(invoice)
    expect(qpdfComplains(pdf)).toBe('')
    expect(unembeddedFonts(pdf)).toEqual([])

    const attached = attachments(pdf)
    expect([...attached.keys()]).toEqual(['factur-x.xml'])
    const xml = String(attached.get('factur-x.xml'))
    expect(xml).toBe(invoiceXml(invoice))
    expect(schemaErrors(xml)).toEqual([])
    const read = readInvoice(xml)
    expect(brokenRules(read)).toEqual([])
    expect(missingOnPaper(read, await pdfText(Buffer.from(pdf)))).toEqual([])

    const facts = await archiveFacts(pdf)
    expect(facts).toEqual({
      associated: [{ name: 'factur-x.xml', relationship: 'Data', mime: 'text/xml' }],
      outputIntents: ['GTS_PDFA1'],
      pdfa: '3B',
      facturX: {
        DocumentType: 'INVOICE',
        DocumentFileName: 'factur-x.xml',
        Version: '1.0',
        ConformanceLevel: 'EN 16931',
      },
      described: ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'],
      title: facts.infoTitle,
      creator: invoice.seller.legalName,
      infoTitle: `${invoice.type === '389' ? 'Facture' : 'Avoir'} ${invoice.number}`,
    })
  })

  test('pages say what the XML says, whatever the names, amounts, days and rates', async () => {
    await fc.assert(
      fc.asyncProperty(randomInvoice, async (invoice) => {
        const { pdf } = await documentPdf({ document: { kind: 'invoice', content: invoice }, look })
        const read = readInvoice(String(attachments(pdf ?? new Uint8Array()).get('factur-x.xml')))
        expect(missingOnPaper(read, await pdfText(Buffer.from(pdf ?? [])))).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  test('200 lines take several pages: each line once, the head of the table on every page, the totals once', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({
      description: `Commission – contrat C${1000 + index}, un libellé assez long pour tenir sur deux lignes du tableau`,
      netCents: 10_000 + index,
      vatRate: 20,
    }))
    const pdf = await printInvoice({ ...standardInvoice, lines })
    const pages = (await pdfText(Buffer.from(pdf))).split('\n')
    const text = pages.join(' ')
    const count = (words: string) => text.split(words).length - 1
    expect(lines.map((_, index) => count(`contrat C${1000 + index}`))).toEqual(lines.map(() => 1))
    expect(count('Net à payer (EUR)')).toBe(1)
    const pageCount = Number(/factur-x\.xml\.\s*1\/(\d+)/.exec(text)?.[1])
    expect(pageCount).toBeGreaterThan(5)
    expect(count('Désignation')).toBeGreaterThanOrEqual(pageCount - 1)
    expect(missingOnPaper(readInvoice(invoiceXml({ ...standardInvoice, lines })), text)).toEqual([])
  })
})

test('no printed line ends before a mark that French sets apart', () => {
  const { printable } = bundledPrinter()
  expect(printable('Motif : « doublon » ; total ? 5 %')).toBe('Motif\u00a0: «\u00a0doublon\u00a0»\u00a0; total\u00a0? 5\u00a0%')
})

test('the checker of the pages notices what an invoice does not print', async () => {
  const text = await pdfText(Buffer.from(await printInvoice(franchiseInvoice)))
  const other = readInvoice(
    invoiceXml({ ...franchiseInvoice, number: 'AF-9', mandate: { reference: 'M-9', signedOn: '2026-01-15' } }),
  )
  expect(missingOnPaper(other, text)).toEqual(expect.arrayContaining(['AF-9', 'M-9']))
  const read = readInvoice(invoiceXml(franchiseInvoice))
  const without = (words: string) => missingOnPaper(read, text.replaceAll('\u00a0', ' ').replaceAll(words, ''))
  expect(without('TVA non applicable')).toEqual([
    'TVA non applicable, art. 293 B du CGI',
    'TVA non applicable, art. 293 B du CGI',
  ])
  expect(without('Autofacturation')).toContain('Autofacturation')
  expect(without('Pénalités')).toContain('Pénalités de retard')
})

describe('an invoice to a partner who reads English', () => {
  const english = documentReading('en')
  const print = (content: Invoice) => readAs(english, () => printDocument({ kind: 'invoice', content }, look))

  test('is in English, with the articles of French law that it cites and the prescribed mentions', async () => {
    for (const [invoice, sentences] of [
      [standardInvoice, ['Invoice', 'Self-billing – Autofacturation', 'Supplier', 'Total incl. VAT', 'Amount due (EUR)']],
      [franchiseInvoice, ['VAT not applicable, art. 293 B of the CGI (TVA non applicable, art. 293 B du CGI)']],
      [reverseChargeInvoice, ['Reverse charge – Autoliquidation (art. 283-2 of the CGI, art. 196 of Directive 2006/112/EC)']],
    ] as const) {
      const pdf = await print(invoice)
      const text = await asText(pdf)
      const usual = ['in the name and on behalf of', 'three times the French statutory interest rate', 'supply of services']
      for (const sentence of [...sentences, ...usual]) expect(text).toContain(sentence)
      expect(text).not.toMatch(/Facture|Fournisseur|Désignation|Pénalités|Règlement|Indemnité|Total HT/)
    }
  })

  test('has the French texts in its XML, byte for byte', async () => {
    for (const [, invoice] of sampleInvoices) {
      const french = invoiceXml(invoice)
      expect(readAs(english, () => invoiceXml(invoice))).toBe(french)
    }
  })

  test('says in English what its lines are about; lines of earlier releases keep their words', async () => {
    const subject = {
      kind: 'commission',
      client: 'Vasseur',
      revenueCents: 1_200_000,
      ratePercent: 17.5,
      isReduced: true,
    } as const
    const of = describedLine(subject)
    expect(of.description.replace(/\s/g, ' ')).toBe('Commission – Vasseur, 12 000,00 € HT à 17,5 %, reprises déduites')
    const lines = [of, describedLine({ kind: 'reversal', number: 'AF-1', of }), { description: 'Commission – Bernard, 10 € HT' }]
    const text = await asText(
      await print({ ...standardInvoice, lines: lines.map((line) => ({ ...line, netCents: 100, vatRate: 20 })) }),
    )
    const said = 'Commission – Vasseur, €12,000.00 excl. VAT at 17.5%, clawbacks deducted'
    for (const line of [said, `Cancellation of AF-1: ${said}`, 'Commission – Bernard, 10 € HT']) expect(text).toContain(line)
  })
})

describe('other documents', () => {
  const print = async (document: MoneyDocument) => asText(await printDocument(document, look))

  test('a statement explains each line, what is held back, the balance, VAT and total', async () => {
    const text = await print({ kind: 'statement', content: statement })
    for (const { client, detail, tier } of statement.lines) {
      expect(text).toContain(client)
      expect(text).toContain(detail)
      expect(text).toContain(tier ?? '—')
    }
    for (const { client, reason } of statement.held) expect(text).toContain(`${client} ${reason}`)
    expect(text).toContain('Commissions de la période 2 050,07 €')
    expect(text).toContain('Solde des relevés précédents −50,07 €')
    expect(text).toContain('Net HT 2 000,00 €')
    expect(text).toContain('TVA 400,00 €')
    expect(text).toContain('Total à verser 2 400,00 €')
    expect(text).toContain('Vous pouvez contester ce relevé depuis le portail jusqu’au 15/12/2026.')
  })

  test('a statement says where each line comes from, and why there is no VAT, to whoever gets it', async () => {
    const [line] = statement.lines
    if (!line) throw new Error('the sample statement has lines')
    const origins = [
      { kind: 'validated', on: '2026-11-12', reason: '' },
      { kind: 'manual', on: '2026-11-13', reason: '' },
      { kind: 'clawback', on: '2026-11-14', reason: 'REF-7' },
    ] as const
    const content = {
      ...statement,
      vatCents: 0,
      noVatReason: 'reverse_charge',
      lines: origins.map((origin) => ({ ...line, detail: '', origin })),
    }
    const french = await print({ kind: 'statement', content })
    for (const said of [
      'Validée le 12/11/2026',
      'Ajoutée par le programme, validée le 13/11/2026',
      'Reprise du 14/11/2026 : REF-7',
    ])
      expect(french).toContain(said)
    expect(french).toContain('Autoliquidation.')
    const english = await readAs(documentReading('en'), () => print({ kind: 'statement', content }))
    for (const said of ['Validated on 12/11/2026', 'Added by the programme, validated on', 'Clawback of 14/11/2026: REF-7'])
      expect(english).toContain(said)
    expect(english).toContain('Reverse charge.')
  })

  test('a statement names the company number of the payee, and the client’s invoice that was paid', async () => {
    const [line] = statement.lines
    if (!line) throw new Error('the sample statement has lines')
    const paid = { reference: 'F-2026-118', netCents: 900_000 }
    const lines = [{ ...line, detail: '', origin: { kind: 'validated', on: '2026-11-12', reason: '' }, paid } as const]
    const payee = { ...statement.payee, siren: '404833048', siret: null }
    const text = await print({ kind: 'statement', content: { ...statement, payee, lines } })
    expect(text).toContain('SIREN 404 833 048')
    expect(text).toContain('Validée le 12/11/2026, facture F-2026-118 du client, 9 000,00 € HT')
  })

  test('a statement whose balance is not positive carries it over and announces no transfer', async () => {
    const text = await print({ kind: 'statement', content: { ...statement, carriedCents: -300_000, vatCents: 0 } })
    expect(text).toContain('Solde reporté −949,93 €')
    expect(text).not.toContain('Total à verser')
    expect(text).not.toContain('Virement')
  })

  test('a statement of fixed sums has no columns of a rate, and says of none how it is multiplied', async () => {
    const fixed = statement.lines.map((line) => ({ ...line, tier: null, revenueCents: null, ratePercent: null }))
    const text = await print({ kind: 'statement', content: { ...statement, lines: fixed } })
    for (const absent of ['Palier', 'Montant HT', 'Taux', 'multiplié']) expect(text).not.toContain(absent)
    const [line] = statement.lines
    const both = await print({ kind: 'statement', content: { ...statement, lines: [...(line ? [line] : []), ...fixed] } })
    expect(both).toContain('Taux')
    expect(both).toContain('Une commission à taux est le montant HT multiplié par le taux')
  })

  test('a statement without commissions says so', async () => {
    expect(await print({ kind: 'statement', content: { ...statement, lines: [] } })).toContain('Aucune commission')
  })

  test('a receipt is no invoice and has no VAT', async () => {
    const text = await print({ kind: 'receipt', content: receipt })
    expect(text).toContain('Rémunération occasionnelle')
    expect(text).toContain('Total versé 2 200,07 €')
    expect(text).toContain('Camille Lefèvre reconnaît qu’Atelier Loire & Associés lui verse la somme de 2 200,07 €')
    expect(text).toContain('Ce reçu n’est pas une facture')
    expect(text).not.toContain('TTC')
  })

  test('a certificate lists the payments of the year and their sums', async () => {
    const text = await print({ kind: 'certificate', content: certificate })
    expect(text).toContain('Année 2026')
    expect(text).toContain('Total versé 3 840,00 €')
    expect(text).toContain('DAS2, art. 240 du CGI')
    expect(text).not.toContain('impôt sur le revenu')
    const individual = await print({ kind: 'certificate', content: { ...certificate, individual: true, declared: false } })
    expect(individual).toContain('impôt sur le revenu')
    expect(individual).toContain('ne dépassent pas le seuil')
  })

  test.skipIf(missingTools.length > 0)(
    `all are labelled PDF/A-3b with embedded fonts and nothing attached${skippedNote}`,
    async () => {
      const documents: MoneyDocument[] = [
        { kind: 'statement', content: statement },
        { kind: 'receipt', content: receipt },
        { kind: 'certificate', content: certificate },
      ]
      for (const document of documents) {
        const pdf = await printDocument(document, look)
        expect(qpdfComplains(pdf)).toBe('')
        expect(unembeddedFonts(pdf)).toEqual([])
        expect(await archiveFacts(pdf)).toMatchObject({ associated: [], outputIntents: ['GTS_PDFA1'], pdfa: '3B' })
      }
    },
  )
})

test('the same invoice gives the same bytes', async () => {
  const [one, other] = [await printInvoice(standardInvoice), await printInvoice(standardInvoice)]
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
})

test('a name that the font cannot print is refused, and a logo that cannot be drawn is left out', async () => {
  const seller = { ...standardInvoice.seller, legalName: '株式会社' }
  await expect(printInvoice({ ...standardInvoice, seller })).rejects.toMatchObject({ code: 'characters_unprintable' })
  const broken = { mime: 'image/png' as const, base64: Buffer.from('no picture').toString('base64') }
  const pdf = await printDocument({ kind: 'invoice', content: standardInvoice }, { ...look, logo: broken })
  expect(await asText(pdf)).toContain('AF-0042-2026-00003')
})
