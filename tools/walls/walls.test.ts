import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import configuration from '../../.dependency-cruiser.ts'

const root = join(import.meta.dirname, '../..')
const probes = join(import.meta.dirname, 'probes')

/** A file that breaks one import rule, named in its first line; `nothing` if it is allowed. */
interface Probe {
  readonly path: string
  readonly breaks: string
  readonly code: string
}

const suffix = '.probe'
const all: readonly Probe[] = readdirSync(probes, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith(suffix))
  .map((name) => {
    const code = readFileSync(join(probes, name), 'utf8')
    return { path: name.slice(0, -suffix.length).split(sep).join('/'), breaks: /^\/\/ breaks: (\S+)/.exec(code)?.[1] ?? '', code }
  })

interface Module {
  readonly source: string
  readonly dependencies: readonly { readonly rules?: readonly { readonly name: string }[] }[]
}

/** Runs the import check on a copy of the sources with all probes. */
describe('import walls', () => {
  const tree = mkdtempSync(join(tmpdir(), 'passerelle-walls-'))
  const broken = new Map<string, readonly string[]>()

  beforeAll(() => {
    const isCopied = (path: string) => !/node_modules|\.(test\.tsx?|png|pdf|md)$/.test(path)
    for (const name of ['src', 'demo', 'test', 'tools', 'package.json', '.dependency-cruiser.ts']) {
      cpSync(join(root, name), join(tree, name), { recursive: true, filter: isCopied })
    }
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    for (const { path, code } of all) {
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), code)
    }
    const checker = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const args = [checker, ...all.map(({ path }) => path), '--output-type', 'json']
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 27 })
    expect(stderr).toBe('')
    const { modules } = JSON.parse(stdout) as { modules: readonly Module[] }
    for (const { source, dependencies } of modules) {
      broken.set(source, [...new Set(dependencies.flatMap(({ rules = [] }) => rules.map(({ name }) => name)))])
    }
  }, 120_000)

  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  test.each(all.filter(({ breaks }) => breaks !== 'nothing'))('$path breaks $breaks', ({ path, breaks }) => {
    expect(broken.get(path)).toContain(breaks)
  })

  test.each(all.filter(({ breaks }) => breaks === 'nothing'))('$path breaks nothing', ({ path }) => {
    expect(broken.get(path)).toEqual([])
  })

  test('every rule has a probe, and says what to do', () => {
    const rules = configuration.forbidden ?? []
    expect(new Set(all.map(({ breaks }) => breaks))).toEqual(new Set([...rules.map(({ name }) => name), 'nothing']))
    for (const { comment } of rules) expect(comment).toMatch(/\.$/)
  })
})
