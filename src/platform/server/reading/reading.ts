import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultReading, type Reading, setReadingSource } from '#platform/domain/languages.ts'

/** The reader of a request, mail or job. Who it is may become known while the request is answered. */
interface Reader {
  reading: Reading
}
const readers = new AsyncLocalStorage<Reader>()
const readersOf = new WeakMap<FastifyRequest, Reader>()

setReadingSource(() => readers.getStore()?.reading ?? defaultReading)

/** Does work whose texts somebody reads so. */
export const readAs = <T>(reading: Reading, work: () => T): T => readers.run({ reading }, work)

/**
 * Gives each request a reader: at first the one that `firstReading` tells. Once more before its handler, since a body that comes
 * in pieces is read in the connection's own context.
 */
export function followReaders(app: FastifyInstance, firstReading: (request: FastifyRequest) => Reading): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const reader = { reading: firstReading(request) }
    readersOf.set(request, reader)
    readers.run(reader, done)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const reader = readersOf.get(request)
    if (reader) readers.run(reader, done)
    else done()
  })
}

/** From here on the request is read so, in its errors too. */
export function setReading(reading: Reading): void {
  const reader = readers.getStore()
  if (reader) reader.reading = reading
}
