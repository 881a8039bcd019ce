import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { texts } from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import { newId } from '#platform/server/ids.ts'
import { problemOf, sendProblem } from './errors.ts'

/** Characters that a parameter in a path may have: an external id of 200 characters, each of four bytes and encoded. */
export const maxParamLength = 2400

/** Answers URLs the router rejects: too long or wrongly encoded. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const code: UnreadableCode = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'address_too_long' : 'malformed_request'
  sendProblem(reply, request, new Refusal(code, sentences[code]))
}

/**
 * Answers an address below the API that no route has taken. A route may have refused it for the length of a parameter: the
 * router says so only where no other route, such as that of the pages, takes the address.
 */
export function answerNothingHere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isTooLong = request.url
    .replace(/\?.*/, '')
    .split('/')
    .some((part) => part.length > maxParamLength)
  if (isTooLong) return sendProblem(reply, request, new Refusal('address_too_long', sentences.address_too_long))
  // A page of the portal changes only what there was when it was loaded.
  const isOlderPage = request.headers['sec-fetch-site'] === 'same-origin' && request.method !== 'GET'
  return sendProblem(reply, request, new Refusal('not_found', isOlderPage ? m.pageIsOlder() : sentences.not_found))
}

const sentences = texts({
  address_too_long: m.addressTooLong,
  headers_too_large: m.headersTooLarge,
  request_timeout: m.requestTimeout,
  not_found: m.nothingHere,
  malformed_request: m.malformedRequest,
})
type UnreadableCode = keyof typeof sentences

/**
 * Answers requests that Node's HTTP parser rejects. There is no Fastify reply yet, so the problem is written to the socket, which
 * is then closed.
 */
export function answerUnreadable(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy(error)
  const code = codeOf(error)
  const refusal = new Refusal(code, sentences[code])
  const body = JSON.stringify(problemOf(refusal, newId()))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Closing while data is incoming would reset the connection before the client reads the response.
  socket.resume().once('end', () => socket.destroy())
  setTimeout(() => socket.destroy(), 1000).unref()
}

function codeOf({ code, rawPacket }: { code?: string; rawPacket?: unknown }): UnreadableCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'malformed_request'
  // The URL is too long if the request line is incomplete; otherwise the headers are.
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : ''
  return /^[A-Z]+ [^\n]*$/.test(start) ? 'address_too_long' : 'headers_too_large'
}
