import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { compression } from './compression.ts'
import { answerErrors } from './errors.ts'

test('an answer that fails while it is made is a problem that can be read', async () => {
  await using app = fastify()
  await app.register(compress, { globalCompression: false })
  answerErrors(app, {})
  app.get('/made', { compress: compression }, (_, reply) => {
    const failing = new Readable({ read: () => void failing.destroy(new Error('out of rows')) })
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="leads.csv"').header('etag', '"1"')
    return reply.send(failing)
  })
  for (const encoding of ['gzip', 'br', 'identity']) {
    const { statusCode, headers, body } = await app.inject({ url: '/made', headers: { 'accept-encoding': encoding } })
    expect([encoding, statusCode, headers['content-type']]).toEqual([encoding, 500, 'application/problem+json'])
    expect(JSON.parse(body).code).toBe('internal')
    expect([headers['content-encoding'], headers['content-disposition'], headers.etag]).toEqual([undefined, undefined, undefined])
  }
})
