import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allowedInside, isPublicAddress } from '#platform/server/outgoing/internal-addresses.ts'
import { WebhookReceiver } from '#test/webhook-receiver.ts'
import { keptAnswerLength } from '../domain.ts'
import { postMessage } from './post-message.ts'

const nothing = allowedInside([])
const here = allowedInside(['127.0.0.1'])

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '224.0.0.1',
  '239.1.1.1',
  '255.255.255.255',
  '198.18.0.1',
  '192.0.2.1',
  '240.0.0.1',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  '3fff::1',
  'fec0::1',
  '::127.0.0.1',
  '100::1',
  '',
  'localhost',
])('%s is internal', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450:4007::200e'])(
  '%s is on the internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test('what the setting names is allowed: hosts, addresses and ranges', () => {
  const allowed = allowedInside(['crm.internal', '10.1.0.0/16', 'fd00::/8', '127.0.0.1'])
  expect([allowed.host('CRM.internal'), allowed.host('x.crm.internal')]).toEqual([true, false])
  const addresses = ['10.1.2.3', '10.2.0.1', 'fd12::1', '127.0.0.1', '127.0.0.2']
  expect(addresses.map((address) => allowed.address(address))).toEqual([true, false, true, true, false])
})

describe('a message', () => {
  let receiver: WebhookReceiver
  beforeEach(async () => {
    receiver = await WebhookReceiver.open()
  })
  afterEach(() => receiver.stop())
  const post = (url = receiver.url, allowed = here, more: Parameters<typeof postMessage>[2] = {}) =>
    postMessage({ url, headers: { 'content-type': 'application/json' }, body: '{}' }, allowed, more)
  const count = () => receiver.received.length

  test('is not sent to an internal address, however that is written', async () => {
    const hosts = ['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0']
    const before = count()
    for (const host of hosts) {
      const { status, problem } = await post(`http://${host}:${receiver.port}/`, nothing)
      expect([host, status, problem]).toEqual([host, null, { code: 'internal_address', host: expect.any(String) }])
    }
    expect(count()).toBe(before)
  })

  test('is sent by https alone, except inside', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }]
    const { problem } = await post('http://example.com/', nothing, { resolve })
    expect(problem).toEqual({ code: 'not_https' })
  })

  test('goes to the address that was checked, though the name leads elsewhere a moment later', async () => {
    const inside = await WebhookReceiver.open('127.0.0.2')
    const outside = receiver
    // The first answer is allowed, all later ones lead to what must not be reached.
    const hosts: string[] = []
    const resolve = async (host: string) => {
      hosts.push(host)
      return [{ address: hosts.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    }
    const url = `http://rebinding.example:${outside.port}/`
    expect(await post(url, here, { resolve })).toMatchObject({ status: 200, answer: 'merci' })
    expect(outside.received.at(-1)?.headers.host).toBe(`rebinding.example:${outside.port}`)
    expect(hosts).toEqual(['rebinding.example'])
    // Now it leads inside from the start, or both ways at once.
    expect((await post(url, here, { resolve })).problem).toMatchObject({ code: 'internal_address' })
    const both = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ]
    expect((await post(url, here, { resolve: both })).problem).toMatchObject({ code: 'internal_address' })
    expect(inside.received).toEqual([])
    await inside.stop()
  })

  test('follows no redirect', async () => {
    receiver.answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end()
    const before = count()
    expect(await post()).toMatchObject({ status: 302, error: null })
    expect(receiver.received.slice(before).map(({ url }) => url)).toEqual(['/hooks'])
  })

  test('reads the beginning of an answer of 100 MB', async () => {
    const whole = 100 * 1024 * 1024
    let bytes = 0
    let wasCut = false
    receiver.answer = (response) => {
      const part = Buffer.alloc(65_536, 'ü')
      const more = () => {
        while (bytes < whole && !response.destroyed) {
          bytes += part.length
          if (!response.write(part)) return void response.once('drain', more)
        }
        response.end()
      }
      response.on('close', () => {
        wasCut = !response.writableEnded
      })
      more()
    }
    const { status, answer } = await post()
    expect([status, answer]).toEqual([200, 'ü'.repeat(keptAnswerLength / 2)])
    await expect.poll(() => wasCut).toBe(true)
    expect(bytes).toBeLessThan(whole / 5)
  })

  test('waits for an answer for its time only, and for the end of one no longer', async () => {
    receiver.answer = () => undefined
    expect(await post(receiver.url, here, { seconds: 0.2 })).toMatchObject({
      status: null,
      problem: { code: 'no_answer', seconds: expect.any(Number) },
    })
    receiver.answer = (response) => void response.writeHead(202).write('begun')
    expect(await post(receiver.url, here, { seconds: 1 })).toMatchObject({ status: 202, answer: 'begun', error: null })
    const resolve = () => new Promise<never>(() => undefined)
    expect((await post('https://slow.example/', nothing, { resolve, seconds: 0.2 })).problem).toMatchObject({ code: 'no_answer' })
  })

  test('says why nothing answered, whatever speaks there', async () => {
    const noise = createServer((socket) => socket.resume().end('220 mail.example ESMTP\r\n'))
    await new Promise<void>((resolve) => noise.listen(0, '127.0.0.1', resolve))
    const { port } = noise.address() as AddressInfo
    expect((await post(`http://127.0.0.1:${port}/`)).error).toContain('Parse Error')
    await new Promise((resolve) => noise.close(resolve))
    expect((await post(`http://127.0.0.1:${port}/`)).error).toContain('ECONNREFUSED')
  })
})
