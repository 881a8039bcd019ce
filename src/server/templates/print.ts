import { Refusal } from '#domain/refusal.ts'
import { WorkerError } from '../workers/worker-error.ts'
import { WorkerPool } from '../workers/worker-pool.ts'
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
    throw refusalOf(error)
  }
}

function unprintableRefusal(characters: readonly string[]): Refusal {
  const help = 'Names and texts can be written in Latin, Greek or Cyrillic letters; for others, assign a PDF of your own.'
  return new Refusal(
    'characters_unprintable',
    `These characters cannot be printed in the document: ${characters.join(' ')}. ${help}`,
  )
}

function refusalOf(error: WorkerError): Error {
  switch (error.code) {
    case 'timeout':
    case 'out_of_memory':
    case 'crashed':
      return new Refusal('document_not_made', 'This document is too much to lay out. Please shorten it.')
    case 'queue_full':
    case 'not_started':
    case 'closed':
      return new Refusal('document_not_made', 'The server cannot make documents right now. Please try again in a minute.')
    case 'failed':
      return new Error(`a PDF could not be made: ${error.message}`, { cause: error })
  }
}
