import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { detectFileType } from './detect-file-type.ts'

const samples = new URL('../../../../test/samples/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'passerelle-judge-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sample = (name: string) => readFileSync(new URL(name, samples))

/** Detects the type of bytes without a file extension. */
function judge(content: Uint8Array | string) {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  return detectFileType(path)
}

test.each([
  ['letter.pdf', 'pdf'],
  ['letter.doc', 'doc'],
  ['letter.docx', 'docx'],
  ['table.xls', 'xls'],
  ['table-95.xls', 'xls'],
  ['table.xlsx', 'xlsx'],
  ['slides.ppt', 'ppt'],
  ['slides.pptx', 'pptx'],
  ['picture.jpg', 'jpeg'],
  ['picture.png', 'png'],
  ['picture.gif', 'gif'],
  ['picture.webp', 'webp'],
])('%s is accepted as %s', async (name, kind) => {
  expect(await judge(sample(name))).toBe(kind)
})

test.each([
  ['a picture of another kind', sample('picture.bmp')],
  ['a spreadsheet with macros', sample('table.xlsm')],
  ['a mail in a compound file, with a Word file attached', sample('mail.msg')],
  ['half a Word document', sample('letter.docx').subarray(0, 5000)],
  ['the beginning of an old Word document', sample('letter.doc').subarray(0, 600)],
  ['a Word document with macros smuggled in', renamed(sample('letter.docx'), 'docProps/custom.xml', 'word/vbaProject.bin')],
  ['a Word document without its parts', renamed(sample('letter.docx'), 'word/', 'none/')],
  ['a program', Buffer.from(`MZ\u0090\u0000${'\u0000'.repeat(60)}`, 'latin1')],
  ['a program with a PDF mark in it', Buffer.from(`\u007fELF\u0002\u0001\u0001${'\u0000'.repeat(60)}%PDF-1.7`, 'latin1')],
  ['a page', '<!doctype html><html><script>alert(1)</script></html>'],
  ['a drawing that can run scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a PDF mark beyond the first kilobyte', `${' '.repeat(1024)}%PDF-1.7`],
  ['plain text', 'Contrat'],
  ['nothing', ''],
])('%s is not accepted', async (_, content) => {
  expect(await judge(content)).toBeNull()
})

test('a PDF may have a prefix, as scanners write it', async () => {
  expect(await judge(`\r\nscanned by a device\r\n${sample('letter.pdf').toString('latin1')}`)).toBe('pdf')
})

test('damaged files are refused or accepted, and never cause an error', async () => {
  for (const name of ['letter.doc', 'letter.docx', 'table.xls', 'picture.png']) {
    const whole = sample(name)
    for (let place = 0; place < 600; place += 7) {
      const damaged = Buffer.from(whole)
      damaged.subarray(place, place + 4).fill(0xff)
      await judge(damaged)
    }
  }
})

test('a zip bomb in a Word file costs no memory, and a sector cycle has an end', async () => {
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, 0x20), { finishFlush: constants.Z_FULL_FLUSH })
  const bomb = Buffer.concat(Array.from({ length: 600 }, () => megabyte))
  const name = Buffer.from('[Content_Types].xml')
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(bomb.length, 18)
  header.writeUInt32LE(1000, 22)
  header.writeUInt16LE(name.length, 26)
  const compound = Buffer.from(sample('letter.doc'))
  // Directory and DIFAT begin in sector 0, and every FAT entry points back to it: a cycle.
  compound.writeUInt32LE(0, 48)
  compound.writeUInt32LE(0, 68)
  compound.fill(0, 512)
  const memory = process.memoryUsage.rss()
  expect(await judge(Buffer.concat([header, name, bomb]))).toBeNull()
  expect(await judge(compound)).toBeNull()
  expect(process.memoryUsage.rss() - memory).toBeLessThan(200 * 1024 * 1024)
})

/** Renames entries of a zip to names of the same length, so that offsets stay valid. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  const text = zip.toString('latin1')
  if (!text.includes(from) || from.length !== to.length) throw new Error(`cannot rename ${from}`)
  return Buffer.from(text.replaceAll(from, to), 'latin1')
}
