import { bundledPrinter, renderPdf } from '#platform/server/printing/render-pdf.ts'
import { serveTasks } from '#platform/server/workers/serve-tasks.ts'
import { layout } from './layout.ts'
import type { PrintAnswer, Sheet } from './sheet.ts'

async function print(sheet: Sheet): Promise<PrintAnswer> {
  const { printable, replaced } = bundledPrinter()
  const definition = layout(sheet, printable)
  if (sheet.complete && replaced.size > 0) return { pdf: null, replaced: [...replaced] }
  return { pdf: await renderPdf(definition), replaced: [...replaced] }
}

serveTasks<null, Sheet, PrintAnswer>(async () => print)
