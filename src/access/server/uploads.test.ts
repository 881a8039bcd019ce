import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'content-disposition'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Upload } from '#access/api/uploads.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import type { Problem } from '#platform/api/shapes.ts'
import { oneLine } from '#platform/domain/typed-text.ts'
import { sweepFiles } from '#platform/server/files/sweep.ts'
import { SealError } from '#platform/server/sealing/sealing.ts'
import { databaseKinds } from '#test/databases.ts'
import { inflationBomb } from '#test/samples/pdf/damaged.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { pdf } from '../../../demo/pdf.ts'

const mebibyte = 1024 * 1024
const day = 86_400_000

describe.each(databaseKinds())('uploads on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let port = 0
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    port = Number(new URL(await app.running.app.listen({ port: 0, host: '127.0.0.1' })).port)
    marie = await app.newPartner('marie@exemple.fr')
  })
  afterAll(() => app.close())

  const pathOf = (name: string, purpose: string) => `/api/uploads?${new URLSearchParams({ purpose, name })}`
  const upload = async (content: BodyInit, name = 'contrat.pdf', purpose = 'contract', client = app.admin) => {
    const headers = { 'content-type': 'application/octet-stream', cookie: client.cookie }
    const request = { method: 'POST', body: content, headers, duplex: 'half' }
    const response = await fetch(`http://127.0.0.1:${port}${pathOf(name, purpose)}`, request)
    return { status: response.status, body: (await response.json()) as Upload & Problem }
  }
  const bytes = (content: Buffer) => new Uint8Array(content)
  const left = () => readdirSync(join(app.portal.config.dataDir, 'spool'))
  const storedNames = () =>
    readdirSync(join(app.portal.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => each.name)
  const assign = (uploadId: string) =>
    app.admin.try(contractRoutes.assignContract, {
      body: { partnerId: marie.userId, title: 'Contrat', contractType: 'main', document: { kind: 'file', uploadId } },
    })

  test('an oversized upload gets a response, not a broken connection', async () => {
    const before = storedNames()
    const declared = await upload(new Uint8Array(60 * mebibyte))
    expect([declared.status, declared.body.code, declared.body.facts]).toEqual([
      422,
      'file_too_large',
      { maxBytes: 10 * mebibyte },
    ])
    const piece = new Uint8Array(mebibyte)
    let sent = 0
    const unknown = new ReadableStream({
      pull: (controller) => {
        sent += 1
        if (sent > 40) controller.close()
        else controller.enqueue(piece)
      },
    })
    expect((await upload(unknown)).body.detail).toBe('File too large. Maximum size is 10MB.')
    expect(left()).toEqual([])
    expect(storedNames()).toEqual(before)
  })

  test('an aborted upload leaves nothing, and the server goes on', async () => {
    const before = storedNames()
    const socket = connect(port, '127.0.0.1')
    const head = [`POST ${pathOf('contrat.pdf', 'contract')} HTTP/1.1`, 'Host: portal', `Cookie: ${app.admin.cookie}`]
    socket.write(`${[...head, 'Content-Type: application/pdf', 'Content-Length: 1000000'].join('\r\n')}\r\n\r\n`)
    socket.write(Buffer.concat([pdf('Contrat'), Buffer.alloc(300_000)]))
    await until(() => left().length === 1)
    socket.destroy()
    await until(() => left().length === 0)
    expect(storedNames()).toEqual(before)
    expect((await upload(bytes(pdf('Contrat')))).status).toBe(201)
  })

  test('an upload without permission is refused before the file is read', async () => {
    const big = () => new Uint8Array(5 * mebibyte)
    expect((await upload(big(), 'x.pdf', 'contract', app.anonymous())).body.code).toBe('not_signed_in')
    expect((await upload(big(), 'x.pdf', 'contract', marie)).body.code).toBe('not_allowed')
    expect(left()).toEqual([])
  })

  test.each([
    ['../../etc/passwd', '_.._etc_passwd.pdf'],
    ['C:\\contrats\\a.pdf', 'C:_contrats_a.pdf'],
    ['a"; filename="b.exe', 'a"; filename="b.exe.pdf'],
    ['Évaluation 50 % – 日本.PDF', 'Évaluation 50 % – 日本.PDF'],
    ['facture\u202Efdp.exe', 'facturefdp.exe.pdf'],
    ['line\r\nSet-Cookie: a=b.pdf', 'line Set-Cookie: a=b.pdf'],
    ['🙂'.repeat(127), `${'🙂'.repeat(127)}.pdf`],
    ['x'.repeat(255), `${'x'.repeat(150)}.pdf`],
  ])('the name %j is kept as one line, and escaped when the file is downloaded', async (name, downloaded) => {
    const { status, body } = await upload(bytes(pdf('Contrat')), name)
    expect([status, body.name]).toEqual([201, oneLine(name)])
    const contract = (await assign(body.id)).body
    const response = await marie.send('GET', contract.document?.url ?? '')
    expect(response.statusCode).toBe(200)
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    const header = String(response.headers['content-disposition'])
    expect(header).toMatch(/^[\x20-\x7e]*$/)
    expect(parse(header)).toMatchObject({ type: 'attachment', parameters: { filename: downloaded } })
  })

  test.each([
    ['a name of 256 characters', 'x'.repeat(256), 'contract'],
    ['no name', '', 'contract'],
    ['a name that cannot be stored', 'a\u0000.pdf', 'contract'],
    ['a purpose that does not exist', 'a.pdf', 'virus'],
  ])('%s is refused', async (_, name, purpose) => {
    const { status, body } = await upload(bytes(pdf('x')), name, purpose)
    expect([status, body.code]).toEqual([422, 'invalid_input'])
  })

  if (databaseKind === 'pglite')
    test('a PDF that would exhaust memory is refused, leaves nothing, and the next upload works', async () => {
      const bomb = await upload(Buffer.from(inflationBomb(600)))
      expect([bomb.status, bomb.body.code]).toEqual([422, 'document_unsignable'])
      expect(bomb.body.detail).toContain('too much time or memory to read')
      expect(left()).toEqual([])
      expect((await upload(bytes(pdf('Contrat')))).status).toBe(201)
    })

  test.each(['queue_full', 'seal_failed'] as const)(
    'without a process to inspect it (%s) an upload may be retried',
    async (code) => {
      const { sealer } = app.portal
      const inspect = sealer.inspect.bind(sealer)
      sealer.inspect = () => Promise.reject(new SealError(code, 'no process'))
      try {
        const { status, body } = await upload(bytes(pdf('Contrat')))
        expect([status, body.code]).toEqual([503, 'inspection_unavailable'])
        expect(body.detail).toContain('Try again in a minute')
        expect(left()).toEqual([])
      } finally {
        sealer.inspect = inspect
      }
    },
  )

  test('of two concurrent records with one upload one gets it', async () => {
    const { id } = (await upload(bytes(pdf('Contrat')))).body
    const both = await Promise.all([assign(id), assign(id)])
    expect(both.map((each) => each.status).sort()).toEqual([201, 409])
  })

  test('an unclaimed upload and the file of a deleted contract are deleted after a day', async () => {
    const contract = (await assign((await upload(bytes(pdf('Gardé')))).body.id)).body
    const forgotten = (await upload(bytes(pdf('Oublié')))).body.id
    const deleted = (await upload(bytes(pdf('Supprimé')))).body.id
    await app.admin.call(contractRoutes.deleteContract, { params: { id: (await assign(deleted)).body.id } })
    app.pass(day + 1)
    expect((await assign(forgotten)).body.code).toBe('upload_not_found')
    app.pass(3_600_000)
    expect(await sweepFiles(app.portal)).toBeGreaterThanOrEqual(2)
    expect(storedNames()).not.toContain(forgotten)
    expect(storedNames()).not.toContain(deleted)
    expect((await marie.send('GET', contract.document?.url ?? '')).statusCode).toBe(200)
    // A backup that began before still finds it.
    await app.admin.call(contractRoutes.deleteContract, { params: { id: contract.id } })
    expect(await sweepFiles(app.portal)).toBe(0)
    app.pass(day + 3_600_001)
    expect(await sweepFiles(app.portal)).toBe(1)
  })
})

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 200) throw new Error('it did not happen within 4 s')
    await pause(20)
  }
}
