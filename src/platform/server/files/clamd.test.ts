import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#platform/api/shapes.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { findClamd, infectedMark, startClamd, type TestClamd } from '#test/clamd.ts'
import { testLog } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { freePort } from '#test/postgres.ts'
import { TestApp } from '#test/test-app.ts'
import { pdf } from '../../../../demo/pdf.ts'
import { openClamd } from './clamd.ts'

const silent = { ...testLog, error: () => undefined, warn: () => undefined } as unknown as typeof testLog
const folder = mkdtempSync(join(tmpdir(), 'passerelle-scan-'))
const clean = join(folder, 'clean')
writeFileSync(clean, 'harmless')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const codeOf = (address: string, path = clean) =>
  openClamd(address, silent, 300)
    .scan(path)
    .then(
      () => 'clean',
      (error) => (error instanceof Refusal ? error.code : error),
    )

describe('a failing scanner lets nothing through', () => {
  /** A fake clamd that answers each connection with `reply`, or never if null. */
  async function fake(reply: string | null): Promise<{ url: string; server: Server }> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => reply !== null && socket.end(reply))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    return { url: `tcp://127.0.0.1:${address.port}`, server }
  }

  test('refused connection', async () => {
    const url = `tcp://127.0.0.1:${await freePort()}`
    expect(await codeOf(url)).toBe('scanner_unavailable')
    expect(await openClamd(url, silent, 300).health()).toMatchObject({ ok: false })
  })

  test.each([
    ['it never answers', null],
    ['it closes without a word', ''],
    ['it talks about something else', 'HELLO\0'],
    ['its answer breaks off', 'stream: O'],
  ])('%s', async (_, reply) => {
    const { url, server } = await fake(reply)
    expect(await codeOf(url)).toBe('scanner_unavailable')
    server.close()
  })

  test('a file it could not scan is not clean', async () => {
    const { url, server } = await fake('stream: Heuristics.Encrypted ERROR\0')
    expect(await codeOf(url)).toBe('file_not_scannable')
    server.close()
  })
})

const program = findClamd()

describe.skipIf(!program)('uploads are scanned by clamd', inOrder, () => {
  let clamd: TestClamd
  let app: TestApp
  const before = new Set<string>()
  beforeAll(async () => {
    clamd = await startClamd(program ?? '')
    app = await TestApp.open('pglite', { CLAMD_URL: clamd.url })
    for (const name of readdirSync(join(app.portal.config.dataDir, 'files'))) before.add(name)
  })
  afterAll(async () => {
    await app.close()
    await clamd.stop()
  })

  const upload = async (content: Buffer, purpose = 'resource') => {
    const response = await app.admin.send('POST', `/api/uploads?purpose=${purpose}&name=guide.pdf`, content, {
      'content-type': 'application/octet-stream',
    })
    return { status: response.statusCode, body: response.json() as Problem }
  }
  /** Files of uploads that remain on disk. */
  const left = () =>
    ['spool', 'files']
      .flatMap((folder) => readdirSync(join(app.portal.config.dataDir, folder), { recursive: true, withFileTypes: true }))
      .filter((each) => each.isFile() && !before.has(each.name))

  test.each(['contract', 'resource', 'scan'])(
    'an infected %s is refused with the signature’s name and not stored',
    async (purpose) => {
      const { status, body } = await upload(Buffer.concat([pdf('Guide'), Buffer.from(infectedMark)]), purpose)
      expect([status, body.code, body.facts]).toEqual([422, 'file_infected', { signature: 'Passerelle.Test.UNOFFICIAL' }])
      expect(left()).toEqual([])
    },
  )

  test('a file beyond the scanner’s limit is refused, not passed unscanned', async () => {
    const { status, body } = await upload(Buffer.concat([pdf('Guide'), Buffer.alloc(3 * 1024 * 1024)]))
    expect([status, body.code]).toEqual([422, 'file_not_scannable'])
    expect(left()).toEqual([])
  })

  test('a clean file is accepted; /health names the scanner', async () => {
    expect((await upload(pdf('Guide'))).status).toBe(201)
    expect((await app.admin.send('GET', '/health')).json()).toMatchObject({ scanner: { ok: true } })
  })

  test('while the scanner is down uploads are refused for now, and everything else works', async () => {
    await clamd.stop()
    const { status, body } = await upload(pdf('Guide'))
    expect([status, body.code]).toEqual([503, 'scanner_unavailable'])
    const health = await app.admin.send('GET', '/health')
    expect([health.statusCode, health.json().scanner.ok]).toEqual([200, false])
  })
})
