import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { formWithoutPictures, letter } from './documents.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const bytesOf = (latin1: string) => new Uint8Array(Buffer.from(latin1, 'latin1'))

const streamObject = (number: number, dict: string, content: Buffer) =>
  `${number} 0 obj\n<< ${dict} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream\nendobj\n`

/** The letter with a broken xref table and an extra object: readers scan the whole file. */
function withObject(object: string): Uint8Array {
  const file = text(letter({ list: false }))
  const at = file.indexOf('trailer')
  return bytesOf(file.slice(0, at) + object + file.slice(at))
}

/** The letter with an appended xref section, which readers use first. */
function withList(list: (start: number) => string): Uint8Array {
  const file = text(letter())
  return bytesOf(`${file}${list(file.length)}startxref\n${file.length}\n%%EOF\n`)
}

const listStream = (dict: string, content = Buffer.alloc(0)) =>
  withList(() => streamObject(20, `/Type /XRef /Root 1 0 R ${dict}`, content))

/** A small PDF whose object stream decompresses to `megabytes`, at a ratio of about 1000. */
export function inflationBomb(megabytes: number): Uint8Array {
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, 0x20), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([Buffer.from([0x78, 0xda]), ...Array.from({ length: megabytes }, () => megabyte)])
  return withObject(streamObject(9, '/Type /ObjStm /Filter /FlateDecode /N 1 /First 1', packed))
}

const objectStream = (dict: string, content: string) => streamObject(9, `/Type /ObjStm ${dict}`, Buffer.from(content))

/** A page tree of `levels` nested nodes. */
function deepPageTree(levels: number): Uint8Array {
  const node = (at: number) => `<< /Type /Pages /Count 1 /Kids [${at + 1} 0 R] >>`
  const page = '<< /Type /Page /MediaBox [0 0 595 842] >>'
  return letter({ pageTree: '/Kids [7 0 R]', more: [...Array.from({ length: levels }, (_, at) => node(at + 7)), page] })
}

function deepFields(levels: number): Uint8Array {
  const field = (at: number) => `<< /T (a) /Kids [${at + 1} 0 R] >>`
  const more = [...Array.from({ length: levels }, (_, at) => field(at + 7)), '<< /T (a) /FT /Tx >>']
  return letter({ catalog: '/AcroForm << /Fields [7 0 R] >>', more })
}

/** A file for each way in which a damaged or hostile PDF can keep a reader busy. */
export const damagedFiles: Readonly<Record<string, () => Uint8Array>> = {
  'a list of objects that continues at itself': () =>
    withList((start) => `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 7 /Root 1 0 R /Prev ${start} >>\n`),
  'two lists of objects that continue at each other': () => {
    const first = (start: number) => `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 7 /Prev ${String(start).padEnd(9)} >>\n`
    return withList((start) => `${first(start + first(start).length)}${first(start)}`)
  },
  'a list that starts behind the end of the file': () =>
    bytesOf(text(letter()).replace(/startxref\n\d+/, 'startxref\n99999999999')),
  'a list that says it has a thousand million entries': () =>
    bytesOf(text(letter()).replace(/xref\n0 \d+/, 'xref\n0 1000000000')),
  'a list of entries of no size': () => listStream('/W [0 0 0] /Size 1000000000'),
  'a list with ranges of a thousand million entries': () =>
    listStream('/W [0 0 0] /Size 7 /Index [0 1000000000 1000000000 1000000000]'),
  'a compressed list with a huge row for its predictor': () =>
    listStream(
      '/W [1 2 1] /Size 7 /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2147483647 >>',
      deflateSync(Buffer.alloc(64)),
    ),
  'a list that is packed a hundred times': () =>
    listStream(`/W [1 2 1] /Size 7 /Filter [${'/ASCIIHexDecode '.repeat(100)}]`, Buffer.alloc(1000, '3')),
  'an object stream with a thousand million objects': () => withObject(objectStream('/N 1000000000 /First 10', '1 0 2 0   null')),
  'an object stream that begins behind its end': () => withObject(objectStream('/N 2 /First 1000000000', '1 0 2 0 null')),
  'an object stream in itself': () => listStream('/W [1 1 1] /Size 21 /Index [9 1]', Buffer.from([2, 9, 0])),
  'an object stream that extends itself': () => withObject(objectStream('/N 1 /First 4 /Extends 9 0 R', '8 0 null')),
  'a stream whose length is itself': () =>
    letter({ more: ['<< /Length 7 0 R >>\nstream\nabc\nendstream'], catalog: '/AcroForm 7 0 R' }),
  'a page tree in a circle': () => letter({ pageTree: '/Kids [2 0 R]' }),
  'a page that says it has a thousand million pages': () => letter({ pageTree: '/Count 1000000000' }),
  'a page tree of three thousand levels': () => deepPageTree(3000),
  'a form of five thousand levels': () => deepFields(5000),
  'a form in a circle': () =>
    letter({ catalog: '/AcroForm << /Fields [7 0 R] >>', more: ['<< /T (a) /Kids [8 0 R] >>', '<< /T (b) /Kids [7 0 R] >>'] }),
  'arrays of two hundred thousand levels': () => letter({ catalog: `/A ${'['.repeat(200_000)}${']'.repeat(200_000)}` }),
  'dictionaries of fifty thousand levels': () => letter({ catalog: `/A ${'<</A '.repeat(50_000)}1${'>>'.repeat(50_000)}` }),
  'a string without an end': () => letter({ catalog: `/A (${'('.repeat(100_000)}` }),
  'a hundred thousand objects that are nothing': () =>
    withObject(Array.from({ length: 100_000 }, (_, at) => `${at + 30} 0 obj\n`).join('')),
  'a stream that decompresses to 600 MB': () => inflationBomb(600),
}

/** mulberry32 */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** `count` damaged copies of small PDFs, reproducible: numbers, bytes and chunks are changed, removed or duplicated. */
export function* mutatedFiles(count: number): Generator<Uint8Array> {
  const random = randomNumbers(7)
  const packed = objectStream('/N 2 /First 9 ', '7 0 8 5   null << /Type /Font >>')
  const originals = [
    letter(),
    formWithoutPictures(),
    withObject(packed),
    listStream('/W [1 2 1] /Size 2', Buffer.alloc(8, 1)),
  ].map(text)
  const numbers = ['0', '-1', '4294967295', '99999999999999999999', '1', '65536', '2.5']
  for (let at = 0; at < count; at += 1) {
    let file = originals[at % originals.length] ?? ''
    for (let changes = 1 + random(4); changes > 0; changes -= 1) {
      const from = random(file.length)
      const to = Math.min(file.length, from + 1 + random(40))
      const piece = file.slice(from, to)
      const changed = [
        () => String.fromCharCode(random(256)),
        () => '',
        () => piece + piece,
        () => piece.replace(/\d+/, numbers[random(numbers.length)] ?? ''),
        () => piece.replace(/\d+ 0 R/, `${random(10)} 0 R`),
        () => [...piece].reverse().join(''),
      ][random(6)]
      file = file.slice(0, from) + (changed?.() ?? '') + file.slice(to)
    }
    yield bytesOf(random(10) === 0 ? file.slice(0, random(file.length)) : file)
  }
}
