import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const tools = import.meta.dirname
const toRun = 'install({ onlyToRun: true })'
const all = 'install()'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'passerelle-install-'))
  mkdirSync(join(project, 'tools'))
  for (const name of ['bootstrap.mjs', 'node24.mjs', 'command-flags.json'])
    cpSync(join(tools, name), join(project, 'tools', name))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const write = (path: string, content: unknown) => writeFileSync(join(project, path), JSON.stringify(content))

/** What the lock file names. */
function lock(versions: Readonly<Record<string, { readonly version: string; readonly dev?: true; readonly optional?: true }>>) {
  const packages = Object.fromEntries(Object.entries(versions).map(([name, entry]) => [`node_modules/${name}`, entry]))
  write('package-lock.json', { lockfileVersion: 3, packages: { '': {}, ...packages } })
}

/** An npm that keeps its arguments, and notes what the lock file names: without `dev`, if that is omitted. */
function pretendNpm(refusal = 'nothing') {
  const npm = `#!/usr/bin/env node
    const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
    const given = process.argv.slice(2)
    appendFileSync('calls', given.join(' ') + '\\n')
    if (given.includes('${refusal}')) process.exit(1)
    const { packages } = JSON.parse(readFileSync('package-lock.json'))
    const kept = Object.entries(packages).filter(([, { dev, optional }]) => !optional && !(dev && given.includes('--omit=dev')))
    mkdirSync('node_modules/vitest', { recursive: true })
    writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(kept) }))`
  mkdirSync(join(project, 'bin'))
  writeFileSync(join(project, 'bin/npm'), npm, { mode: 0o755 })
}

/** What a command does first; and the calls of npm so far, without what all have. */
async function run(command: string): Promise<string[]> {
  const script = `import { install } from './tools/bootstrap.mjs'\n${command}`
  const env = { ...process.env, PATH: `${project}/bin:${process.env.PATH}` }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: project, env, stdio: 'ignore' })
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
  const calls = existsSync(join(project, 'calls')) ? readFileSync(join(project, 'calls'), 'utf8').trim().split('\n') : []
  return calls.map((call) => call.replace(' --no-audit --no-fund --loglevel=error', ''))
}

test('installs what running needs, then the rest for the first command that needs it, and nothing twice', async () => {
  pretendNpm()
  lock({ own: { version: '1.0.0' }, testing: { version: '1.0.0', dev: true }, elsewhere: { version: '1.0.0', optional: true } })
  const calls = ['ci --omit=dev --prefer-offline']
  expect(await run(toRun)).toEqual(calls)
  expect(await run(toRun)).toEqual(calls)
  calls.push('install --no-save --include=dev --prefer-offline')
  expect(await run(all)).toEqual(calls)
  expect(await run(all)).toEqual(calls)
  expect(await run(toRun)).toEqual(calls)
})

test('installs again when the lock file names another version, and keeps what is for development', async () => {
  pretendNpm()
  lock({ own: { version: '1.0.0' } })
  const calls = ['ci --include=dev --prefer-offline']
  expect(await run(all)).toEqual(calls)
  lock({ own: { version: '1.0.1' } })
  expect(await run(toRun)).toEqual([...calls, 'install --no-save --include=dev --prefer-offline'])
})

test('asks the registry for what the cache of npm lacks', async () => {
  // What npm does when its cache knows a package, but not this version of it.
  pretendNpm('--prefer-offline')
  lock({ own: { version: '1.0.0' } })
  expect(await run(toRun)).toEqual(['ci --omit=dev --prefer-offline', 'ci --omit=dev'])
})
