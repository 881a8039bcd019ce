import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import type { WorkerError } from '#platform/server/workers/worker-error.ts'

export function unprintableRefusal(characters: readonly string[]): Refusal {
  const facts = { characters: characters.join(' ') }
  return new Refusal('characters_unprintable', m.charactersUnprintable(facts), { facts })
}

/** `document_not_made`, or the error itself if the layout failed. */
export function printRefusal(error: WorkerError): Error {
  switch (error.code) {
    case 'timeout':
    case 'out_of_memory':
    case 'crashed':
      return new Refusal('document_not_made', m.documentTooHeavy())
    case 'queue_full':
    case 'not_started':
    case 'closed':
      return new Refusal('document_not_made', m.documentsBusy())
    case 'failed':
      return new Error(`a PDF could not be made: ${error.message}`, { cause: error })
  }
}
