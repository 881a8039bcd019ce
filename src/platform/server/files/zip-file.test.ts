import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { streamZip, type ZipEntry, zipSize } from './zip-file.ts'

const isMissing = spawnSync('which', ['unzip']).status !== 0
const note = isMissing ? ' (left out: install unzip)' : ''
const modifiedAt = new Date('2026-11-22T10:30:00Z')

const entry = (name: string, content: Buffer): ZipEntry => ({
  name,
  modifiedAt,
  size: content.length,
  open: async () => Readable.from([content]),
})

/** What Info-ZIP says about a file, and each entry's bytes. */
function unzipped(bytes: Buffer, names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-zip-'))
  try {
    const path = join(folder, 'judged.zip')
    writeFileSync(path, bytes)
    const { status, stdout } = spawnSync('unzip', ['-t', path], { encoding: 'utf8' })
    return { status, stdout, contents: status === 0 ? names.map((name) => execFileSync('unzip', ['-p', path, name])) : [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('a ZIP', () => {
  test.skipIf(isMissing)(`is read by another program, and has the size that was told before${note}`, async () => {
    const contents = [Buffer.from('\ufeffNuméro;Échéance\r\n'), Buffer.alloc(200_000, 'PDF'), Buffer.alloc(0)]
    const names = ['index.csv', 'AF-0001-2026-00001.pdf', 'empty.pdf']
    const entries = names.map((name, index) => entry(name, contents[index] ?? Buffer.alloc(0)))
    const bytes = await buffer(streamZip(entries))
    expect(bytes.length).toBe(zipSize(entries))
    const read = unzipped(bytes, names)
    expect([read.status, read.stdout]).toEqual([0, expect.stringContaining('No errors detected')])
    expect(read.contents.map((content, index) => content.equals(contents[index] ?? Buffer.alloc(1)))).toEqual([true, true, true])
  })

  test('of thousands of files has one of them open, and reads as little ahead as its reader takes', async () => {
    const content = Buffer.alloc(20_000, 'x')
    let [opened, closed, max, ahead] = [0, 0, 0, 0]
    const entries = Array.from({ length: 3000 }, (_, index) => ({
      ...entry(`${index}.pdf`, content),
      open: async () => {
        opened += 1
        max = Math.max(max, opened - closed)
        return Readable.from([content]).once('close', () => (closed += 1))
      },
    }))
    const zip = streamZip(entries)
    let received = 0
    for await (const chunk of zip as AsyncIterable<Buffer>) {
      received += chunk.length
      ahead = Math.max(ahead, opened * content.length - received)
    }
    expect([opened, closed, max, received]).toEqual([3000, 3000, 1, zipSize(entries)])
    expect(ahead).toBeLessThan(256_000)
  })

  test.skipIf(isMissing)(`that breaks off is no ZIP: of a file that is gone, or shorter than it was${note}`, async () => {
    const gone = { ...entry('gone.pdf', Buffer.alloc(9)), open: () => Promise.reject(new Error('ENOENT')) }
    const shorter = { ...entry('shorter.pdf', Buffer.alloc(9)), size: 10 }
    for (const broken of [gone, shorter]) {
      const received: Buffer[] = []
      const entries = [entry('first.pdf', Buffer.alloc(70_000, 'a')), broken, entry('last.pdf', Buffer.alloc(9))]
      const reading = async () => {
        for await (const chunk of streamZip(entries) as AsyncIterable<Buffer>) received.push(chunk)
      }
      await expect(reading()).rejects.toThrow(broken === gone ? 'ENOENT' : 'shorter.pdf has 9 bytes instead of 10')
      const bytes = Buffer.concat(received)
      expect(bytes.length).toBeLessThan(zipSize(entries))
      expect(unzipped(bytes, []).status).not.toBe(0)
    }
  })

  test('whose reader goes away closes the file that it was reading', async () => {
    const content = Readable.from(
      (async function* () {
        for (;;) yield Buffer.alloc(65_536)
      })(),
    )
    const zip = streamZip([{ ...entry('long.pdf', Buffer.alloc(0)), open: async () => content }])
    let received = 0
    for await (const chunk of zip as AsyncIterable<Buffer>) {
      received += chunk.length
      if (received > 100_000) break
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect([zip.destroyed, content.destroyed]).toEqual([true, true])
  })
})
