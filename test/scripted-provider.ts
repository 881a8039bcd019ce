import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Record<string, unknown>

interface Person extends Claims {
  readonly sub: string
}

interface Issued {
  readonly parameters: URLSearchParams
  readonly person: Person
}

/** What a provider does otherwise than it should. */
export interface Script {
  /** The claims of the ID token, from those that it should have. */
  readonly claims?: (claims: Claims) => Claims
  readonly header?: Claims
  /** The compact token, from the one that it should be. */
  readonly token?: (token: string) => string
  readonly userInfo?: (claims: Claims) => Claims
  readonly description?: Claims
  /** Answers a request in place of the provider; false: it does not. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The query that the browser is sent back with. */
  readonly query?: (query: URLSearchParams) => void
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

class SigningKey {
  readonly kid = randomUUID()
  readonly #pair = generateKeyPairSync('rsa', { modulusLength: 2048 })

  get jwk(): Claims {
    return { ...this.#pair.publicKey.export({ format: 'jwk' }), kid: this.kid, alg: 'RS256', use: 'sig' }
  }

  get privateKey(): KeyObject {
    return this.#pair.privateKey
  }
}

/** A provider of OpenID Connect with keys of its own, over HTTP, which does what its script says. */
export class ScriptedProvider {
  script: Script = {}
  /** What the portal has asked for, one line a request. */
  readonly requests: string[] = []
  readonly clientId = 'portal'
  readonly clientSecret = 'geheim+mit/Zeichen:'
  #key = new SigningKey()
  #published = [this.#key]
  readonly #codes = new Map<string, Issued>()
  readonly #tokens = new Map<string, Person>()
  #port = 0
  readonly #server = createServer((request, response) => {
    this.requests.push(`${request.method} ${request.url}`)
    if (!this.script.answer?.(request, response)) void this.#answer(request, response)
  })
  #now = () => new Date()

  static async open(host = '127.0.0.1', port = 0): Promise<ScriptedProvider> {
    const provider = new ScriptedProvider()
    await new Promise<void>((resolve) => provider.#server.listen(port, host, resolve))
    provider.#port = (provider.#server.address() as AddressInfo).port
    return provider
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Has the provider's clock follow another one. */
  follow(now: () => Date): void {
    this.#now = now
  }

  get port(): number {
    return this.#port
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Signs with another key from now on, which takes the place of the one before in what is published. */
  rotateKeys(): void {
    this.#key = new SigningKey()
    this.#published = [this.#key]
  }

  /** Signs with a key that the provider does not publish. */
  swapKey(): void {
    this.#key = new SigningKey()
  }

  /** What a browser brings back that was sent to this address, and in which this person signs in. */
  signIn(address: string, person: Person): string {
    const { searchParams: parameters } = new URL(address)
    const code = randomUUID()
    this.#codes.set(code, { parameters, person })
    const query = new URLSearchParams({ code, state: parameters.get('state') ?? '', iss: this.issuer })
    this.script.query?.(query)
    return query.toString()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.issuer)
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const body = new URLSearchParams(Buffer.concat(parts).toString())
    const answers: Record<string, () => [number, unknown]> = {
      '/.well-known/openid-configuration': () => [200, this.#description()],
      '/keys': () => [200, { keys: this.#published.map(({ jwk }) => jwk) }],
      '/token': () => this.#tokenAnswer(request.headers.authorization ?? '', body),
      '/userinfo': () => this.#userInfo(request.headers.authorization ?? ''),
    }
    const [status, answer] = answers[pathname]?.() ?? [404, { error: 'not_found' }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  #description(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      ...this.script.description,
    }
  }

  #tokenAnswer(authorization: string, body: URLSearchParams): [number, unknown] {
    const credentials = [this.clientId, this.clientSecret].map(encodeURIComponent).join(':')
    if (authorization !== `Basic ${Buffer.from(credentials).toString('base64')}`) return [401, { error: 'invalid_client' }]
    const issued = this.#codes.get(body.get('code') ?? '')
    this.#codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const { parameters, person } = issued ?? {}
    const fits =
      parameters?.get('code_challenge') === challenge &&
      parameters.get('code_challenge_method') === 'S256' &&
      parameters.get('redirect_uri') === body.get('redirect_uri')
    if (!parameters || !person || !fits) return [400, { error: 'invalid_grant' }]
    const token = randomUUID()
    this.#tokens.set(token, person)
    return [200, { access_token: token, token_type: 'Bearer', expires_in: 300, id_token: this.#idToken(parameters, person) }]
  }

  #idToken(parameters: URLSearchParams, person: Person): string {
    const now = Math.floor(this.#now().getTime() / 1000)
    const claims = {
      iss: this.issuer,
      aud: this.clientId,
      nonce: parameters.get('nonce'),
      iat: now,
      exp: now + 300,
      ...person,
    }
    const header = { alg: 'RS256', typ: 'JWT', kid: this.#key.kid, ...this.script.header }
    const text = `${base64url(header)}.${base64url(this.script.claims?.(claims) ?? claims)}`
    const token = `${text}.${sign('sha256', Buffer.from(text), this.#key.privateKey).toString('base64url')}`
    return this.script.token?.(token) ?? token
  }

  #userInfo(authorization: string): [number, unknown] {
    const person = this.#tokens.get(authorization.replace(/^Bearer /, ''))
    if (!person) return [401, { error: 'invalid_token' }]
    return [200, this.script.userInfo?.({ ...person }) ?? person]
  }
}
