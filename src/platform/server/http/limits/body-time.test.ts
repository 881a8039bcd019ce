import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitBodyTime } from './body-time.ts'

const app = fastify()
let port = 0
beforeAll(async () => {
  limitBodyTime(app, { usualSeconds: 0.3, afterAnswerSeconds: 0.3 })
  app.addContentTypeParser('application/x-raw', (_request, _body, done) => done(null))
  app.post('/usual', async () => 'usual')
  app.post('/patient', { config: { bodySeconds: 60 } }, async () => 'patient')
  app.post('/refused', { config: { bodySeconds: 60 } }, async () => 'refused')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/**
 * Sends headers and a part of the body, waits, then sends the rest. Returns the response and whether the connection was closed.
 */
async function slowly(path: string, type: string, milliseconds: number): Promise<{ answer: string; cut: boolean }> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let cut = false
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {
    cut = true
  })
  socket.on('close', () => {
    cut = true
  })
  socket.write(`POST ${path} HTTP/1.1\r\nHost: portal\r\nContent-Type: ${type}\r\nContent-Length: 7\r\n\r\n{"a`)
  await pause(milliseconds)
  const wasCut = cut
  if (!cut) socket.write('":1}')
  await pause(100)
  socket.destroy()
  return { answer: answer.split('\r\n\r\n')[1] ?? '', cut: wasCut }
}

test('a missing body times out', async () => {
  expect(await slowly('/usual', 'application/json', 700)).toEqual({ answer: '', cut: true })
})

test('a slow body within the limit is accepted', async () => {
  expect(await slowly('/usual', 'application/json', 100)).toEqual({ answer: 'usual', cut: false })
})

test('a route for large files has a longer limit', async () => {
  expect(await slowly('/patient', 'application/json', 700)).toEqual({ answer: 'patient', cut: false })
})

test('a sender who continues after the response is disconnected', async () => {
  expect(await slowly('/refused', 'application/x-raw', 700)).toEqual({ answer: 'refused', cut: true })
})

test('a reused connection is not closed by an earlier request’s limit', async () => {
  const post = () =>
    fetch(`http://127.0.0.1:${port}/usual`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  expect(await (await post()).text()).toBe('usual')
  await pause(500)
  expect(await (await post()).text()).toBe('usual')
})
