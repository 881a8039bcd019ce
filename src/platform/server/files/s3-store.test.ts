import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Upload } from '#access/api/uploads.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import type { Problem } from '#platform/api/shapes.ts'
import { newId } from '#platform/server/ids.ts'
import { checkInstallation } from '#platform/server/installation.ts'
import { databaseKinds, testLog } from '#test/databases.ts'
import { freePort } from '#test/postgres.ts'
import { type S3Server, startS3 } from '#test/s3-server.ts'
import { strictStore } from '#test/signature-v4.ts'
import { TestApp } from '#test/test-app.ts'
import { pdf } from '../../../../demo/pdf.ts'
import { openReachableFiles } from './await-store.ts'
import { openS3Store, type S3Settings } from './s3-store.ts'
import { type FileStore, fileKey } from './store.ts'
import { StoreUnavailable } from './store-unavailable.ts'
import { sweepFiles } from './sweep.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const factsOf = (bytes: Buffer) => ({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
const newKey = () => fileKey({ purpose: 'contract', id: newId() })

describe('a bucket', () => {
  let s3: S3Server
  let store: FileStore
  beforeAll(async () => {
    s3 = await startS3()
    store = openS3Store(s3.settings, { silentMs: 1500, maxAttempts: 2 })
  })
  afterAll(async () => {
    store.close()
    await s3.stop()
  })
  const write = (key: string, bytes: Buffer) => store.write(key, Readable.from([bytes]), factsOf(bytes))
  test('a file is read back whole or in part, removed once and again', async () => {
    const key = newKey()
    await write(key, Buffer.from('0123456789'))
    expect(await text(await store.read(key))).toBe('0123456789')
    expect(await text(await store.read(key, { start: 2, end: 4 }))).toBe('234')
    await store.delete(key)
    await store.delete(key)
    await expect(store.read(key)).rejects.toThrow('key does not exist')
  })

  test('a failed stream leaves no file, and its error is the one that is thrown', async () => {
    const key = newKey()
    const failing = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000)
        throw new Error('the line broke')
      })(),
    )
    await expect(store.write(key, failing, { size: 200_000, sha256: '0'.repeat(64) })).rejects.toThrow('the line broke')
    await expect(store.read(key)).rejects.toThrow('key does not exist')
  })

  test('20 MB pass in both directions with less than 10 MB of memory', async () => {
    const piece = randomBytes(65_536)
    const hash = createHash('sha256')
    for (let i = 0; i < 320; i += 1) hash.update(piece)
    const size = 320 * piece.length
    const key = newKey()
    /** Bytes that are still referred to. The second collection waits for what the first one found. */
    const used = () => {
      collectGarbage()
      collectGarbage()
      const { arrayBuffers, heapUsed } = process.memoryUsage()
      return arrayBuffers + heapUsed
    }
    const straight = openS3Store(s3.direct)
    await straight.write(newKey(), Readable.from([piece]), factsOf(piece))
    const start = used()
    let peak = 0
    let chunksSeen = 0
    const watched = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (chunksSeen % 160 === 0) peak = Math.max(peak, used() - start)
        chunksSeen += 1
        yield chunk
      }
    }
    const source = Readable.from(watched(Readable.from(Array.from({ length: 320 }, () => piece))))
    await straight.write(key, source, { size, sha256: hash.digest('hex') })
    let read = 0
    await pipeline(await straight.read(key), watched, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) read += chunk.length
    })
    expect(read).toBe(size)
    expect(peak).toBeLessThan(10_000_000)
    expect(chunksSeen).toBeGreaterThan(600)
    straight.close()
  })

  test('a reader may pause longer than the store may be silent', async () => {
    const key = newKey()
    const bytes = randomBytes(8_000_000)
    await write(key, bytes)
    const reading = await store.read(key)
    const hash = createHash('sha256')
    let paused = false
    for await (const chunk of reading) {
      hash.update(chunk)
      if (!paused) await new Promise((resolve) => setTimeout(resolve, 2500))
      paused = true
    }
    expect(hash.digest('hex')).toBe(factsOf(bytes).sha256)
  })

  test('the mark is placed once', async () => {
    expect(await store.readMark()).toBe(null)
    expect(await store.placeMark('first')).toBe('first')
    expect(await store.readMark()).toBe('first')
    expect(await store.health()).toEqual({ ok: true })
  })

  test('a silent store is waited for once, not once for each attempt', async () => {
    // All of its attempts would take ten minutes.
    const retrying = openS3Store(s3.settings, { silentMs: 1000, maxAttempts: 600 })
    s3.fail('frozen')
    await expect(retrying.read(newKey())).rejects.toThrow(StoreUnavailable)
    const writing = retrying.write(newKey(), Readable.from([Buffer.from('x')]), factsOf(Buffer.from('x')))
    await expect(writing).rejects.toThrow(StoreUnavailable)
    s3.fail(null)
    retrying.close()
  })

  test('a store that closes the connection while it is written to is away, whatever that does to the stream', async () => {
    const closing = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end()))
    const port = await freePort()
    await new Promise<void>((resolve) => closing.listen(port, '127.0.0.1', resolve))
    const broken = openS3Store({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` }, { silentMs: 1000, maxAttempts: 1 })
    const bytes = Buffer.alloc(3_000_000)
    const slow = Readable.from(
      (async function* () {
        for (let at = 0; at < 3; at += 1) {
          yield bytes.subarray(at * 1_000_000, (at + 1) * 1_000_000)
          await pause(50)
        }
      })(),
    )
    await expect(broken.write(newKey(), slow, factsOf(bytes))).rejects.toThrow(StoreUnavailable)
    broken.close()
    closing.close()
  })

  test('the start waits for a store that is away, and says what to check when it stays away or refuses', async () => {
    const warnings: string[] = []
    const log = Object.assign(Object.create(testLog), { warn: (text: string) => warnings.push(text) })
    const open = (changed: Partial<S3Settings>, timeoutMs: number) =>
      openReachableFiles({ dataDir: '', s3: { ...s3.settings, ...changed } }, log, timeoutMs)
    s3.fail('down')
    const early = open({}, 60_000)
    await vi.waitFor(
      () => expect(warnings[0]).toMatch(/^waiting for the file store, 60 s at most: The file store at http.*check S3_ENDPOINT/),
      15_000,
    )
    s3.fail(null)
    ;(await early).close()
    const nobody = { endpoint: `http://127.0.0.1:${await freePort()}` }
    await expect(open(nobody, 100)).rejects.toThrow(
      /documents does not answer \(ECONNREFUSED\): check S3_ENDPOINT\. It was tried/,
    )
    await expect(open({ accessKeyId: 'nobody' }, 100)).rejects.toThrow(
      /refuses to be read \(InvalidAccessKeyId\): check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/,
    )
    await expect(open({ bucket: 'missing' }, 100)).rejects.toThrow(/refuses to be read \(NoSuchBucket\): check S3_BUCKET/)
  })

  test.each(['down', 'frozen'] as const)('a store that is %s is named, and works again when it is back', async (how) => {
    const key = newKey()
    await write(key, Buffer.from('kept'))
    s3.fail(how)
    for (const ask of [() => store.read(key), () => write(newKey(), Buffer.from('x')), () => store.delete(key)]) {
      await expect(ask()).rejects.toThrow(StoreUnavailable)
    }
    expect(await store.health()).toEqual({
      ok: false,
      isAway: true,
      detail: expect.stringMatching(/^Files at http.*documents cannot be written/),
    })
    s3.fail(null)
    expect(await text(await store.read(key))).toBe('kept')
  })
})

describe('a store that checks signatures', () => {
  let server: Server
  let settings: S3Settings
  beforeAll(async () => {
    server = strictStore('secret').listen(0, '127.0.0.1')
    await once(server, 'listening')
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    settings = { endpoint, bucket: 'documents', region: 'eu-west-3', accessKeyId: 'KEY', secretAccessKey: 'secret' }
  })
  afterAll(() => void server.close())
  const large = randomBytes(4_000_000)

  test('takes each request of the portal', async () => {
    const store = openS3Store(settings)
    expect(await store.health()).toEqual({ ok: true })
    expect(await store.placeMark('mark')).toBe('read')
    await store.write(newKey(), Readable.from([large]), factsOf(large))
    expect(await text(await store.read(newKey(), { start: 0, end: 3 }))).toBe('read')
    await store.delete(newKey())
    store.close()
  })

  test('refuses other bytes than those announced, and the portal says what it said', async () => {
    const store = openS3Store(settings)
    const altered = Buffer.from(large).fill(0, 0, 9)
    await expect(store.write(newKey(), Readable.from([altered]), factsOf(large))).rejects.toThrow('The provided hash does not')
    store.close()
  })

  test('refuses a wrong secret before the body', async () => {
    const stranger = openS3Store({ ...settings, secretAccessKey: 'wrong' })
    await expect(stranger.write(newKey(), Readable.from([large]), factsOf(large))).rejects.toThrow('signature does not match')
    await expect(stranger.read(newKey())).rejects.toThrow('signature does not match')
    stranger.close()
  })
})

describe.each(databaseKinds())('a portal with its files in a bucket, on %s', (databaseKind) => {
  const lines: string[] = []
  let s3: S3Server
  let app: TestApp
  let port = 0
  beforeAll(async () => {
    s3 = await startS3()
    const logStream = { write: (line: string) => void lines.push(line) }
    app = await TestApp.open(databaseKind, s3.env, undefined, { logStream })
    port = Number(new URL(await app.running.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(async () => {
    await app.close()
    await s3.stop()
  })
  const upload = async (content: Buffer) => {
    const headers = { 'content-type': 'application/octet-stream', cookie: app.admin.cookie }
    const url = `http://127.0.0.1:${port}/api/uploads?purpose=resource&name=guide.pdf`
    const response = await fetch(url, { method: 'POST', body: new Uint8Array(content), headers })
    return { status: response.status, body: (await response.json()) as Upload & Problem }
  }
  const add = (uploadId: string) =>
    app.admin.call(resourceRoutes.addResource, {
      body: { title: 'Guide', category: 'documents', document: { kind: 'file', uploadId } },
    })
  const urlOf = async (content: Buffer) => {
    const { body } = await upload(content)
    const { id } = await add(body.id)
    return `/api/resources/${id}/file`
  }

  test('an upload is stored there, and downloaded whole and in part', async () => {
    const content = pdf('Guide')
    const url = await urlOf(content)
    const whole = await app.admin.send('GET', url)
    expect([whole.statusCode, whole.rawPayload.equals(content)]).toEqual([200, true])
    const part = await app.admin.send('GET', url, undefined, { range: 'bytes=10-19' })
    expect([part.statusCode, part.rawPayload.equals(content.subarray(10, 20))]).toEqual([206, true])
  })

  test('while the store is down people are told, the log once, and nothing is lost', async () => {
    const content = pdf('Guide')
    const url = await urlOf(content)
    s3.fail('down')
    const refused = await app.admin.send('GET', url)
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([503, 'files_unavailable', '5'])
    expect(await upload(content)).toMatchObject({ status: 503, body: { code: 'files_unavailable' } })
    expect((await app.admin.send('GET', '/health')).statusCode).toBe(503)
    s3.fail(null)
    expect((await app.admin.send('GET', url)).statusCode).toBe(200)
    expect((await upload(content)).status).toBe(201)
    const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('the file store'))
    expect(told).toMatchObject([
      { level: 50, msg: 'the file store does not answer: the portal waits for it', place: app.portal.files.place },
      { level: 40, msg: 'the file store answers again', seconds: expect.any(Number) },
    ])
  })

  test('the sweep removes what nothing uses', async () => {
    const { body } = await upload(pdf('Guide'))
    const key = fileKey({ purpose: 'resource', id: body.id })
    await app.portal.files.read(key).then((stream) => stream.destroy())
    app.pass(1.1 * 86_400_000)
    expect(await sweepFiles(app.portal)).toBeGreaterThan(0)
    await expect(app.portal.files.read(key)).rejects.toThrow('key does not exist')
  })

  test('another bucket is not this portal’s: the start is refused', async () => {
    const other = { ...app.portal, files: openS3Store({ ...s3.settings, bucket: 'others' }) }
    await expect(checkInstallation(other, app.portal.config)).rejects.toThrow(/There are no files of this portal at .*others/)
  })
})
