import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { payoutFileRoutes } from '#money/payout-files/api.ts'
import { webhookRoutes } from '#operations/webhooks/api/webhooks.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { pdf } from '../demo/pdf.ts'
import { databaseKinds } from './databases.ts'
import { PayoutApp, programmeForm } from './payout-app.ts'
import { PayoutFileApp } from './payout-file-app.ts'
import { findPostgres } from './postgres.ts'
import { decoded } from './running-portal.ts'
import { password, TestApp } from './test-app.ts'

/**
 * What a stolen dump, database files or log must not reveal. Exceptions, documented in docs/operating/stored-data.md:
 * - DATA_DIR/secret decrypts everything below, so a copy of the whole data directory must be guarded like it;
 * - without SMTP_URL mails are in DATA_DIR/mail, with their links and codes;
 * - the setup link of a portal without administrator is printed at start;
 * - the schema auth has passwords as scrypt hashes, and authenticator secrets and recovery codes encrypted.
 */
describe.each(databaseKinds('every'))('secrets at rest on %s', (databaseKind) => {
  let app: TestApp
  let log = ''
  const started = Date.now() - 1000
  const secrets = new Map<string, string>()
  const codes = new Map<string, string>()
  const iban = 'FR7630006000011234567890189'
  const company = 'Témoin Recherché SARL'

  beforeAll(async () => {
    const logStream = {
      write(line: string) {
        log += line
      },
    }
    app = await TestApp.open(databaseKind, { WEBHOOK_ALLOW_INTERNAL: '127.0.0.1' }, undefined, { logStream })
    await exerciseEveryFeature()
  })
  afterAll(() => app.close())

  const mails = () => {
    const folder = join(app.dataDir, 'mail')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => decoded(readFileSync(join(folder, name), 'utf8')))
  }
  /** Waits for a mail that matches. Returns the match. */
  async function mailed(pattern: RegExp): Promise<string> {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const token = mails().flatMap((mail) => pattern.exec(mail)?.[1] ?? [])[0]
      if (token) return token
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`no mail has ${pattern}`)
  }

  async function exerciseEveryFeature(): Promise<void> {
    const once = { 'idempotency-key': 'once' }
    const body = { email: 'marie@exemple.fr', fullName: 'Marie Dupont', role: 'partner' as const }
    const { id } = await app.admin.call(partnerRoutes.invite, { body }, once)
    const invitation = await mailed(/invitation\?token=([\w.-]+)/)
    const marie = app.anonymous()
    await marie.call(authRoutes.acceptInvitation, { body: { token: invitation, fullName: 'Marie Dupont', password } })
    const file = { 'content-type': 'application/octet-stream' }
    const upload = await app.admin.send('POST', '/api/uploads?purpose=contract&name=contrat.pdf', pdf('Contrat'), file)
    const document = { kind: 'file' as const, uploadId: upload.json().id as string }
    const order = { partnerId: id, title: 'Contrat 2026', contractType: 'main' as const, document }
    const contract = await app.admin.call(contractRoutes.assignContract, { body: order }, { 'idempotency-key': 'twice' })
    await marie.call(signingRoutes.openSigning, { params: { id: contract.id } })
    const [hers] = (await marie.call(contractRoutes.listContracts, { query: {} })).items
    const herLink = new URL(hers?.document?.url ?? '', 'http://portal.test')
    expect((await marie.send('GET', `${herLink.pathname}${herLink.search}`)).statusCode).toBe(200)
    await marie.call(signingRoutes.sendSigningCode, { params: { id: contract.id } })
    codes.set('signing code', await mailed(/^(\d{6})\r?$/m))
    const validated = await app.admin.call(
      contractRoutes.validateContract,
      { params: { id: contract.id } },
      { 'idempotency-key': '3' },
    )
    const bank = { company, iban, address: '1 rue du Port', country: 'France' }
    for (let count = 0; count < 2; count += 1) await marie.call(paymentRoutes.savePaymentInfo, { body: bank }, once)
    expect((await marie.call(paymentRoutes.getPaymentInfo, {})).paymentInfo?.iban).toBe(iban)
    marie.userId = id
    const payouts = await PayoutApp.around(app)
    await payouts.bankDetails(marie, company)
    const files = new PayoutFileApp(payouts)
    await files.approved(marie, 1000)
    const { file: payoutFile, content } = await files.made()
    expect(content.text).toContain(iban)
    await app.admin.call(payoutFileRoutes.downloadPayoutFile, { params: { id: payoutFile.id }, body: { as: 'csv', password } })
    const { totpUri, recoveryCodes } = await marie.call(accountRoutes.startTwoFactor, { body: { password } })
    await app.anonymous().call(authRoutes.requestPasswordReset, { body: { email: 'marie@exemple.fr' } })
    const reset = await mailed(/reset\?token=([\w.-]+)/)
    await app.anonymous().try(authRoutes.signIn, { body: { email: 'marie@exemple.fr', password: 'un-faux-mot-de-passe' } })
    await app.anonymous().send('GET', `/api/contracts/${contract.id}/file?expires=1&signature=falsch`)

    const program = await app.newProgram(['leads:read'])
    expect((await program.send('GET', '/api/leads')).statusCode).toBe(200)
    expect(
      (await app.anonymous().send('GET', '/api/leads', undefined, { authorization: 'Bearer psr_abgetippt' })).statusCode,
    ).toBe(401)
    secrets.set('API key', program.secret).set('mistyped API key', 'psr_abgetippt')

    const endpoint = { url: 'https://127.0.0.1:1/hooks', events: ['lead.created' as const] }
    const { secret, id: webhookId } = await app.admin.call(webhookRoutes.createWebhook, { body: { ...endpoint, password } })
    const params = { id: webhookId }
    const { secret: newSecret } = await app.admin.call(webhookRoutes.rotateWebhookSecret, { params, body: { password } })
    await app.admin.call(webhookRoutes.testWebhook, { params })
    // Without their mark, which would hide the bytes that count.
    secrets.set('webhook secret', secret.replace('whsec_', '')).set('rotated secret', newSecret.replace('whsec_', ''))

    const fileUrl = new URL(validated.document?.url ?? '', 'http://portal.test')
    secrets.set('IBAN', iban).set('IBAN in groups', iban.replace(/(.{4})/g, '$1 ').trim())
    secrets.set('IBAN of the account that pays', programmeForm.iban)
    secrets.set('password', password).set('mistyped password', 'un-faux-mot-de-passe')
    secrets.set('invitation link', invitation).set('reset link', reset)
    secrets.set('authenticator secret', new URL(totpUri).searchParams.get('secret') ?? '')
    secrets.set('recovery code', recoveryCodes[0] ?? '')
    const cookie = decodeURIComponent(marie.cookie.split('=').slice(1).join('='))
    secrets.set('session token', cookie.split('.')[0] ?? '').set('session cookie', cookie)
    secrets.set('the partner’s link of a contract', herLink.searchParams.get('signature') ?? '')
    secrets.set('the staff’s link of a contract', fileUrl.searchParams.get('signature') ?? '')
    secrets.set('the portal’s secret', app.portal.config.secret)
    for (const [name, value] of secrets) if (value.length < 8) throw new Error(`there is no ${name} to look for`)
  }

  const leaksIn = (where: string | Buffer, what: ReadonlyMap<string, string>) =>
    [...what].filter(([, value]) => where.includes(value)).map(([name]) => name)

  test('a dump contains no IBAN, code, token, link or password', async () => {
    const dump = await everyRow()
    expect(dump).toContain(company)
    expect([leaksIn(dump, secrets), leaksIn(dump, codes)]).toEqual([[], []])
  })

  if (databaseKind === 'postgres')
    test('the output of pg_dump contains none either', async () => {
      const { url } = await place()
      const dump = execFileSync(join(findPostgres() ?? '', 'pg_dump'), ['--dbname', url], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      })
      expect(dump).toContain(company)
      expect([leaksIn(dump, secrets), leaksIn(dump, codes)]).toEqual([[], []])
    })

  // Six digits are too short to search for in binary files; the test above covers codes.
  test('the database’s files and its write-ahead log contain none either', async () => {
    await app.portal.database.asOwner((run) => run('select 1'))
    const files = filesIn((await place()).data).map((path) => ({ path, bytes: bytesOf(path) }))
    const where = files.flatMap(({ path, bytes }) => leaksIn(bytes, secrets).map((name) => `${name} in ${path}`))
    expect(where).toEqual([])
    expect(files.some(({ bytes }) => bytes.includes(company))).toBe(true)
  })

  test('the rest of the data directory has them in queued mails only, each file private to its owner', () => {
    const files = filesIn(app.dataDir).filter((path) => !/^(database|secret$)/.test(relative(app.dataDir, path)))
    const holders = files.filter((path) => leaksIn(decoded(readFileSync(path, 'latin1')), secrets).length > 0)
    expect(holders.length).toBeGreaterThan(0)
    expect(holders.filter((path) => !relative(app.dataDir, path).startsWith('mail'))).toEqual([])
    for (const path of [app.dataDir, ...files]) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
  })

  test('the log contains none at its most verbose level, nor personal data', () => {
    expect(log).toContain('a mail was written')
    expect(log).toContain('"msg":"request answered"')
    expect([leaksIn(log, secrets), leaksIn(log, codes)]).toEqual([[], []])
    // A firewall needs the address of who is refused, and the start names the database's server: nothing else names an address.
    const knownLines = /"msg":"sign-in refused from 127\.0\.0\.1: \w+"|"database":"PostgreSQL at 127\.0\.0\.1[:/]/
    const lines = log.split('\n').map((line) => line.replace(knownLines, ''))
    expect(lines.filter((line) => /@|127\.0\.0\.1/.test(line) || line.includes(company))).toEqual([])
  })

  /** Empty for a file of another test's database, which has gone meanwhile. */
  function bytesOf(path: string): Buffer {
    try {
      return readFileSync(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
      throw error
    }
  }

  /** All rows of all tables as text, as in a dump. */
  function everyRow(): Promise<string> {
    return app.portal.database.asOwner(async (run) => {
      const { rows: tables } = await run(`
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`)
      let dump = ''
      for (const { name } of tables) {
        const { rows } = await run(`select t::text as row from ${name} t`)
        dump += `${name}\n${rows.map(({ row }) => row).join('\n')}\n`
      }
      return dump
    })
  }

  /** The database's folder and a superuser's URL. */
  async function place(): Promise<{ data: string; url: string }> {
    const server = inject('postgres')
    if (databaseKind === 'pglite' || !server) return { data: join(app.dataDir, 'database'), url: '' }
    const client = new pg.Client({ connectionString: server.adminUrl })
    await client.connect()
    const { rows } = await client.query('show data_directory')
    await client.query('checkpoint')
    await client.end()
    const url = new URL(server.adminUrl)
    url.pathname = new URL(app.portal.config.databaseUrl ?? '').pathname
    return { data: rows[0].data_directory, url: url.href }
  }

  /** Files under a folder modified since the start of this test. */
  function filesIn(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesIn(path)
      return entry.isFile() && statSync(path).mtimeMs > started ? [path] : []
    })
  }
})
