import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '#platform/api/route.ts'

/** Whether the answers of a route have an ETag: what is read, except the documentation, which has a fresh nonce each time. */
export function hasEtag({ method, answer, mediaType, returns }: Pick<Route, 'method' | 'answer' | 'mediaType' | 'returns'>) {
  return method === 'GET' && (answer === 'file' ? mediaType !== 'text/html' : !answer && returns !== undefined)
}

/** Answers of these types are hashed here; `sendFile` knows the hash of stored files. */
const hashedTypes = /^application\/(?:json|x-pem-file)/

/**
 * Gives JSON that was read an ETag, and answers 304 without a body to whoever has it already. The tag is a hash of the body
 * before compression, hence weak; hashing a list of 50 leads takes 14 us.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string' || reply.hasHeader('etag')) return payload
    if (!hashedTypes.test(String(reply.getHeader('content-type')))) return payload
    const etag = `W/"${hash('sha256', payload, 'base64url').slice(0, 27)}"`
    reply.header('etag', etag)
    if (!hasVersion(request, etag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return null
  })
}

/** Whether If-None-Match names this version, by the weak comparison of RFC 9110, section 13.1.2. */
export function hasVersion({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',') ?? []
  const opaque = withoutWeakness(etag)
  return tags.some((each) => each.trim() === '*' || withoutWeakness(each.trim()) === opaque)
}

const withoutWeakness = (etag: string) => etag.replace(/^W\//, '')
