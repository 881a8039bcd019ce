import { printRefusal, unprintableRefusal } from '#platform/server/printing/print-refusals.ts'
import { WorkerError } from '#platform/server/workers/worker-error.ts'
import { WorkerPool } from '#platform/server/workers/worker-pool.ts'
import type { PrintAnswer, Printed, Sheet } from './sheet.ts'

const limits = { timeoutMs: 30_000, heapMb: 512, memoryMb: 768, processes: 1, maxQueued: 100 }
const pool = new WorkerPool<null, Sheet, PrintAnswer>({
  module: new URL('./pdf-worker.ts', import.meta.url),
  setup: null,
  limits,
})

/**
 * Renders a sheet as PDF in a child process, one at a time. Refuses `document_not_made`, and `characters_unprintable` if the
 * sheet must be complete.
 */
export async function print(sheet: Sheet): Promise<Printed> {
  try {
    const { pdf, replaced } = await pool.run(() => sheet)
    if (pdf === null) throw unprintableRefusal(replaced)
    return { pdf, replaced }
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error
    const badLogo = sheet.logo && error.code === 'failed' && /image/i.test(error.message)
    if (badLogo) return print({ ...sheet, logo: null })
    throw printRefusal(error)
  }
}
