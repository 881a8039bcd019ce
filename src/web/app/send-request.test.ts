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
  const sent = sendRequest({ url: '/api/leads', init: { method: 'POST' }, signal: undefined }).then(() => order.push('answered'))
  const waited = awaitPendingChanges().then(() => order.push('no longer pending'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(order).toEqual([])
  end()
  await Promise.all([sent, waited])
  expect(order).toEqual(['answered', 'no longer pending'])
})

test('a change that fails is no longer pending', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(sendRequest({ url: '/api/leads', init: { method: 'POST' }, signal: undefined })).rejects.toThrow()
  await awaitPendingChanges()
})
