import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/** `GET /api/openapi.json` and the same to read at `GET /api/docs`. */
export function registerDocs(app: FastifyInstance): void {
  const document = openApiDocument()
  app.get('/api/openapi.json', (_request, reply) => reply.send(document))
  app.get('/api/docs', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const policy = String(reply.getHeader('content-security-policy')).replace(
      "style-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
    )
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(docsPage(document, nonce))
  })
}
