import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { readForwardedAddresses } from './forwarded-for.ts'

const app = fastify({ trustProxy: ['127.0.0.1', '10.0.0.0/8'] })
readForwardedAddresses(app)
app.get('/', (request) => request.ip)
afterAll(() => app.close())

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]:51234', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['"[2001:db8::7]:51234"', '2001:db8::7'],
  // A proxy behind a proxy: the last one that is not trusted.
  ['198.51.100.1:9, 203.0.113.7:51234, 10.1.2.3:443', '203.0.113.7'],
  ['unknown', 'unknown'],
  ['_hidden:77', 'unknown'],
  ['203.0.113.7:51234:9', 'unknown'],
  ['999.1.1.1:5', 'unknown'],
  ['', 'unknown'],
])('a proxy that says %j has a request from %s', async (header, address) => {
  expect((await app.inject({ url: '/', headers: { 'x-forwarded-for': header } })).body).toBe(address)
})

test('without the header the connection’s own address counts', async () => {
  expect((await app.inject('/')).body).toBe('127.0.0.1')
})
