import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How it answers. */
export type Mood = 'works' | 'fails' | 'refuses' | 'repeats' | 'forges' | 'is silent'

/** A time-stamp authority (RFC 3161) that openssl plays, with a certificate of its own in `tsa.crt`. */
export class TimeStampAuthority {
  /** Where its files are, and the working directory of `verifies`. */
  readonly folder = mkdtempSync(join(tmpdir(), 'passerelle-tsa-'))
  readonly #server: Server
  mood: Mood = 'works'
  requests = 0
  #kept: Buffer | null = null

  private constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part) => parts.push(part))
      request.on('end', () => {
        this.requests += 1
        if (this.mood === 'is silent') return
        if (this.mood === 'fails') return response.writeHead(503).end()
        response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(this.#reply(Buffer.concat(parts)))
      })
    })
  }

  static async open(): Promise<TimeStampAuthority> {
    const authority = new TimeStampAuthority()
    const { folder } = authority
    writeFileSync(join(folder, 'tsa.cnf'), settings)
    writeFileSync(join(folder, 'serial'), '01\n')
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'tsa.key', '-out', 'tsa.crt', '-days', '30']
    const use = ['-addext', 'extendedKeyUsage=critical,timeStamping', '-addext', 'keyUsage=critical,digitalSignature']
    execFileSync('openssl', [...request, '-subj', '/CN=TSA', ...use], { cwd: folder, stdio: 'pipe' })
    await new Promise<void>((resolve) => authority.#server.listen(0, '127.0.0.1', resolve))
    return authority
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/tsa`
  }

  #reply(query: Buffer): Buffer {
    const reply = this.mood === 'refuses' ? Buffer.from('300530030201 02'.replaceAll(' ', ''), 'hex') : this.#answer(query)
    if (this.mood === 'forges') reply[reply.length - 20] = (reply[reply.length - 20] ?? 0) ^ 1
    if (this.mood === 'works') this.#kept = reply
    if (this.mood !== 'repeats') return reply
    if (!this.#kept) throw new Error('an authority that repeats has to work before')
    return this.#kept
  }

  #answer(query: Buffer): Buffer {
    writeFileSync(join(this.folder, 'query.tsq'), query)
    const options = ['-queryfile', 'query.tsq', '-config', 'tsa.cnf', '-section', 'tsa', '-out', 'reply.tsr']
    execFileSync('openssl', ['ts', '-reply', ...options], { cwd: this.folder, stdio: 'pipe' })
    return readFileSync(join(this.folder, 'reply.tsr'))
  }

  /** What `openssl ts -verify` says of the files that the options name, in `folder`. */
  verifies(...options: string[]): { readonly ok: boolean; readonly output: string } {
    const { status, stdout, stderr } = spawnSync('openssl', ['ts', '-verify', ...options, '-CAfile', 'tsa.crt'], {
      cwd: this.folder,
      encoding: 'utf8',
    })
    return { ok: status === 0, output: stdout + stderr }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const settings = `
[tsa]
serial = serial
signer_cert = tsa.crt
signer_key = tsa.key
certs = tsa.crt
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`
