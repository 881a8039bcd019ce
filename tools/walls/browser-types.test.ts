import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** One per line, so that each error identifies its own. */
const globals = ['process.cwd()', "Buffer.from('')", '__dirname', 'setImmediate(() => {})', "require('node:fs')"]

/** A package's types may include Node's through `/// <reference types="node" />`, which would make all of these compile. */
describe('Node’s globals', () => {
  const tree = mkdtempSync(join(tmpdir(), 'passerelle-types-'))

  beforeAll(() => {
    const filter = (path: string) => !/\.test\.tsx?$/.test(path)
    for (const name of ['src/domain', 'src/api', 'src/web', 'package.json', 'tsconfig.base.json']) {
      cpSync(join(root, name), join(tree, name), { recursive: true, filter })
    }
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  })

  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  test.each(['domain', 'api', 'web'])('do not compile in src/%s', { timeout: 120_000 }, (layer) => {
    const probe = `src/${layer}/node-globals.ts`
    writeFileSync(join(tree, probe), `${globals.join('\n')}\n`)
    const compiler = join(root, 'node_modules/@typescript/native/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', `src/${layer}`, '--pretty', 'false'], {
      cwd: tree,
      encoding: 'utf8',
    })
    const errors = stdout.split('\n').filter((line) => line !== '' && !line.startsWith(' '))
    const unknown = (line: number) => new RegExp(`^${probe}\\(${line},\\d+\\): error TS(2304|2580|2591):`)
    expect(errors).toEqual(globals.map((_, at) => expect.stringMatching(unknown(at + 1))))
  })
})
