import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendFile } from './download.ts'

const content = Buffer.from('0123456789')
const file = { id: '1', purpose: 'contract', name: 'a.pdf', kind: 'pdf', sha256: 'a'.repeat(64), size: content.length } as const

const app = fastify()
const files = {
  read: async (_key: string, range?: { start: number; end: number }) =>
    Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
}
app.get('/file', (request, reply) => sendFile({ files } as unknown as Parameters<typeof sendFile>[0], request, reply, file, {}))

describe('a byte range of a stored file', () => {
  beforeAll(async () => {
    await app.ready()
  })
  afterAll(() => app.close())

  const get = async (headers: Record<string, string>) => {
    const { statusCode, body, headers: responseHeaders } = await app.inject({ url: '/file', headers })
    return [statusCode, body, responseHeaders['content-range']]
  }
  const whole = [200, '0123456789', undefined]
  const unsatisfiable = [416, '', 'bytes */10']

  test.each([
    ['bytes=0-4', [206, '01234', 'bytes 0-4/10']],
    ['bytes=5-', [206, '56789', 'bytes 5-9/10']],
    ['bytes=-3', [206, '789', 'bytes 7-9/10']],
    ['bytes=0-999', [206, '0123456789', 'bytes 0-9/10']],
    // RFC 9110, 14.1.2: a suffix longer than the content is all of it.
    ['bytes=-99999', [206, '0123456789', 'bytes 0-9/10']],
    ['bytes=-0', unsatisfiable],
    ['bytes=10-', unsatisfiable],
    ['bytes=50-60', unsatisfiable],
  ])('%s is answered with what there is of it', async (range, answer) => expect(await get({ range })).toEqual(answer))

  test.each(['bytes=5-2', 'bytes=-', 'bytes=', 'bytes=a-b', 'bytes=1-2-3', 'bytes=0-1,4-5', 'bytes 0-4', 'items=50-60'])(
    '%s, invalid, of another unit or several at once, gets the whole file',
    async (range) => expect(await get({ range })).toEqual(whole),
  )

  test('a range of an older content gets the whole file', async () => {
    expect(await get({ range: 'bytes=0-4', 'if-range': '"older"' })).toEqual(whole)
    expect(await get({ range: 'bytes=0-4', 'if-range': `"${file.sha256}"` })).toEqual([206, '01234', 'bytes 0-4/10'])
  })
})
