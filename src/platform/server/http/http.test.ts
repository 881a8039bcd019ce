import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { copyEmbedded, databaseKinds } from '#test/databases.ts'
import { freePort } from '#test/postgres.ts'
import { builtPortal } from '#test/running-portal.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'

const lead = { name: 'Paul', company: 'Bernard', email: 'p@b.fr', estimatedAmountCents: 100, offerType: 'star' as const }

/** Polls until `look` returns a value. */
async function until<T>(look: () => T | undefined | false): Promise<T> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const result = look()
    if (result) return result
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('it did not happen in time')
}

describe.each(databaseKinds())('the server on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let smtp: SMTPServer
  const mails: string[] = []
  beforeAll(async () => {
    const port = await freePort()
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        stream.on('end', () => {
          mails.push(text)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
    app = await TestApp.open(databaseKind, { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Acme <partners@acme.example>' })
    marie = await app.newPartner('marie@exemple.fr')
  })
  afterAll(async () => {
    await app.close()
    await new Promise<void>((resolve) => smtp.close(resolve))
  })

  test('an invitation is mailed once over SMTP, in text and HTML, with a link', async () => {
    await app.admin.call(partnerRoutes.invite, { body: { email: 'poste@exemple.fr', fullName: 'Léa Poste', role: 'partner' } })
    const mail = await until(() => mails.find((each) => each.includes('To: =?UTF-8?') && each.includes('poste@exemple.fr')))
    expect(mail).toContain('From: Acme <partners@acme.example>')
    expect(mail).toContain('text/plain')
    expect(mail).toContain('text/html')
    expect(mail.replace(/=\r\n/g, '')).toContain('http://portal.test/invitation?token=3D')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(mails.filter((each) => each.includes('poste@exemple.fr'))).toHaveLength(1)
  })

  test('unknown fields, U+0000 and lone surrogates are refused with 422, and named', async () => {
    const unknown = await marie.send('POST', '/api/leads', { ...lead, status: 'signe' })
    expect([unknown.statusCode, unknown.json().fields]).toEqual([422, [{ path: 'status', message: 'Champ inconnu : status' }]])
    for (const [field, around] of [
      ['name', ''],
      ['notes', ''],
      ['email', ''],
      ['phone', ''],
      ['website', 'https://y.fr/'],
    ] as const) {
      for (const bad of ['a\u0000b', 'a\ud800b', '\udc00ab']) {
        const answer = await marie.send('POST', '/api/leads', { ...lead, [field]: `${around}${bad}` })
        expect([answer.statusCode, answer.json().code, field]).toEqual([422, 'invalid_input', field])
      }
    }
    const query = await marie.send('GET', '/api/leads?search=%00')
    expect(query.statusCode).toBe(422)
  })

  test('errors are problems (RFC 9457) with a stable code and a request id', async () => {
    const cases: [string, string, string | object | undefined, number, string][] = [
      ['GET', '/api/nowhere', undefined, 404, 'not_found'],
      ['GET', '/api/leads/not-an-id', undefined, 422, 'invalid_input'],
      ['POST', '/api/leads', '{"name":', 400, 'malformed_request'],
      ['POST', '/api/leads', undefined, 422, 'invalid_input'],
    ]
    for (const [method, url, payload, status, code] of cases) {
      const response = await marie.send(method, url, payload, payload ? { 'content-type': 'application/json' } : {})
      expect([url, response.statusCode, response.json().code]).toEqual([url, status, code])
      expect(response.headers['content-type']).toContain('application/problem+json')
      expect(response.json().requestId).toMatch(/^[0-9a-f-]{36}$/)
    }
    const xml = await marie.send('POST', '/api/leads', '<a/>', { 'content-type': 'application/xml' })
    expect(xml.statusCode).toBe(415)
  })

  test('a cross-site change is refused, whatever its cookie', async () => {
    const post = (headers: Record<string, string>) => marie.send('POST', '/api/leads', lead, headers)
    expect((await post({ origin: 'https://evil.example' })).json().code).toBe('cross_site_request')
    expect((await post({ 'sec-fetch-site': 'cross-site' })).json().code).toBe('cross_site_request')
    expect((await post({ 'sec-fetch-site': 'same-site', origin: 'http://other.portal.test' })).json().code).toBe(
      'cross_site_request',
    )
    expect((await post({ origin: 'http://portal.test', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(201)
  })

  test('a page at an address that PUBLIC_URL does not fit is told so, and the log says the setting', async () => {
    const refused = async (portal: TestApp, headers: Record<string, string>) => {
      const body = { email: 'marie@exemple.fr', password }
      const { statusCode, ...answer } = await portal.anonymous().send('POST', '/api/session', body, headers)
      return [statusCode, answer.json().code, answer.json().detail]
    }
    const elsewhere = { origin: 'https://partners.example.com', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }
    const open = expect.stringContaining('PUBLIC_URL=https://partners.example.com')
    expect(await refused(app, elsewhere)).toEqual([403, 'wrong_address', open])
    const { 'sec-fetch-site': _, ...older } = { ...elsewhere, host: 'partners.example.com' }
    expect(await refused(app, older)).toEqual([403, 'wrong_address', open])
    expect((await refused(app, { ...older, host: 'other.example.com' }))[1]).toBe('cross_site_request')
    const lines: string[] = []
    const secure = await TestApp.open(databaseKind, { PUBLIC_URL: elsewhere.origin }, undefined, {
      logStream: { write: (line) => lines.push(line) },
    })
    const byHttp = { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' }
    for (let turn = 0; turn < 2; turn += 1)
      expect(await refused(secure, byHttp)).toEqual([403, 'wrong_address', expect.stringContaining(elsewhere.origin)])
    expect((await refused(secure, { host: 'localhost:3000', origin: 'http://localhost:3000' }))[1]).toBe('invalid_credentials')
    expect((await refused(secure, { ...elsewhere }))[1]).toBe('invalid_credentials')
    expect(lines.filter((line) => line.includes('set it to the address in use') && line.includes(byHttp.origin))).toHaveLength(1)
    await secure.close()
  })

  test('pages have a strict CSP with a fresh nonce; API responses are never cached', async () => {
    const page = await app.anonymous().send('GET', '/auth')
    const policy = String(page.headers['content-security-policy'])
    const [, inPage = ''] = /<script>([\s\S]*?)<\/script>/.exec(page.body) ?? []
    expect(inPage).toContain('data-mantine-color-scheme')
    expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(inPage).digest('base64')}';`)
    expect(policy).not.toContain('unsafe-eval')
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(page.body).toContain(`content="${nonce}"`)
    expect((await app.anonymous().send('GET', '/auth')).body).not.toContain(String(nonce))
    expect(page.headers['x-frame-options']).toBe('DENY')
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    const data = (await marie.send('GET', '/api/me')).headers
    expect([data['cache-control'], data['x-content-type-options']]).toEqual(['no-store', 'nosniff'])
    expect(data['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
  })

  test('/health reports database, files, mail and the seal', async () => {
    const health = await app.anonymous().send('GET', '/health')
    expect([health.statusCode, health.json()]).toMatchObject([
      200,
      { ok: true, database: { ok: true }, files: { ok: true }, mail: { ok: true }, signing: { ok: true } },
    ])
  })

  test('the API serves its own documentation', async () => {
    const document = (await app.anonymous().send('GET', '/api/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/api/leads/{id}/move'].post.operationId).toBe('moveLead')
    expect((await app.anonymous().send('GET', '/api/docs')).body).toContain('POST /api/commissions/{id}/validate')
  })

  test('the live stream sends a partner their own events only, and resumes', async () => {
    const other = await app.newPartner('autre@exemple.fr', 'Jean Autre')
    const port = await freePort()
    await app.running.app.listen({ port, host: '127.0.0.1' })
    const listen = async (client: Client, lastEventId?: string) => {
      const control = new AbortController()
      const messages: { id: string; name: string }[] = []
      const headers = { cookie: client.cookie, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
      const response = await fetch(`http://127.0.0.1:${port}/api/live`, { headers, signal: control.signal })
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      const read = async () => {
        let text = ''
        for await (const chunk of response.body ?? []) {
          text += Buffer.from(chunk).toString()
          for (const [, id = '', data = ''] of text.matchAll(/id: (\S+)\ndata: (.*)\n\n/g)) {
            if (!messages.some((each) => each.id === id)) messages.push({ id, name: JSON.parse(data).name })
          }
        }
      }
      const over = read().catch((error) => error)
      return { messages, over, stop: () => control.abort() }
    }
    expect((await fetch(`http://127.0.0.1:${port}/api/live`)).status).toBe(401)
    const [hers, his] = [await listen(marie), await listen(other)]
    await marie.call(leadRoutes.addLead, { body: lead })
    const first = await until(() => hers.messages.find((each) => each.name === 'lead.created'))
    hers.stop()
    await marie.call(leadRoutes.addLead, { body: lead })
    const resumed = await listen(marie, first.id)
    await until(() =>
      resumed.messages.some(
        (each) => each.name === 'lead.created' && Number.parseInt(each.id, 10) > Number.parseInt(first.id, 10),
      ),
    )
    expect(his.messages.filter((each) => each.name.startsWith('lead.'))).toEqual([])
    await other.send('DELETE', '/api/session')
    expect(await his.over).toBeUndefined()
    resumed.stop()
  })
})

test('an occupied port is a message, not a stack', async () => {
  const server = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const portal = builtPortal({ PORT: String(port) })
  copyEmbedded(portal.dataDir)
  await expect(portal.start()).rejects.toThrow(/EADDRINUSE/)
  expect(portal.output).not.toMatch(/\n\s+at /)
  await portal.remove()
  server.close()
})
