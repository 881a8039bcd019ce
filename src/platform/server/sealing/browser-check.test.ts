import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkSeals } from '#contracts/verification/web/seal-check.ts'
import { letter } from '#test/samples/pdf/documents.ts'
import { counterSignature, requestFor, withSealer } from '#test/samples/pdf/signing.ts'

const word = new Uint8Array(readFileSync(new URL('../../../../test/samples/letter.doc', import.meta.url)))

/** Uses files of the real sealer. */
describe('checking a seal in the browser', () => {
  let sealed: Uint8Array
  let both: Uint8Array
  let attached: Uint8Array
  let foreign: Uint8Array
  let caPem: string
  beforeAll(async () => {
    await withSealer(async (sealer) => {
      sealed = new Uint8Array((await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))).bytes)
      both = new Uint8Array((await sealer.counterSign({ sealed: new Uint8Array(sealed), ...counterSignature })).bytes)
      attached = new Uint8Array((await sealer.seal(requestFor({ kind: 'doc', bytes: word }))).bytes)
      caPem = sealer.certificates().caPem
    })
    const other = { providerName: 'Autre Société' }
    await withSealer(async (sealer) => {
      foreign = new Uint8Array((await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))).bytes)
    }, other)
  }, 120_000)

  const flipped = (file: Uint8Array, at: number) => {
    const copy = new Uint8Array(file)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }

  test('is intact over the whole file, by the portal’s authority, with one signature or both', async () => {
    const one = { is: 'intact', trust: 'portal', coversWholeFile: true, isTimestamped: false }
    expect(await checkSeals(sealed, caPem)).toMatchObject({ is: 'sealed', seals: [one] })
    expect(await checkSeals(attached, caPem)).toMatchObject({ is: 'sealed', seals: [one] })
    expect(await checkSeals(both, caPem)).toMatchObject({ is: 'sealed', seals: [{ ...one, coversWholeFile: false }, one] })
  })

  test('the issuer is unknown without the portal’s authority, and untrusted by another one', async () => {
    expect(await checkSeals(sealed, null)).toMatchObject({ is: 'sealed', seals: [{ is: 'intact', trust: 'unknown' }] })
    expect(await checkSeals(foreign, caPem)).toMatchObject({ is: 'uncertain', seals: [{ is: 'intact', trust: 'other' }] })
  })

  test('any changed byte and anything appended is detected', async () => {
    const contents = Buffer.from(sealed).lastIndexOf('/Contents')
    for (const at of [6, 400, letter().length + 900, contents + 200, sealed.length - 3]) {
      expect([at, (await checkSeals(flipped(sealed, at), caPem)).is]).toEqual([at, 'changed'])
    }
    const appended = Buffer.concat([both, Buffer.from('\n% one more revision\n')])
    expect((await checkSeals(appended, caPem)).is).toBe('changed')
  })

  test('text that looks like a signature is ignored', async () => {
    const text = Buffer.from('%PDF-1.4 /ByteRange [0 9 12 20] <00> /ByteRange [0 40 44 10] and more of it, long enough to matter')
    expect(await checkSeals(text, caPem)).toEqual({ is: 'unsealed', seals: [] })
    expect((await checkSeals(letter(), caPem)).is).toBe('unsealed')
  })

  test('a replaced signature is rejected, and so is an unreadable one', async () => {
    const place = Buffer.from(foreign).lastIndexOf('/Contents')
    const here = Buffer.from(sealed).lastIndexOf('/Contents')
    const swapped = Buffer.from(sealed)
    const size = Buffer.from(foreign).indexOf('>', place) - place
    const room = Buffer.from(sealed).indexOf('>', here) - here
    Buffer.from(foreign).copy(swapped, here, place, place + Math.min(size, room))
    expect((await checkSeals(swapped, caPem)).is).toBe('changed')
    expect((await checkSeals(flipped(sealed, here + 12), caPem)).is).toBe('uncertain')
  })
})
