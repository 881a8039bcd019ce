import { afterEach, expect, test, vi } from 'vitest'
import { awaitPendingChanges, sendRequest } from './send-request.ts'

afterEach(() => vi.unstubAllGlobals())

test('a change is pending until its answer has been read, not only begun: its echo waits for that', async () => {
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      end = () => {
        controller.enqueue(new TextEncoder().encode('{"id":"1"}'))
        controller.close()
      }
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body))
  const order: string[] = []
  const request = sendRequest({ url: '/api/leads', init: { method: 'POST' }, signal: undefined }).then(() =>
    order.push('answered'),
  )
  const waited = awaitPendingChanges().then(() => order.push('no longer pending'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(order).toEqual([])
  end()
  await Promise.all([request, waited])
  expect(order).toEqual(['answered', 'no longer pending'])
})

test('a change that fails is no longer pending', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(sendRequest({ url: '/api/leads', init: { method: 'POST' }, signal: undefined })).rejects.toThrow()
  await awaitPendingChanges()
})

test('a read that meets the maintenance has its page shown; a change stays in its form, with the sentence', async () => {
  const problem = { code: 'maintenance', status: 503, detail: 'Le portail est en maintenance.', fields: [], facts: {} }
  const headers = { 'content-type': 'application/problem+json' }
  vi.stubGlobal('fetch', async () => Response.json(problem, { status: 503, headers }))
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const send = (method: string) => sendRequest({ url: '/api/leads', init: { method }, signal: undefined })
  await expect(send('POST')).rejects.toThrow('Le portail est en maintenance.')
  expect(reload).not.toHaveBeenCalled()
  await expect(send('GET')).rejects.toThrow('Le portail est en maintenance.')
  expect(reload).toHaveBeenCalledTimes(1)
})
