import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { databaseKinds } from './databases.ts'
import { TestApp } from './test-app.ts'

const root = dirname(import.meta.dirname)
const folder = join(root, '.cache/typed-client')
const compiler = join(root, 'node_modules/@typescript/native/bin/tsc')
const settings = {
  compilerOptions: {
    strict: true,
    target: 'ES2024',
    module: 'preserve',
    lib: ['ES2024', 'DOM'],
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['*.ts'],
}

describe.each(databaseKinds())('a client generated from the OpenAPI document, on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    copyFileSync(join(import.meta.dirname, 'typed-client/program.ts'), join(folder, 'program.ts'))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  test('types every path, body and response, and does not compile what the API does not offer', async () => {
    const document = (await app.anonymous().send('GET', '/api/openapi.json')).json()
    writeFileSync(join(folder, 'schema.d.ts'), astToString(await openapiTS(document)))
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
    expect([stdout, status]).toEqual(['', 0])
  })

  test('works against the running portal', async () => {
    const partner = await app.newPartner('marie@exemple.fr')
    const body = { name: 'Paul', company: 'Bernard', email: 'p@b.fr', estimatedAmountCents: 100, offerType: 'star' as const }
    await partner.call(leadRoutes.addLead, { body })
    await app.running.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.running.app.server.address() as AddressInfo
    const program = await import(fileURLToPath(new URL('typed-client/program.ts', import.meta.url)))
    const moved = await program.moveAll(`http://127.0.0.1:${port}`, partner.cookie, 'nouveau', 'premier_contact')
    expect(moved.map((lead: { company: string; status: string }) => [lead.company, lead.status])).toEqual([
      ['Bernard', 'premier_contact'],
    ])
  })
})
