import { type AddressInfo, connect } from 'node:net'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerUnreadable, answerUnroutable } from './unreadable.ts'

const app = fastify({
  routerOptions: { maxParamLength: 200 },
  frameworkErrors: answerUnroutable,
  clientErrorHandler: answerUnreadable,
  http: { headersTimeout: 300, connectionsCheckingInterval: 50 },
})
let port = 0
beforeAll(async () => {
  app.get('/things/:name', async () => 'a thing')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** Writes raw bytes to a socket and reads until it closes. Returns status, content type and problem. */
async function answerTo(...bytes: string[]): Promise<[status: number, type: string | undefined, code: string, problem: object]> {
  let text = ''
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => bytes.forEach((each) => void socket.write(each)))
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', reject).on('close', () => resolve())
  })
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const problem = JSON.parse(body)
  return [Number(head.split(' ')[1]), /content-type: ([^;\r]*)/i.exec(head)?.[1], problem.code, problem]
}

const problem = 'application/problem+json'
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n${headers}\r\n`

test.each([
  ['a part of an address that is too long', [get(`/things/${'x'.repeat(201)}`)], 414, 'address_too_long'],
  ['an address of 100 kB', [get(`/things?q=${'x'.repeat(100_000)}`)], 414, 'address_too_long'],
  ['an address that is wrongly encoded', [get('/things/%zz')], 400, 'malformed_request'],
  ['headers of 100 kB', [get('/things/a', `X-Long: ${'x'.repeat(100_000)}\r\n`)], 431, 'headers_too_large'],
  [
    'headers of 100 kB, piece by piece',
    [get('/things/a').slice(0, -2), ...Array(10).fill(`X-Long: ${'x'.repeat(10_000)}\r\n`)],
    431,
    'headers_too_large',
  ],
  ['what is not HTTP', ['HELLO\r\n\r\n'], 400, 'malformed_request'],
  ['two lengths', [get('/things/a', 'Content-Length: 1\r\nContent-Length: 2\r\n')], 400, 'malformed_request'],
  ['headers that do not come in time', ['GET /things/a HTTP/1.1\r\nHost:'], 408, 'request_timeout'],
  ['a connection that never says anything', [], 408, 'request_timeout'],
] as const)('%s is answered by a problem', async (_, bytes, status, code) => {
  const [gotStatus, type, gotCode, body] = await answerTo(...bytes)
  expect([gotStatus, type, gotCode]).toEqual([status, problem, code])
  expect(body).toEqual({
    type: `/api/docs#${code}`,
    title: expect.any(String),
    status,
    code,
    detail: expect.any(String),
    requestId: expect.any(String),
    facts: {},
    fields: [],
  })
})
