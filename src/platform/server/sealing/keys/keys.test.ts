import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '#platform/server/db/start-error.ts'
import { letter } from '#test/samples/pdf/documents.ts'
import { missingTools, opensslVerifies, pdfsig, signaturesOf, skippedNote } from '#test/samples/pdf/external-tools.ts'
import { provider, requestFor, withSealer } from '#test/samples/pdf/signing.ts'

const dayMs = 24 * 60 * 60_000
const yearsOn = (years: number, days = 0) => new Date(Date.UTC(2026 + years, 2, 2) + days * dayMs)
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'passerelle-sealing-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('keys that the portal generates', () => {
  test('are an authority and a leaf in the provider’s name', async () => {
    await withSealer(
      async (sealer) => {
        const { caPem, leafPem, leafSha256, notAfter, own, former } = sealer.certificates()
        const [authority, leaf] = [new X509Certificate(caPem), new X509Certificate(leafPem)]
        expect([authority.ca, leaf.ca, leaf.checkIssued(authority), leaf.verify(authority.publicKey)]).toEqual([
          true,
          false,
          true,
          true,
        ])
        expect(leaf.subject).toContain(`CN=${provider}`)
        expect(leaf.validFromDate).toEqual(new Date(yearsOn(0).getTime() - 5 * 60_000))
        expect([notAfter.getUTCFullYear(), authority.validToDate.getUTCFullYear()]).toEqual([2031, 2046])
        expect(leaf.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072)
        expect({ own, former, leafSha256 }).toEqual({
          own: false,
          former: [],
          leafSha256: expect.stringMatching(/^[\da-f]{64}$/),
        })
      },
      { clock: { now: () => yearsOn(0) } },
    )
  })

  const odd = '#1 "Apport" d’affaires, Œuvres'
  test('a name that begins like the library’s own notation is treated as a plain name', async () => {
    await withSealer(
      async (sealer) =>
        expect(new X509Certificate(sealer.certificates().leafPem).toLegacyObject().subject).toMatchObject({ CN: odd, O: odd }),
      {
        providerName: odd,
      },
    )
  })

  test('warn 60, 30 and 7 days before they expire, and seal nothing afterwards', async () => {
    let now = yearsOn(0)
    await withSealer(
      async (sealer) => {
        const healthAt = (days: number) => {
          now = new Date(sealer.certificates().notAfter.getTime() - days * dayMs)
          return sealer.health()
        }
        expect(await healthAt(61)).toEqual({ ok: true })
        for (const days of [60, 30, 7]) {
          expect(await healthAt(days - 0.5)).toEqual({ ok: true, detail: expect.stringContaining(`in less than ${days} days`) })
        }
        await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))
        expect(await healthAt(0)).toEqual({ ok: false, detail: expect.stringContaining('nothing can be sealed') })
        await expect(sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))).rejects.toMatchObject({
          code: 'certificate_expired',
        })
        expect(await sealer.inspect({ kind: 'pdf', bytes: letter() })).toMatchObject({ route: 'A' })
      },
      { clock: { now: () => now } },
    )
  })
})

const openssl = (...options: string[]) => execFileSync('openssl', options, { cwd: folder, stdio: 'pipe' })

/** One key of each kind for all certificates: making an RSA key takes longer than what is tested with it. */
const keyFiles = new Map<string, string>()
function keyFile(kind: readonly string[]): string {
  const file = keyFiles.get(kind.join(' '))
  if (file) return file
  const path = `${keyFiles.size}.key`
  const [algorithm = '', ...options] = kind
  const [name = '', bits] = algorithm.split(':')
  openssl('genpkey', '-algorithm', name, ...(bits ? ['-pkeyopt', `rsa_keygen_bits:${bits}`] : options), '-out', path)
  keyFiles.set(kind.join(' '), path)
  return path
}

/** A P12 file made by openssl, with a self-signed certificate or one of a test authority. */
function p12(
  name: string,
  key: string[],
  {
    days = '400',
    ca = false,
    password = 'secret',
    legacy = false,
    other = false,
    use = [] as string[],
    name: common = 'Société Test',
  } = {},
) {
  const constraint = ca ? 'critical,CA:TRUE' : 'critical,CA:FALSE'
  const uses = use.flatMap((each) => ['-addext', each])
  const subject = ['-subj', `/CN=${common}`, '-utf8', '-addext', `basicConstraints=${constraint}`, ...uses, '-days', days]
  openssl('req', '-x509', '-key', keyFile(key), '-out', `${name}.crt`, ...subject)
  const how = [...(legacy ? ['-legacy'] : []), '-passout', `pass:${password}`, '-out', `${name}.p12`]
  if (other) {
    openssl('pkcs12', '-export', '-nokeys', '-in', `${name}.crt`, ...how)
  } else {
    openssl('pkcs12', '-export', '-inkey', keyFile(key), '-in', `${name}.crt`, ...how)
  }
  return { bytes: new Uint8Array(readFileSync(join(folder, `${name}.p12`))), password }
}

const ec = (curve: string) => ['ec', '-pkeyopt', `ec_paramgen_curve:${curve}`]

describe.skipIf(missingTools.length > 0)(`the operator’s own P12 file${skippedNote}`, () => {
  test.each([
    ['an RSA key', () => p12('rsa', ['rsa:2048'])],
    ['an RSA key in the old encryption', () => p12('old', ['rsa:2048'], { legacy: true })],
    ['a P-256 key', () => p12('p256', ec('P-256'))],
    ['a P-384 key', () => p12('p384', ec('P-384'))],
    ['a certificate for signatures in mail', () => p12('mail', ['rsa:2048'], { use: ['extendedKeyUsage=emailProtection'] })],
    ['a certificate for non-repudiation', () => p12('proof', ['rsa:2048'], { use: ['keyUsage=critical,nonRepudiation'] })],
    ['a certificate of an authority of its own', chained],
  ])('seals with %s', async (_, make) => {
    await withSealer(
      async (sealer) => {
        expect(sealer.certificates()).toMatchObject({ own: true })
        const { bytes } = await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))
        expect(pdfsig(bytes)).toMatchObject([{ valid: true, wholeFile: true, name: 'Société Test' }])
        const [signature] = await signaturesOf(bytes)
        expect(signature && opensslVerifies(signature, sealer.certificates().caPem)).toBe(true)
      },
      { p12: make() },
    )
  })

  test.each([
    ['with a wrong password', () => ({ ...p12('wrong', ['rsa:2048']), password: 'guess' }), 'its password is wrong'],
    [
      'with a wrong password in the old encryption',
      () => ({ ...p12('wrong2', ['rsa:2048'], { legacy: true }), password: 'guess' }),
      'its password is wrong',
    ],
    ['that is no P12', () => ({ bytes: new TextEncoder().encode('hello'), password: '' }), 'it cannot be read'],
    ['of an authority', () => p12('authority', ['rsa:2048'], { ca: true }), 'that of an authority'],
    [
      'whose key may only encrypt',
      () => p12('encrypts', ['rsa:2048'], { use: ['keyUsage=critical,keyEncipherment,dataEncipherment'] }),
      'the key usage of its certificate does not allow signatures',
    ],
    [
      'of a web server',
      () => p12('web', ['rsa:2048'], { use: ['keyUsage=digitalSignature', 'extendedKeyUsage=serverAuth,clientAuth'] }),
      'its certificate is for web servers only',
    ],
    ['without a key', () => p12('keyless', ['rsa:2048'], { other: true }), 'No private key'],
  ])('%s stops the start with a message', async (_, make, sentence) => {
    const opened = withSealer(async () => {}, { p12: make() })
    await expect(opened).rejects.toThrow(StartError)
    await expect(opened).rejects.toThrow(sentence)
  })

  test('an expired one stops the start', async () => {
    const p12File = p12('short', ['rsa:2048'], { days: '1' })
    const later = { now: () => new Date(Date.now() + 3 * dayMs) }
    await expect(withSealer(async () => {}, { p12: p12File, clock: later })).rejects.toThrow(
      /its certificate ended on \d{4}-\d\d-\d\d/,
    )
  })
})

function chained() {
  p12('issuer', ['rsa:2048'], { ca: true, name: 'Autorité Test' })
  openssl('req', '-new', '-key', keyFile(ec('P-256')), '-out', 'leaf.csr', '-subj', '/CN=Société Test', '-utf8')
  openssl(
    'x509',
    '-req',
    '-in',
    'leaf.csr',
    '-CA',
    'issuer.crt',
    '-CAkey',
    keyFile(['rsa:2048']),
    '-CAcreateserial',
    '-days',
    '300',
    '-out',
    'leaf.crt',
  )
  openssl(
    'pkcs12',
    '-export',
    '-inkey',
    keyFile(ec('P-256')),
    '-in',
    'leaf.crt',
    '-certfile',
    'issuer.crt',
    '-passout',
    'pass:x',
    '-out',
    'leaf.p12',
  )
  return { bytes: new Uint8Array(readFileSync(join(folder, 'leaf.p12'))), password: 'x' }
}
