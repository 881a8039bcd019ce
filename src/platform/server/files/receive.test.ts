import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { Refusal } from '#platform/domain/refusal.ts'
import { receiveBody } from './receive.ts'

/** Writes each upload to /dev/full, which always reports a full disk. */
const server = createServer((request, response) => {
  receiveBody(request, '/dev/full', 20_000_000, new Refusal('file_too_large', 'Too large.')).then(
    () => response.end('taken'),
    (error: Refusal) => response.end(error.code),
  )
})
const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())

test.runIf(existsSync('/dev/full'))('a full disk is reported to the sender, however much is still incoming', async () => {
  await listening
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const response = await fetch(address, { method: 'POST', body: new Uint8Array(10_000_000) })
  expect(await response.text()).toBe('storage_full')
})
