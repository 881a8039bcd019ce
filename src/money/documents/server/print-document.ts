import { printRefusal, unprintableRefusal } from '#platform/server/printing/print-refusals.ts'
import { WorkerError } from '#platform/server/workers/worker-error.ts'
import { WorkerPool } from '#platform/server/workers/worker-pool.ts'
import type { DocumentLook, MoneyDocument, PrintAnswer, PrintTask } from './money-document.ts'

const limits = { timeoutMs: 60_000, heapMb: 512, memoryMb: 768, processes: 1, maxQueued: 500 }
const pool = new WorkerPool<null, PrintTask, PrintAnswer>({
  module: new URL('./pdf-worker.ts', import.meta.url),
  setup: null,
  limits,
})

/**
 * Renders an invoice, statement, receipt or certificate as PDF in a child process, one at a time. The same input gives the same
 * bytes. Refuses `characters_unprintable` and `document_not_made`; a logo that cannot be drawn is left out.
 */
export async function printDocument(document: MoneyDocument, look: DocumentLook): Promise<Uint8Array> {
  try {
    const { pdf, unprintable } = await pool.run(() => ({ document, look }))
    if (pdf === null) throw unprintableRefusal(unprintable)
    return pdf
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error
    const badLogo = look.logo && error.code === 'failed' && /image/i.test(error.message)
    if (badLogo) return printDocument(document, { ...look, logo: null })
    throw printRefusal(error)
  }
}
