import { readFileSync } from 'node:fs'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentReading } from '#platform/domain/languages.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { byQpdf, formWithoutPictures, hostileText, letter, noise, xfaForm } from '#test/samples/pdf/documents.ts'
import {
  attachments,
  missingTools,
  opensslPrints,
  opensslVerifies,
  pdfsig,
  pictures,
  qpdfComplains,
  signaturesOf,
  skippedNote,
  words,
} from '#test/samples/pdf/external-tools.ts'
import { counterSignature, defaults, keysInMemory, provider, requestFor, sha256, withSealer } from '#test/samples/pdf/signing.ts'
import { openSealer } from './open-sealer.ts'
import type { InspectionRemark, SealableKind, Sealed, Sealer, SealRequest } from './sealing.ts'

let sealer: Sealer
beforeAll(async () => {
  sealer = await openSealer(defaults(keysInMemory()))
})
afterAll(async () => {
  await sealer.close()
})

const sample = (name: string) => new Uint8Array(readFileSync(new URL(`../../../../test/samples/${name}`, import.meta.url)))

/** Expects every external tool to accept a sealed file with these signatures. */
async function expectGenuine(file: Uint8Array, fields: string[]): Promise<void> {
  const verdicts = pdfsig(file)
  expect(verdicts.map(({ field, valid, type, name }) => ({ field, valid, type, name }))).toEqual(
    fields.map((field) => ({ field, valid: true, type: 'ETSI.CAdES.detached', name: provider })),
  )
  expect(verdicts.map(({ wholeFile }) => wholeFile)).toEqual(fields.map((_, at) => at === fields.length - 1))
  expect(qpdfComplains(file)).toBe('')
  const signatures = await signaturesOf(file)
  expect(signatures.map(({ field }) => field)).toEqual(fields)
  for (const signature of signatures) {
    expect(opensslVerifies(signature, sealer.certificates().caPem)).toBe(true)
    const printed = opensslPrints(signature)
    expect(printed).toContain('signingCertificateV2')
    expect(printed).not.toContain('signingTime')
    expect(signature.padding.every((byte) => byte === 0)).toBe(true)
    expect(signature.range[0]).toBe(0)
    expect(signature.dict.getString('Reason')?.asString()).toMatch(/^[ -~]*K7QD2M9XPT4HVW3R$/)
    expect(signature.dict.getString('M')?.asString()).toMatch(/^D:\d{14}Z$/)
  }
}

async function sealAndCounterSign(request: SealRequest): Promise<{ first: Sealed; firstBytes: Uint8Array; both: Sealed }> {
  const first = await sealer.seal(request)
  expect(sha256(first.bytes)).toBe(first.sha256)
  await expectGenuine(first.bytes, ['Partner'])
  const firstBytes = new Uint8Array(first.bytes)
  const both = await sealer.counterSign({ sealed: new Uint8Array(firstBytes), ...counterSignature })
  await expectGenuine(both.bytes, ['Partner', 'Provider'])
  expect(Buffer.from(both.bytes.subarray(0, firstBytes.length)).equals(Buffer.from(firstBytes))).toBe(true)
  expect(both.route).toBe(first.route)
  return { first, firstBytes, both }
}

const inherited = '/Rotate 90 /CropBox [50 50 400 600]'

describe.skipIf(missingTools.length > 0)(`checks by external tools${skippedNote}`, () => {
  test.each<[string, () => Uint8Array, number, InspectionRemark[]]>([
    ['an ordinary PDF', () => letter(), 2, []],
    ['a PDF with cross-reference streams', () => byQpdf(letter(), '--object-streams=generate'), 2, []],
    ['a linearised PDF', () => byQpdf(letter(), '--linearize'), 2, []],
    ['a linearised PDF with object streams', () => byQpdf(letter(), '--linearize', '--object-streams=generate'), 2, []],
    ['a form whose values have no picture', () => formWithoutPictures(), 2, ['form_fields']],
    ['a PDF whose pages are turned', () => letter({ page: '/Rotate 270' }), 2, []],
    ['a PDF whose page tree hands down rotation and crop', () => letter({ pageTree: inherited }), 2, []],
    ['a PDF whose box begins elsewhere', () => letter({ box: '-200 -100 395 742' }), 2, []],
    ['a PDF of stamp size', () => letter({ box: '0 0 200 320' }), 2, []],
    ['a PDF in landscape', () => letter({ box: '0 0 1190 842' }), 2, []],
    ['a PDF whose text looks like a signature', () => hostileText(), 2, []],
    ['a PDF without a last line end', () => letter().slice(0, -1), 2, []],
    ['a PDF of one megabyte', () => noise(1), 1, []],
    ['a PDF of ten megabytes', () => noise(10), 1, []],
  ])('%s keeps its bytes and gains a certificate page', async (_, make, pages, remarks) => {
    const bytes = make()
    expect(await sealer.inspect({ kind: 'pdf', bytes })).toEqual({ route: 'A', pages, remarks })
    const { first, firstBytes, both } = await sealAndCounterSign(requestFor({ kind: 'pdf', bytes }))
    expect(first).toMatchObject({ route: 'A', level: 'B-B', notes: [] })
    expect(sha256(firstBytes.subarray(0, bytes.length))).toBe(sha256(bytes))
    expect(pictures(both.bytes, pages)).toEqual(pictures(bytes, pages))
    expect(words(both.bytes, pages + 1)).toContain('Certificat de signature électronique')
    const [evidence] = attachments(both.bytes).values()
    expect(JSON.parse(String(evidence))).toMatchObject({
      document: { sha256: sha256(bytes) },
      seal: { route: 'A', level: 'B-B' },
    })
  })

  test.each<[string, SealableKind, () => Promise<Uint8Array> | Uint8Array, number | null, InspectionRemark[]]>([
    ['a Word file', 'docx', () => sample('letter.docx'), null, ['word']],
    ['an old Word file', 'doc', () => sample('letter.doc'), null, ['word']],
    ['an XFA form', 'pdf', () => xfaForm(), 2, ['xfa', 'form_fields']],
    [
      'a PDF with an owner password',
      'pdf',
      () => byQpdf(letter(), '--encrypt', '', 'owner', '256', '--modify=none', '--'),
      2,
      ['owner_restricted'],
    ],
    [
      'a PDF with an owner password of old',
      'pdf',
      () => byQpdf(letter(), '--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--modify=none', '--'),
      2,
      ['owner_restricted'],
    ],
    [
      'a signed PDF',
      'pdf',
      async () => (await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))).bytes,
      3,
      ['already_signed'],
    ],
    ['a PDF with junk before its header', 'pdf', () => letter({ before: 'HTTP/1.1 200 OK\r\n\r\n' }), 2, ['repaired']],
    ['a PDF without a list of objects', 'pdf', () => letter({ list: false }), 2, ['repaired']],
    ['a form with a field of the same name', 'pdf', () => formWithoutPictures('Partner'), 2, ['form_fields']],
  ])('%s is attached unchanged to a certificate', async (_, kind, make, pages, remarks) => {
    const bytes = new Uint8Array(await make())
    expect(await sealer.inspect({ kind, bytes })).toEqual({ route: 'B', pages, remarks })
    const { first, both } = await sealAndCounterSign(requestFor({ kind, bytes }))
    expect(first.route).toBe('B')
    const files = attachments(both.bytes)
    expect([...files.keys()].sort()).toEqual([`contrat signé.${kind}`, 'preuve-K7QD2M9XPT4HVW3R.json'])
    expect(files.get(`contrat signé.${kind}`)?.equals(Buffer.from(bytes))).toBe(true)
  })

  test('a certificate says in which language it is', async () => {
    for (const [language, locale] of [
      ['fr', 'fr-FR'],
      ['en', 'en-GB'],
    ] as const) {
      const request = requestFor({ kind: 'link', url: 'https://docs.example.com/contrat?id=1' })
      const { bytes } = await readAs(documentReading(language), () => sealer.seal(request))
      expect((await PDF.load(new Uint8Array(bytes))).getLanguage()).toBe(locale)
    }
  })

  test('the certificate of a link claims nothing about its content', async () => {
    const { first, both } = await sealAndCounterSign(requestFor({ kind: 'link', url: 'https://docs.example.com/contrat?id=1' }))
    expect(first.route).toBe('link')
    expect(words(both.bytes, 1)).toContain('Contenu non détenu par le portail')
    expect([...attachments(both.bytes).keys()]).toEqual(['preuve-K7QD2M9XPT4HVW3R.json'])
  })

  test('attachments and an empty signature field of a PDF are kept', async () => {
    const pdf = await PDF.load(letter())
    pdf.addAttachment('tarifs.txt', Buffer.from('8 %'))
    pdf.getOrCreateForm().createSignatureField('Client')
    const bytes = await pdf.save()
    expect(await sealer.inspect({ kind: 'pdf', bytes })).toEqual({ route: 'A', pages: 2, remarks: [] })
    const { both } = await sealAndCounterSign(requestFor({ kind: 'pdf', bytes }))
    expect([...attachments(both.bytes).keys()].sort()).toEqual(['preuve-K7QD2M9XPT4HVW3R.json', 'tarifs.txt'])
    expect(attachments(both.bytes).get('tarifs.txt')?.toString()).toBe('8 %')
    expect(
      (await PDF.load(new Uint8Array(both.bytes)))
        .getForm()
        ?.getFields()
        .map(({ name }) => name),
    ).toContain('Client')
  })

  test('form fields stay fields and become read-only', async () => {
    const sealed = await sealer.seal(requestFor({ kind: 'pdf', bytes: formWithoutPictures() }))
    const field = (await PDF.load(sealed.bytes))
      .getForm()
      ?.getFields()
      .find(({ name }) => name === 'city')
    expect(field).toMatchObject({ type: 'text' })
    expect(field?.isReadOnly()).toBe(true)
  })
})

test.skipIf(missingTools.length > 0).each([
  ['', ['256']],
  [' of the old kind', ['128', '--use-aes=y']],
  [' and whose objects are all packed and encrypted', ['256', '--object-streams=generate']],
])(
  `a PDF that asks for a password%s is reported as such and cannot be signed${skippedNote}`,
  async (_, [bits = '', ...options]) => {
    const [use, packed] = options[0]?.startsWith('--object') ? [[], options] : [options, []]
    const weak = bits === '128' ? ['--allow-weak-crypto'] : []
    const bytes = byQpdf(letter(), ...weak, ...packed, '--encrypt', 'user', 'owner', bits, ...use, '--')
    expect(await sealer.inspect({ kind: 'pdf', bytes })).toEqual({ unsignable: 'user_password' })
    await expect(sealer.seal(requestFor({ kind: 'pdf', bytes }))).rejects.toMatchObject({ code: 'unsignable' })
  },
)

test.each([
  ['of nothing but a header', new TextEncoder().encode('%PDF-1.7\n')],
  ['cut in the middle', letter().subarray(0, 150)],
  ['of other bytes', new Uint8Array(3000).fill(65)],
])('a PDF %s is reported as damaged', async (_, bytes) => {
  expect(await sealer.inspect({ kind: 'pdf', bytes })).toEqual({ unsignable: 'damaged' })
})

test('a file other than the one in the evidence is not sealed', async () => {
  const request = requestFor({ kind: 'pdf', bytes: letter() })
  const swapped = { ...request.subject, bytes: letter({ text: 'Un autre contrat' }) } as typeof request.subject
  await expect(sealer.seal({ ...request, subject: swapped })).rejects.toMatchObject({ code: 'seal_failed' })
})

test('a file is counter-signed once, and only under its own reference', async () => {
  const { bytes } = await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))
  const copy = () => new Uint8Array(bytes)
  const other = { sealed: copy(), ...counterSignature, reference: 'ANOTHERREFERENCE' }
  await expect(sealer.counterSign(other)).rejects.toMatchObject({ code: 'unsignable' })
  const both = await sealer.counterSign({ sealed: copy(), ...counterSignature })
  await expect(sealer.counterSign({ sealed: both.bytes, ...counterSignature })).rejects.toMatchObject({ code: 'unsignable' })
})

test('a seal by another portal with the same name is distinguished', async () => {
  const [signature] = await signaturesOf((await sealer.seal(requestFor({ kind: 'pdf', bytes: letter() }))).bytes)
  await withSealer(async (other) => {
    expect(other.certificates().caPem).not.toBe(sealer.certificates().caPem)
    expect(signature && opensslVerifies(signature, other.certificates().caPem)).toBe(false)
  })
})
