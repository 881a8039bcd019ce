import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const tools = import.meta.dirname

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passerelle-install-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script in a child process; `child` allows killing it. */
function run(script: string, cwd = folder) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd })
  let output = ''
  child.stdout.on('data', (part) => {
    output += part
  })
  child.stderr.on('data', (part) => {
    output += part
  })
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  )
  return { child, ended, output: () => output }
}

describe('the installation lock', () => {
  const journal = () => readFileSync(join(folder, 'journal'), 'utf8').trim().split('\n')
  /** A script that prints when it enters and leaves the locked section. */
  const entering = (name: string, milliseconds: number) => `
    import { appendFileSync } from 'node:fs'
    import { withInstallLock } from '${join(tools, 'install-lock.mjs')}'
    withInstallLock('claims', () => {
      appendFileSync('journal', '${name} in\\n')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds})
      appendFileSync('journal', '${name} out\\n')
    }, () => process.stdout.write('waits\\n'))`

  test('admits one process at a time, the others wait', { timeout: 60_000 }, async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const ends = await Promise.all(names.map((name) => run(entering(name, 150)).ended))
    expect(ends.map(({ code }) => code)).toEqual(names.map(() => 0))
    const lines = journal()
    expect(lines).toHaveLength(10)
    for (let at = 0; at < lines.length; at += 2) expect(lines[at + 1]).toBe(lines[at]?.replace('in', 'out'))
  })

  test('of a killed process blocks nobody', { timeout: 60_000 }, async () => {
    const killed = run(entering('killed', 60_000))
    await expect.poll(() => journal(), { timeout: 20_000 }).toEqual(['killed in'])
    const waiting = [run(entering('a', 50)), run(entering('b', 50))]
    await expect.poll(() => waiting.map(({ output }) => output()), { timeout: 20_000 }).toEqual(['waits\n', 'waits\n'])
    killed.child.kill('SIGKILL')
    for (const { ended } of waiting) expect(await ended).toMatchObject({ code: 0 })
    expect([...journal()].sort()).toEqual(['a in', 'a out', 'b in', 'b out', 'killed in'])
  })

  test('an installation outlives its killed command, and the next command waits for it', { timeout: 60_000 }, async () => {
    const lock = join(tools, 'install-lock.mjs')
    const child = 'echo child in >> journal; until [ -e end ]; do sleep 0.1; done; echo child out >> journal'
    const killed = run(`
      import { spawnSync } from 'node:child_process'
      import { withClaim, withInstallLock } from '${lock}'
      withInstallLock('claims', () => spawnSync(...withClaim('claims', 'sh', ['-c', '${child}'])))`)
    await expect.poll(journal, { timeout: 20_000 }).toEqual(['child in'])
    killed.child.kill('SIGKILL')
    const next = run(entering('next', 10))
    await expect.poll(next.output, { timeout: 20_000 }).toBe('waits\n')
    writeFileSync(join(folder, 'end'), '')
    await next.ended
    expect(journal()).toEqual(['child in', 'child out', 'next in', 'next out'])
  })
})

describe('the first start of a checkout', () => {
  const install = "import { install } from './tools/bootstrap.mjs'\ninstall()\nprocess.stdout.write('ready')"
  const installToRun = install.replace('install()', 'install({ onlyToRun: true })')

  /** A project with local packages, two of them for development, so that nothing is downloaded. */
  function checkout(): string {
    const project = join(folder, 'checkout')
    const names = ['own', 'testing', 'shared']
    mkdirSync(join(project, 'tools'), { recursive: true })
    for (const name of names) mkdirSync(join(project, name))
    for (const name of ['bootstrap.mjs', 'install-lock.mjs', 'node24.mjs', 'command-flags.json'])
      cpSync(join(tools, name), join(project, 'tools', name))
    const dependencies = { own: 'file:own' }
    const devDependencies = { testing: 'file:testing', shared: 'file:shared' }
    const write = (path: string, content: unknown) => writeFileSync(join(project, path), JSON.stringify(content))
    for (const name of names) write(`${name}/package.json`, { name, version: '1.0.0' })
    write('package.json', { name: 'checkout', version: '1.0.0', dependencies, devDependencies })
    write('package-lock.json', {
      name: 'checkout',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'checkout', version: '1.0.0', dependencies, devDependencies },
        'node_modules/own': { resolved: 'own', link: true },
        'node_modules/testing': { resolved: 'testing', link: true },
        'node_modules/shared': { resolved: 'shared', link: true },
        own: { version: '1.0.0' },
        testing: { version: '1.0.0', dev: true },
        shared: { version: '1.0.0', dev: true },
      },
    })
    return project
  }

  test('installs once when two commands start at once, and both go on', { timeout: 120_000 }, async () => {
    const project = checkout()
    const ends = await Promise.all([run(install, project).ended, run(install, project).ended])
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
    // Of two that see each other, both wait, and one of them comes first.
    const waited = /^Waiting for process \d+, which installs or builds here …\n/
    const outputs = ends.map(({ output }) => output.replace(waited, '')).sort()
    expect(outputs[0]).toMatch(/^Installing packages … [\d.]+ s\nready$/)
    expect(outputs[1]).toBe('ready')
    expect(JSON.parse(readFileSync(join(project, 'node_modules/own/package.json'), 'utf8'))).toEqual({
      name: 'own',
      version: '1.0.0',
    })
  })

  test('asks the registry only for what the cache of npm lacks', { timeout: 120_000 }, async () => {
    const project = checkout()
    const calls = join(folder, 'calls')
    mkdirSync(join(folder, 'bin'))
    // What npm does when its cache knows a package, but not this version of it.
    const npm = `#!/bin/sh\necho "$*" >> ${calls}\ncase "$*" in *--prefer-offline*) exit 1;; esac\nmkdir node_modules\n`
    writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 })
    const script = installToRun.replace('\n', `\nprocess.env.PATH = '${folder}/bin:' + process.env.PATH\n`)
    expect((await run(script, project).ended).output).toMatch(/^Installing packages … [\d.]+ s\nready$/)
    const asked = readFileSync(calls, 'utf8').trim().split('\n')
    expect(asked).toHaveLength(2)
    expect(asked[0]).toBe(`${asked[1]} --prefer-offline`)
  })

  test('does not reinstall in a checkout that was moved or copied', { timeout: 120_000 }, async () => {
    const project = checkout()
    expect((await run(install, project).ended).output).toContain('Installing packages')
    const [moved, copied] = [join(folder, 'moved'), join(folder, 'copied')]
    renameSync(project, moved)
    cpSync(moved, copied, { recursive: true })
    for (const place of [moved, copied]) expect(await run(install, place).ended).toEqual({ code: 0, output: 'ready' })
  })

  test('reinstalls when the lock file changed', { timeout: 120_000 }, async () => {
    const project = checkout()
    await run(install, project).ended
    const lock = join(project, 'package-lock.json')
    writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`)
    expect((await run(install, project).ended).output).toContain('Installing packages')
  })

  test('installs what running needs, then the rest for the first command that needs it', { timeout: 120_000 }, async () => {
    const project = checkout()
    const has = (name: string) => existsSync(join(project, 'node_modules', name, 'package.json'))
    const lock = readFileSync(join(project, 'package-lock.json'), 'utf8')
    expect((await run(installToRun, project).ended).output).toMatch(/^Installing packages … [\d.]+ s\nready$/)
    expect([has('own'), has('testing')]).toEqual([true, false])
    // As a package for development is there that another one depends on.
    mkdirSync(join(project, 'node_modules/shared'))
    expect((await run(installToRun, project).ended).output).toBe('ready')
    rmSync(join(project, 'node_modules/shared'), { recursive: true })
    writeFileSync(join(project, 'node_modules/.kept'), '')
    expect((await run(install, project).ended).output).toMatch(/^Installing packages for development … [\d.]+ s\nready$/)
    expect([has('own'), has('testing'), existsSync(join(project, 'node_modules/.kept'))]).toEqual([true, true, true])
    for (const command of [installToRun, install]) expect((await run(command, project).ended).output).toBe('ready')
    expect(readFileSync(join(project, 'package-lock.json'), 'utf8')).toBe(lock)
  })

  test('a checkout that has everything keeps it when a new lock file is installed to run', { timeout: 120_000 }, async () => {
    const project = checkout()
    await run(install, project).ended
    // As after `npm ci` by hand.
    rmSync(join(project, 'node_modules/.passerelle'), { recursive: true })
    const lock = join(project, 'package-lock.json')
    writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`)
    expect((await run(installToRun, project).ended).output).toContain('Installing packages')
    expect(existsSync(join(project, 'node_modules/testing/package.json'))).toBe(true)
    expect((await run(install, project).ended).output).toBe('ready')
  })
})
