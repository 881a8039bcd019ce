import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import { letter } from '#test/samples/pdf/documents.ts'
import {
  attachments,
  skippedNote,
  missingTools,
  opensslPrints,
  opensslVerifies,
  pdfsig,
  signaturesOf,
  words,
} from '#test/samples/pdf/external-tools.ts'
import { counterSignature, outagesInMemory, requestFor, withSealer } from '#test/samples/pdf/signing.ts'
import type { Portal } from '#server/portal.ts'
import { checkTimestamps } from './check-timestamps.ts'
import { storedOutages } from './timestamp-outages.ts'

describe.skipIf(missingTools.length > 0)(`time stamps of an authority${skippedNote}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-tsa-'))
  let authority: Server
  let url: string
  /** Behaviour of the fake authority. */
  let mood: 'works' | 'fails' | 'refuses' | 'repeats' | 'forges' | 'is silent' = 'works'
  let requests = 0
  let kept: Buffer | null = null

  function answer(query: Buffer): Buffer {
    writeFileSync(join(folder, 'query.tsq'), query)
    execFileSync(
      'openssl',
      ['ts', '-reply', '-queryfile', 'query.tsq', '-config', 'tsa.cnf', '-section', 'tsa', '-out', 'reply.tsr'],
      {
        cwd: folder,
        stdio: 'pipe',
      },
    )
    return readFileSync(join(folder, 'reply.tsr'))
  }

  beforeAll(async () => {
    writeFileSync(join(folder, 'tsa.cnf'), settings)
    writeFileSync(join(folder, 'serial'), '01\n')
    const request = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'tsa.key',
      '-out',
      'tsa.crt',
      '-days',
      '30',
      '-subj',
      '/CN=TSA',
    ]
    const use = ['-addext', 'extendedKeyUsage=critical,timeStamping', '-addext', 'keyUsage=critical,digitalSignature']
    execFileSync('openssl', [...request, ...use], { cwd: folder, stdio: 'pipe' })
    authority = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part) => parts.push(part))
      request.on('end', () => {
        requests += 1
        if (mood === 'is silent') return
        if (mood === 'fails') return response.writeHead(503).end()
        const reply =
          mood === 'refuses' ? Buffer.from('300530030201 02'.replaceAll(' ', ''), 'hex') : answer(Buffer.concat(parts))
        if (mood === 'forges') reply[reply.length - 20] = (reply[reply.length - 20] ?? 0) ^ 1
        const sent = mood === 'repeats' && kept ? kept : reply
        kept = reply
        response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(sent)
      })
    })
    await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/tsa`
  })
  afterAll(async () => {
    await new Promise((resolve) => authority.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  })

  test('raises a seal to level B-T, and the counter-signature too', async () => {
    mood = 'works'
    await withSealer(
      async (sealer) => {
        const sealed = await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))
        expect(sealed).toMatchObject({ level: 'B-T', notes: [] })
        expect(words(sealed.bytes, 3)).toContain('attestée par un service d’horodatage')
        const both = await sealer.counterSign({ sealed: sealed.bytes, ...counterSignature })
        expect(both).toMatchObject({ level: 'B-T', notes: [] })
        expect(pdfsig(both.bytes).map(({ valid }) => valid)).toEqual([true, true])
        for (const signature of await signaturesOf(both.bytes)) {
          expect(opensslVerifies(signature, sealer.certificates().caPem)).toBe(true)
          expect(opensslPrints(signature)).toContain('id-smime-aa-timeStampToken')
          expect(verifiesToken(signature.cms)).toBe(true)
        }
      },
      { tsa: { url, outages: outagesInMemory() } },
    )
  })

  test.each(['fails', 'refuses', 'repeats', 'forges'] as const)(
    'are omitted and reported missing when the authority %s',
    async (how) => {
      mood = how
      await withSealer(
        async (sealer) => {
          const sealed = await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))
          expect(sealed).toMatchObject({ level: 'B-B', notes: ['timestamp_unavailable'] })
          expect(pdfsig(sealed.bytes)).toMatchObject([{ valid: true, wholeFile: true }])
          expect(words(sealed.bytes, 3)).toContain('n’a pas répondu')
          const [evidence] = attachments(sealed.bytes).values()
          expect(JSON.parse(String(evidence)).seal.level).toBe('B-B')
          const both = await sealer.counterSign({ sealed: sealed.bytes, ...counterSignature })
          expect(both).toMatchObject({ level: 'B-B', notes: ['timestamp_unavailable'] })
        },
        { tsa: { url, outages: outagesInMemory() } },
      )
    },
  )

  test('are requested once by concurrent signers of a silent authority; staff are notified, and the next response ends it', async () => {
    mood = 'is silent'
    requests = 0
    const outages = outagesInMemory()
    await withSealer(
      async (sealer) => {
        expect(await sealer.health()).toEqual({ ok: true })
        const sealed = await Promise.all([1, 2, 3].map(() => sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))))
        expect(sealed.map(({ level, notes }) => [level, notes])).toEqual([1, 2, 3].map(() => ['B-B', ['timestamp_unavailable']]))
        expect(requests).toBe(1)
        expect(await sealer.health()).toMatchObject({ ok: true, detail: expect.stringContaining('has not answered since') })
        mood = 'works'
        expect(await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))).toMatchObject({ level: 'B-B' })
        expect(requests).toBe(1)
        await outages.end()
        expect(await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))).toMatchObject({ level: 'B-T', notes: [] })
        expect(await sealer.health()).toEqual({ ok: true })
      },
      { tsa: { url, outages } },
    )
  })

  describe.each(databaseKinds())('an outage on %s', (databaseKind) => {
    test('is shared by all servers and ends when the background check succeeds', async () => {
      const temporary = await freshDatabase(databaseKind)
      const [database, clock, log] = [temporary.database, { now: () => new Date('2026-03-02T08:00:00Z') }, { info: () => {} }]
      const portal = { config: { tsaUrl: url }, database, clock, log } as unknown as Portal
      const [here, there] = [storedOutages(database, clock, url), storedOutages(database, clock, url)]
      try {
        await here.record('no answer')
        await here.record('still no answer')
        expect(await there.current()).toEqual({ since: clock.now(), reason: 'still no answer' })
        expect(await storedOutages(database, clock, 'https://other.example/').current()).toBeNull()
        mood = 'fails'
        await checkTimestamps(portal)
        expect(await there.current()).toMatchObject({ reason: 'the authority answers 503' })
        mood = 'works'
        requests = 0
        await checkTimestamps(portal)
        await checkTimestamps(portal)
        expect([await there.current(), requests]).toEqual([null, 1])
      } finally {
        await temporary.close()
      }
    })
  })

  test('are omitted when the connection is refused', async () => {
    await withSealer(
      async (sealer) => {
        expect(await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))).toMatchObject({
          level: 'B-B',
          notes: ['timestamp_unavailable'],
        })
      },
      { tsa: { url: 'http://127.0.0.1:9/', outages: outagesInMemory() } },
    )
  })

  /** Verifies the token with openssl, over the signature value it stamps. */
  function verifiesToken(cms: Buffer): boolean {
    const lines = execFileSync('openssl', ['asn1parse', '-inform', 'DER'], { input: cms, encoding: 'utf8' }).split('\n')
    const at = lines.findIndex((line) => line.includes('id-smime-aa-timeStampToken'))
    const part = (line: string | undefined) => {
      const [, offset, header, length] = /^\s*(\d+):d=\d+\s+hl=(\d+) l=\s*(\d+)/.exec(line ?? '')?.map(Number) ?? []
      return { from: offset ?? 0, content: (offset ?? 0) + (header ?? 0), to: (offset ?? 0) + (header ?? 0) + (length ?? 0) }
    }
    const token = part(lines[at + 2])
    const value = part(lines.slice(0, at).findLast((line) => line.includes('OCTET STRING')))
    writeFileSync(join(folder, 'token.der'), cms.subarray(token.from, token.to))
    writeFileSync(join(folder, 'value.bin'), cms.subarray(value.content, value.to))
    const options = ['-token_in', '-in', 'token.der', '-data', 'value.bin', '-CAfile', 'tsa.crt']
    return spawnSync('openssl', ['ts', '-verify', ...options], { cwd: folder }).status === 0
  }
})

const settings = `
[tsa]
serial = serial
signer_cert = tsa.crt
signer_key = tsa.key
certs = tsa.crt
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`
