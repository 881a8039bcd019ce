import { oneLine } from '#platform/domain/typed-text.ts'
import { bundledPrinter, renderPdf } from '#platform/server/printing/render-pdf.ts'
import { certificateLayout } from './certificate-layout.ts'
import { attachFacturX } from './factur-x.ts'
import { invoiceLayout } from './invoice-layout.ts'
import type { Piece, Wording } from './layout-parts.ts'
import { attachRecord, leadReceiptLayout } from './lead-receipt-layout.ts'
import type { MoneyDocument, PrintAnswer, PrintTask } from './money-document.ts'
import { receiptLayout } from './receipt-layout.ts'
import { statementLayout } from './statement-layout.ts'

/** pdfmake definition of any document. */
function layOutDocument({ kind, content }: MoneyDocument, wording: Wording): Piece {
  switch (kind) {
    case 'invoice':
      return invoiceLayout(content, wording)
    case 'statement':
      return statementLayout(content, wording)
    case 'receipt':
      return receiptLayout(content, wording)
    case 'certificate':
      return certificateLayout(content, wording)
    case 'lead_receipt':
      return leadReceiptLayout(content, wording)
  }
}

/** Renders a PDF/A-3b; an invoice becomes a Factur-X file. Without a PDF if a character is missing in the font. */
export async function documentPdf({ document, look }: PrintTask): Promise<PrintAnswer> {
  const { printable, replaced } = bundledPrinter()
  const definition = layOutDocument(document, { text: (line) => printable(oneLine(line)), look })
  if (replaced.size > 0) return { pdf: null, unprintable: [...replaced] }
  const pdf = await renderPdf(definition, (stream) => {
    if (document.kind === 'invoice') attachFacturX(stream, document.content)
    if (document.kind === 'lead_receipt') attachRecord(stream, document.content)
  })
  return { pdf, unprintable: [] }
}
