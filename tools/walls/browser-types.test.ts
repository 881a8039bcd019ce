import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** One per line, so that each error identifies its own. */
const globals = ['process.cwd()', "Buffer.from('')", '__dirname', 'setImmediate(() => {})', "require('node:fs')"]

/** A package's types may include Node's through `/// <reference types="node" />`, which would make all of these compile. */
describe('Node’s globals', () => {
  const tree = mkdtempSync(join(tmpdir(), 'passerelle-types-'))

  beforeAll(() => {
    for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (/\.test\.tsx?$/.test(file) || !/\.tsx?$/.test(file)) continue
      const [from, to] = [join(root, 'src', file), join(tree, 'src', file)]
      mkdirSync(dirname(to), { recursive: true })
      // Read for the packages that it imports, but not checked itself, which `npm run check` does.
      writeFileSync(to, `// @ts-nocheck\n${readFileSync(from, 'utf8')}`)
    }
    for (const name of ['package.json', 'tools/types']) cpSync(join(root, name), join(tree, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  })

  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  test.each(['domain', 'api', 'web'])('do not compile in the layer %s', (layer) => {
    const probe = `src/leads/leads/${layer}/node-globals.ts`
    writeFileSync(join(tree, probe), `${globals.join('\n')}\n`)
    const compiler = join(root, 'node_modules/@typescript/native/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', `tools/types/${layer}.json`, '--pretty', 'false'], {
      cwd: tree,
      encoding: 'utf8',
    })
    const errors = stdout.split('\n').filter((line) => line !== '' && !line.startsWith(' '))
    const unknown = (line: number) => new RegExp(`^${probe}\\(${line},\\d+\\): error TS(2304|2580|2591):`)
    expect(errors).toEqual(globals.map((_, at) => expect.stringMatching(unknown(at + 1))))
  })
})
