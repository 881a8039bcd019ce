import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { unpackTar } from 'modern-tar'
import { afterAll, expect, test } from 'vitest'
import type { LargeArchive } from '#test/children/large-archive.ts'
import type { ArchiveError, Head, Manifest } from './archive-format.ts'
import type { Part, Parts } from './parts.ts'
import { archiveParts, checkArchive } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'passerelle-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const head: Head = {
  product: 'passerelle',
  format: 1,
  version: '0.1.0',
  takenAt: '2026-11-22T10:00:00.000Z',
  database: 'pglite',
  migrations: [{ name: '0001_foundation.sql', sha256: 'a'.repeat(64) }],
  tables: [{ name: 'public.leads', columns: [{ name: 'id', type: 'uuid' }], key: [{ name: 'id', collates: false }] }],
  sequences: [{ name: 'public.events_seq_seq', lastValue: '12', isCalled: true }],
}
const manifest: Manifest = {
  tables: { 'public.leads': { rows: 3, sha256: 'b'.repeat(64) } },
  jobs: 1,
  files: { count: 1, bytes: 700, missing: [], damaged: [] },
  keys: ['secret'],
}
const key = 'contract/0190a000-0000-7000-8000-00000000aaaa'
const sample: readonly Part[] = [
  { kind: 'head', head },
  { kind: 'rows', table: 'public.leads', lines: '["a"]\n["b"]\n' },
  { kind: 'rows', table: 'public.leads', lines: '["é"]\n' },
  { kind: 'jobs', lines: '{"id":"1"}\n' },
  { kind: 'key', name: 'secret', bytes: Buffer.from('open sesame\n') },
  { kind: 'file', key, size: 700, sha256: null, content: async () => Readable.from([Buffer.alloc(700, 7)]) },
  { kind: 'manifest', manifest },
]
const partsOf = (parts: readonly Part[]): Parts => Readable.from(parts)
const passphrase = 'correct horse battery'

async function write(name: string, parts: Parts, secretly: string | null = null): Promise<string> {
  const path = join(folder, name)
  await writeArchive(path, parts, { passphrase: secretly, logN: 4 })
  return path
}

/** Parts with the bytes of files, and without functions. */
async function read(path: string, secret: string | null = null) {
  const parts: object[] = []
  for await (const part of archiveParts({ path, passphrase: secret })) {
    parts.push(part.kind === 'file' ? { ...part, content: await buffer(await part.content()) } : part)
  }
  return parts
}

function refusalOf(path: string, secret: string | null = null): Promise<ArchiveError> {
  return checkArchive({ path, passphrase: secret }).then(
    () => Promise.reject(new Error('it was not refused')),
    (error: ArchiveError) => error,
  )
}

test.each([null, passphrase])('an archive gives back what was put in; passphrase: %s', async (secret) => {
  const path = await write(`whole-${secret}`, partsOf(sample), secret)
  expect(await checkArchive({ path, passphrase: secret })).toEqual(head)
  const file = { kind: 'file', key, size: 700, sha256: null, content: Buffer.alloc(700, 7) }
  expect(await read(path, secret)).toEqual(sample.map((part) => (part.kind === 'file' ? file : part)))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const bytes = readFileSync(path)
  expect(bytes.includes('open sesame')).toBe(secret === null)
  if (secret) expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
})

test('it is a tar archive with the checksums of all entries, for other programs', async () => {
  const entries = await unpackTar(readFileSync(await write('readable', partsOf(sample))))
  const contents = new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]))
  expect([...contents.keys()]).toEqual([
    'passerelle.json',
    'database/public.leads/000001.ndjson.gz',
    'database/public.leads/000002.ndjson.gz',
    'database/waiting-jobs.ndjson',
    'keys/secret',
    `files/${key}`,
    'sums/000001.sha256',
    'manifest.json',
    'seal.sha256',
  ])
  const sums = contents.get('sums/000001.sha256')?.toString().trim().split('\n') ?? []
  expect(sums).toHaveLength(6)
  for (const line of sums) {
    const [sha256, name = ''] = line.split('  ')
    const content = contents.get(name) ?? Buffer.alloc(0)
    expect(createHash('sha256').update(content).digest('hex'), name).toBe(sha256)
  }
})

test('an archive with any byte changed, or cut anywhere, is refused', async () => {
  const whole = readFileSync(await write('plain', partsOf(sample)))
  const path = join(folder, 'broken')
  const kinds = new Set<string>()
  // Every header, content, filling and end: blocks have 512 bytes.
  for (let at = 0; at < whole.length; at += 37) {
    const broken = Buffer.from(whole)
    broken[at] = (broken[at] ?? 0) ^ (1 << (at % 8))
    writeFileSync(path, broken)
    const { kind, message } = await refusalOf(path)
    expect(['damaged', 'incomplete', 'foreign'], `${at}: ${message}`).toContain(kind)
    kinds.add(kind)
  }
  expect(kinds).toContain('damaged')
  for (let length = 0; length < whole.length; length += 211) {
    writeFileSync(path, whole.subarray(0, length))
    expect((await refusalOf(path)).kind, String(length)).toMatch(/^(incomplete|foreign)$/)
  }
  writeFileSync(path, whole.subarray(0, -512))
  expect((await refusalOf(path)).message).toMatch(/^The archive is not complete: its end is missing/)
  writeFileSync(path, Buffer.concat([whole, Buffer.alloc(512)]))
  expect((await refusalOf(path)).kind).toBe('incomplete')
})

test('so is an encrypted one; a wrong passphrase and none have sentences of their own', async () => {
  const whole = readFileSync(await write('secret', partsOf(sample), passphrase))
  const path = join(folder, 'broken-secret')
  const payloadAt = whole.indexOf('\n--- ') + 60
  for (let at = 0; at < whole.length; at += 97) {
    const broken = Buffer.from(whole)
    broken[at] = (broken[at] ?? 0) ^ (1 << (at % 8))
    writeFileSync(path, broken)
    const { kind } = await refusalOf(path, passphrase)
    if (at > payloadAt) expect(kind, String(at)).toBe('damaged')
    else expect(kind, String(at)).toMatch(/^(foreign|passphrase|damaged)$/)
  }
  for (const length of [whole.length - 1, whole.length - 16, whole.length - 2000, payloadAt + 20]) {
    writeFileSync(path, whole.subarray(0, length))
    expect((await refusalOf(path, passphrase)).message).toMatch(/^The encrypted archive is damaged or not complete/)
  }
  writeFileSync(path, whole)
  expect((await refusalOf(path, 'wrong horse battery')).message).toMatch(/^BACKUP_PASSPHRASE does not open this archive/)
  expect((await refusalOf(path)).message).toMatch(/^The archive is encrypted: set BACKUP_PASSPHRASE/)
})

test('an archive of a newer format, and another file, are refused with a sentence', async () => {
  const newer = await write(
    'newer',
    partsOf([{ kind: 'head', head: { ...head, format: 2, version: '9.0.0' } }, ...sample.slice(1)]),
  )
  expect((await refusalOf(newer)).message).toBe('The archive is of a newer version (9.0.0): restore it with that one.')
  const other = join(folder, 'letter')
  writeFileSync(other, 'Dear Sir or Madam, '.repeat(500))
  expect((await refusalOf(other)).message).toBe('This file is not a backup of Passerelle.')
})

test('a failing source leaves no file', async () => {
  const failing = Readable.from(
    (async function* () {
      yield* sample.slice(0, 3)
      throw new Error('the database is gone')
    })(),
  )
  await expect(write('half', failing)).rejects.toThrow('the database is gone')
  expect(() => statSync(join(folder, 'half'))).toThrow()
  expect(() => statSync(join(folder, 'half.partial'))).toThrow()
})

test('80 MB of files are written, checked and read within 20 MB of memory', async () => {
  // In a process of its own: to collect the garbage of one that many tests share takes longer than all the rest.
  const parts = sample.filter(({ kind }) => kind === 'head' || kind === 'rows' || kind === 'jobs')
  const args = [join(folder, 'large'), JSON.stringify(parts), JSON.stringify({ kind: 'manifest', manifest })]
  const { stdout } = await promisify(execFile)(process.execPath, ['test/children/large-archive.ts', ...args])
  const { written, read, samples } = JSON.parse(stdout) as LargeArchive
  expect(written).toBeGreaterThan(80_000_000)
  expect(read).toBe(80_000_000)
  expect(samples.length).toBeGreaterThan(20)
  expect((Math.max(...samples) - (samples[0] ?? 0)) / 1_000_000).toBeLessThan(20)
})
