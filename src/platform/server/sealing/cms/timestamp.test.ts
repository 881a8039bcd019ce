import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Portal } from '#platform/server/portal.ts'
import { checkTimestamps } from '#platform/server/timestamps/check-timestamps.ts'
import { storedOutages } from '#platform/server/timestamps/timestamp-outages.ts'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { letter } from '#test/samples/pdf/documents.ts'
import {
  attachments,
  missingTools,
  opensslPrints,
  opensslVerifies,
  pdfsig,
  signaturesOf,
  skippedNote,
  words,
} from '#test/samples/pdf/external-tools.ts'
import { counterSignature, outagesInMemory, requestFor, withSealer } from '#test/samples/pdf/signing.ts'
import { TimeStampAuthority } from '#test/time-stamp-authority.ts'

describe.skipIf(missingTools.length > 0)(`time stamps of an authority${skippedNote}`, inOrder, () => {
  let authority: TimeStampAuthority
  let url: string

  beforeAll(async () => {
    authority = await TimeStampAuthority.open()
    url = authority.url
  })
  afterAll(() => authority.close())

  test('raises a seal to level B-T, and the counter-signature too', async () => {
    authority.mood = 'works'
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

  test('are checked where the operator’s own P12 file was opened', async () => {
    authority.mood = 'works'
    const { folder } = authority
    const openssl = (...options: string[]) => execFileSync('openssl', options, { cwd: folder, stdio: 'pipe' })
    const certificate = ['-subj', '/CN=Test', '-addext', 'basicConstraints=critical,CA:FALSE', '-out', 'own.crt']
    openssl(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      'own.key',
      ...certificate,
    )
    openssl('pkcs12', '-export', '-inkey', 'own.key', '-in', 'own.crt', '-passout', 'pass:secret', '-out', 'own.p12')
    const p12 = { bytes: new Uint8Array(readFileSync(join(folder, 'own.p12'))), password: 'secret' }
    await withSealer(
      async (sealer) => {
        const sealed = await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))
        expect(sealed).toMatchObject({ level: 'B-T', notes: [] })
      },
      { p12, tsa: { url, outages: outagesInMemory() } },
    )
  })

  test.each([
    ['fails', 'the authority answers 503'],
    ['refuses', 'the request was refused with status 2'],
    ['repeats', 'the token answers another request'],
    ['forges', 'the token is not signed by its authority'],
  ] as const)('are omitted and reported missing when the authority %s', async (how, reason) => {
    authority.mood = how
    const outages = outagesInMemory()
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
      { tsa: { url, outages } },
    )
    expect(await outages.current()).toMatchObject({ reason })
  })

  test('concurrent signers ask a silent authority once, until its next response', async () => {
    authority.mood = 'is silent'
    authority.requests = 0
    const outages = outagesInMemory()
    await withSealer(
      async (sealer) => {
        expect(await sealer.health()).toEqual({ ok: true })
        const sealed = await Promise.all([1, 2, 3].map(() => sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))))
        expect(sealed.map(({ level, notes }) => [level, notes])).toEqual([1, 2, 3].map(() => ['B-B', ['timestamp_unavailable']]))
        expect(authority.requests).toBe(1)
        expect(await sealer.health()).toMatchObject({ ok: true, detail: expect.stringContaining('has not answered since') })
        authority.mood = 'works'
        expect(await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))).toMatchObject({ level: 'B-B' })
        expect(authority.requests).toBe(1)
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
        authority.mood = 'fails'
        await checkTimestamps(portal)
        expect(await there.current()).toMatchObject({ reason: 'the authority answers 503' })
        authority.mood = 'works'
        authority.requests = 0
        await checkTimestamps(portal)
        await checkTimestamps(portal)
        expect([await there.current(), authority.requests]).toEqual([null, 1])
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
    const { folder } = authority
    writeFileSync(join(folder, 'token.der'), cms.subarray(token.from, token.to))
    writeFileSync(join(folder, 'value.bin'), cms.subarray(value.content, value.to))
    return authority.verifies('-token_in', '-in', 'token.der', '-data', 'value.bin').ok
  }
})
