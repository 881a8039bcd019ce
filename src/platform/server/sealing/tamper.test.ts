import { readFileSync } from 'node:fs'
import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { letter } from '#test/samples/pdf/documents.ts'
import { missingTools, opensslVerifies, pdfsig, signaturesOf, skippedNote } from '#test/samples/pdf/external-tools.ts'
import { counterSignature, requestFor, withSealer } from '#test/samples/pdf/signing.ts'

const word = new Uint8Array(readFileSync(new URL('../../../../test/samples/letter.doc', import.meta.url)))

/** Genuine: every signature is valid and the last one covers the whole file. */
function genuine(file: Uint8Array): boolean {
  const verdicts = pdfsig(file)
  return verdicts.length > 0 && verdicts.every(({ valid }) => valid) && verdicts.at(-1)?.wholeFile === true
}

/** A copy with one flipped bit. */
function flipped(file: Uint8Array, at: number): Uint8Array {
  const copy = new Uint8Array(file)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe.skipIf(missingTools.length > 0)(`tampering with a sealed file${skippedNote}`, () => {
  const samples = withSealer(async (sealer) => {
    const original = letter()
    const sealed = new Uint8Array((await sealer.seal(requestFor({ kind: 'pdf', bytes: original }))).bytes)
    const both = (await sealer.counterSign({ sealed: new Uint8Array(sealed), ...counterSignature })).bytes
    const attached = (await sealer.seal(requestFor({ kind: 'doc', bytes: word }))).bytes
    return { original, sealed, both, attached, caPem: sealer.certificates().caPem }
  })

  test('it is genuine before', async () => {
    const { sealed, both, attached } = await samples
    expect([sealed, both, attached].map(genuine)).toEqual([true, true, true])
  })

  test.each<[string, (original: number, sealed: number) => number]>([
    ['in the header', () => 6],
    ['in the original', (original) => Math.floor(original / 2)],
    ['at the end of the original', (original) => original - 3],
    ['in what was appended', (original) => original + 3000],
    ['in the last line', (_, sealed) => sealed - 3],
  ])('one changed byte %s is detected', async (_, place) => {
    const { original, sealed, caPem } = await samples
    const file = flipped(sealed, place(original.length, sealed.length))
    expect(genuine(file)).toBe(false)
    const [before] = await signaturesOf(sealed)
    if (!before) throw new Error('the sealed file has no signature')
    const [a = 0, b = 0, c = 0, d = 0] = before.range
    const signed = Buffer.concat([file.subarray(a, a + b), file.subarray(c, c + d)])
    expect(opensslVerifies(before, caPem)).toBe(true)
    expect(opensslVerifies({ ...before, signed }, caPem)).toBe(false)
  })

  test('a change in any of sixty places is detected', async () => {
    const { sealed } = await samples
    const [signature] = await signaturesOf(sealed)
    const [, end = 0, after = 0] = signature?.range ?? []
    const places = Array.from({ length: 60 }, (_, at) => Math.floor(((at + 0.5) / 60) * sealed.length))
    const sealedPlaces = places.filter((at) => at < end || at >= after)
    expect(sealedPlaces.length).toBeGreaterThan(40)
    expect(sealedPlaces.filter((at) => genuine(flipped(sealed, at)))).toEqual([])
  })

  test('a change in the signature itself is detected', async () => {
    const { sealed } = await samples
    const [signature] = await signaturesOf(sealed)
    const digit = (signature?.range[1] ?? 0) + 1 + 2 * (signature?.cms.length ?? 0) - 200
    const file = new Uint8Array(sealed)
    file[digit] = sealed[digit] === 0x30 ? 0x31 : 0x30
    expect(genuine(file)).toBe(false)
  })

  test('an appended revision is detected, whether counter-signed or not', async () => {
    const { sealed, both } = await samples
    for (const file of [sealed, both]) {
      const pdf = await PDF.load(new Uint8Array(file))
      pdf.getPage(0)?.drawText('Commission de 90 %', { x: 60, y: 200 })
      expect(genuine(await pdf.save({ incremental: true }))).toBe(false)
    }
  })

  test('bytes after its end are detected', async () => {
    const { sealed } = await samples
    expect(genuine(new Uint8Array(Buffer.concat([sealed, Buffer.from('\n%')])))).toBe(false)
  })

  test('a change before the counter-signature invalidates both signatures', async () => {
    const { both, original } = await samples
    expect(pdfsig(flipped(both, original.length - 400)).map(({ valid }) => valid)).toEqual([false, false])
  })

  test('an exchanged attachment of the same length is detected', async () => {
    const { attached } = await samples
    const file = Buffer.from(attached)
    const at = file.indexOf(word)
    expect(at).toBeGreaterThan(0)
    Buffer.from(word).reverse().copy(file, at)
    expect(genuine(file)).toBe(false)
  })
})
