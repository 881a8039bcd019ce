import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyFolder } from './pglite-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'passerelle-copies-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const names = Array.from({ length: 50 }, (_, index) => join(index % 2 ? 'base/5' : 'empty', `${index}`))

test('a copy of a database’s directory has its folders, files and modes, and replaces nothing', async () => {
  const [folder, target] = [join(parent, 'database'), join(parent, 'copy')]
  for (const name of ['base/5', 'empty', 'none']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  for (const name of names) writeFileSync(join(folder, name), `content of ${name}`, { mode: 0o600 })
  await copyFolder(folder, target)
  for (const name of names) expect(readFileSync(join(target, name), 'utf8')).toBe(`content of ${name}`)
  const modes = ['', 'base', 'none', names[0] ?? ''].map((name) => statSync(join(target, name)).mode & 0o777)
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600])

  writeFileSync(join(target, names[0] ?? ''), 'own')
  await expect(copyFolder(folder, target)).rejects.toThrow('EEXIST')
  expect(readFileSync(join(target, names[0] ?? ''), 'utf8')).toBe('own')
})
