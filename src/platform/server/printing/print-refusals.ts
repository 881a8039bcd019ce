import { Refusal } from '#platform/domain/refusal.ts'
import type { WorkerError } from '#platform/server/workers/worker-error.ts'

export function unprintableRefusal(characters: readonly string[]): Refusal {
  const help = 'Names and texts can be written in Latin, Greek or Cyrillic letters; for others, assign a PDF of your own.'
  return new Refusal(
    'characters_unprintable',
    `These characters cannot be printed in the document: ${characters.join(' ')}. ${help}`,
  )
}

/** `document_not_made`, or the error itself if the layout failed. */
export function printRefusal(error: WorkerError): Error {
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
