import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makePrivate } from './private-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'passerelle-private-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const modeOf = (path: string) => statSync(path).mode & 0o777
const warnings: string[] = []
const log = { warn: (line: unknown) => void warnings.push(String(line)) }

test('a data directory that others can read is made private at start, with one message', () => {
  chmodSync(folder, 0o755)
  makePrivate(folder, log)
  expect(modeOf(folder)).toBe(0o700)
  makePrivate(folder, log)
  expect(warnings).toEqual([`${folder} could be read by other accounts of this machine: it is its owner's alone now (mode 700).`])
})

test('files created later are private, whatever mode they ask for', () => {
  makePrivate(join(folder, 'new/data'), log)
  expect(modeOf(join(folder, 'new/data'))).toBe(0o700)
  const file = join(folder, 'new/data/table')
  writeFileSync(file, 'rows', { mode: 0o666 })
  expect(modeOf(file)).toBe(0o600)
})

test.runIf(process.platform === 'linux')('a directory that cannot be made private is a message, and nothing starts', () => {
  expect(() => makePrivate('/proc/sys', log)).toThrow(/^Other accounts of this machine can read \/proc\/sys .* chmod 700 /)
})
