import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { archiveFacts } from '#test/invoices/archived-pdf.ts'
import { creditNote, standardInvoice } from '#test/invoices/sample-invoices.ts'
import { look } from '#test/invoices/sample-statements.ts'
import {
  attachments,
  missingTools,
  pdfsig,
  pictures,
  qpdfComplains,
  skippedNote,
  unembeddedFonts,
} from '#test/samples/pdf/external-tools.ts'
import { provider, requestFor, withSealer } from '#test/samples/pdf/signing.ts'
import { invoiceXml } from '../domain/cii.ts'
import { printDocument } from './print-document.ts'

describe.skipIf(missingTools.length > 0)(`an invoice under the portal’s seal${skippedNote}`, () => {
  test.each([
    ['an invoice', standardInvoice],
    ['a credit note', creditNote],
  ])('%s keeps its bytes, XML, archive labels and pages', async (_, invoice) => {
    const pdf = await printDocument({ kind: 'invoice', content: invoice }, look)
    const before = await archiveFacts(pdf)
    const { bytes, route } = await withSealer((sealer) => sealer.seal(requestFor({ kind: 'pdf', bytes: pdf })))
    expect(route).toBe('A')
    expect(Buffer.from(bytes.subarray(0, pdf.length)).equals(Buffer.from(pdf))).toBe(true)

    expect(pdfsig(bytes)).toMatchObject([{ field: 'Partner', valid: true, wholeFile: true, name: provider }])
    expect(qpdfComplains(bytes)).toBe('')
    expect(unembeddedFonts(bytes)).toEqual([])
    expect(String(attachments(bytes).get('factur-x.xml'))).toBe(invoiceXml(invoice))
    expect(await archiveFacts(bytes)).toEqual(before)
    expect(pictures(bytes, 1)).toEqual(pictures(pdf, 1))
  })

  test('an own document is sealed without another page, file, picture or change of metadata', async () => {
    const pdf = await printDocument({ kind: 'invoice', content: standardInvoice }, look)
    const before = await archiveFacts(pdf)
    const { own, tampered } = await withSealer(async (sealer) => {
      const { bytes } = await sealer.sealOwn({ bytes: pdf, reference: standardInvoice.number })
      const changed = Buffer.from(bytes)
      changed[1000] = (changed[1000] ?? 0) ^ 1
      await expect(sealer.sealOwn({ bytes, reference: 'again' })).rejects.toMatchObject({ code: 'unsignable' })
      return { own: bytes, tampered: changed }
    })
    expect(Buffer.from(own.subarray(0, pdf.length)).equals(Buffer.from(pdf))).toBe(true)
    expect(pdfsig(own)).toMatchObject([{ field: 'Provider', valid: true, wholeFile: true, name: provider }])
    expect(pdfsig(tampered)).toMatchObject([{ valid: false }])
    expect(qpdfComplains(own)).toBe('')
    expect(unembeddedFonts(own)).toEqual([])
    expect([...attachments(own).keys()]).toEqual(['factur-x.xml'])
    expect(String(attachments(own).get('factur-x.xml'))).toBe(invoiceXml(standardInvoice))
    expect(await archiveFacts(own)).toEqual(before)
    const [one, other] = [await PDF.load(pdf), await PDF.load(own)]
    expect(other.getPageCount()).toBe(one.getPageCount())
    expect(pictures(own, 1)).toEqual(pictures(pdf, 1))
    const increment = Buffer.from(own.subarray(pdf.length)).toString('latin1')
    expect(increment).not.toMatch(/\/Type ?\/(?:EmbeddedFile|Filespec|Metadata)|\/Producer/)
  })
})
