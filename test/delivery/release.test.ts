import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Upload } from '#access/api/uploads.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { productVersion } from '#platform/server/version.ts'
import { pdf } from '../../demo/pdf.ts'
import { build } from '../../tools/bootstrap.mjs'
import { releaseContent } from '../../tools/release/content.ts'
import { pack } from '../../tools/release/pack.ts'
import { HttpClient } from '../http-client.ts'
import { until } from '../lock-waits.ts'
import { PortalProcess } from '../running-portal.ts'
import { password } from '../test-app.ts'

const root = join(import.meta.dirname, '../..')
const name = `passerelle-${productVersion}`
const folder = mkdtempSync(join(tmpdir(), 'passerelle-release-'))
const unpacked = join(folder, name)
const archive = join(folder, `${name}.tar.gz`)

beforeAll(async () => {
  build(process.execPath)
  // Packed twice as fast as with the level of a release, and a tenth larger.
  await pack(archive, name, releaseContent(root), 1)
  execFileSync('tar', ['-xf', archive, '-C', folder])
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a release archive has what runs, and no source and nothing that builds', () => {
  expect(readdirSync(folder).sort()).toEqual([name, `${name}.tar.gz`])
  const top = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'LICENSES-OF-PACKAGES.txt', 'README.md', 'SECURITY.md']
  expect(readdirSync(unpacked).sort()).toEqual([
    ...top,
    'bench',
    'deploy',
    'dist',
    'docs',
    'migrations',
    'package.json',
    'src',
    'tools',
  ])
  expect(existsSync(join(unpacked, 'dist/web/index.specified-fr.html'))).toBe(true)
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.filter(({ name: file }) => /\.tsx?$/.test(file))).toEqual([])
  const bytes = files.reduce((sum, { parentPath, name: file }) => sum + statSync(join(parentPath, file)).size, 0)
  process.stdout.write(
    `${files.length} files, ${Math.round(bytes / 1e6)} MB, packed ${Math.round(statSync(archive).size / 1e6)} MB\n`,
  )
  expect(files.length).toBeLessThan(5800)
  expect(bytes).toBeLessThan(80e6)
  expect(statSync(archive).size).toBeLessThan(35e6)
  const { version, scripts, engines } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'))
  expect({ version, start: scripts.start, engines }).toEqual({
    version: productVersion,
    start: 'node tools/run-built.mjs main',
    engines: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines,
  })
  const licences = readFileSync(join(unpacked, 'LICENSES-OF-PACKAGES.txt'), 'utf8')
  for (const each of ['fastify 5', 'pdfmake 0', '@electric-sql/pglite 0', 'react 19']) expect(licences).toContain(each)
})

test('every page, picture and file that a page of the archive links to is in the archive', () => {
  const pages = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !path.includes('node_modules'),
  )
  const links = pages.flatMap((path) =>
    [...readFileSync(join(unpacked, path), 'utf8').matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)].map(([, link = '']) => ({
      path,
      link,
    })),
  )
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ path, link }) => !existsSync(join(unpacked, dirname(path), link)))).toEqual([])
})

test('a wrong command is told in a sentence', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(unpacked, 'tools/run-built.mjs'), 'nonsense'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^There is no program "nonsense": main starts the portal, .*\.\n$/)])
})

test('an unpacked archive starts, signs an administrator up, and seals an uploaded PDF', async () => {
  const portal = new PortalProcess({ LOG_LEVEL: 'warn' }, ['main'], undefined, join(unpacked, 'tools/run-built.mjs'))
  portal.flags = []
  try {
    await portal.start()
    const token = (link: string) => new URL(link).searchParams.get('token') ?? ''
    const admin = new HttpClient(portal.url)
    expect(await (await admin.send('GET', '/')).text()).toContain('<div id="root">')
    const setup = { token: token(await portal.setupLink()), fullName: 'Alice Martin', email: 'admin@acme.example', password }
    await admin.call(authRoutes.setUp, { body: setup })
    // The operator's commands come with the archive, and reach the portal that runs.
    const commanded = { cwd: unpacked, encoding: 'utf8', env: { ...process.env, DATA_DIR: portal.dataDir } } as const
    const users = execFileSync('npm', ['run', '--silent', 'portal', '--', 'users'], commanded)
    expect(users).toMatch(/^admin@acme\.example +Alice Martin +administrator +active/m)
    const invited = { email: 'marie@exemple.fr', fullName: 'Marie Dupré', role: 'partner' as const }
    const { id: partnerId } = await admin.call(partnerRoutes.invite, { body: invited })
    const octets = { 'content-type': 'application/octet-stream' }
    const upload = await admin.send(
      'POST',
      '/api/uploads?purpose=contract&name=contrat.pdf',
      new Uint8Array(pdf('Contrat 2026')),
      octets,
    )
    const uploaded = (await upload.json()) as Upload
    expect([upload.status, uploaded]).toMatchObject([201, { id: expect.any(String) }])
    const document = { kind: 'file' as const, uploadId: uploaded.id }
    const main = { partnerId, title: 'Contrat 2026', contractType: 'main' as const, document }
    const { id } = await admin.call(contractRoutes.assignContract, { body: main })

    const marie = new HttpClient(portal.url)
    const invitation = token(await portal.linkMailedTo(invited.email, 'invitation'))
    await marie.call(authRoutes.acceptInvitation, { body: { token: invitation, fullName: invited.fullName, password } })
    const sheet = await marie.call(signingRoutes.openSigning, { params: { id } })
    await marie.send('GET', sheet.pdfUrl ?? '')
    await marie.call(signingRoutes.sendSigningCode, { params: { id } })
    const code = () => portal.mails().flatMap((mail) => /signing_code[\s\S]*?\n\s*(\d{6})\s*\r?\n/.exec(mail)?.[1] ?? [])[0]
    await until(
      async () => code() !== undefined,
      () => 'code',
    )
    const agreed = { consent: true as const, consentVersion: sheet.consent.version, documentSha256: sheet.documentSha256 }
    const signed = await marie.call(signingRoutes.signContract, {
      params: { id },
      body: { code: code() ?? '', name: invited.fullName, ...agreed },
    })
    const sealed = await marie.send('GET', signed.document?.url ?? '')
    expect(Buffer.from(await sealed.arrayBuffer()).toString('latin1')).toContain('/ETSI.CAdES.detached')
    expect(await (await fetch(`${portal.url}/health`)).json()).toMatchObject({ ok: true, signing: { ok: true } })
    expect(await portal.stop()).toBe(0)
    expect(portal.output).not.toMatch(/"level":(50|60)/)
  } finally {
    await portal.remove()
  }
}, 180_000)
