import { createHash } from 'node:crypto'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'

/** Milliseconds to connect, and without a byte from the other side; attempts at what can be repeated. */
export interface S3Limits {
  readonly connectMs: number
  readonly silentMs: number
  readonly maxAttempts: number
}

export interface S3Account {
  /** The address of the bucket, such as `https://s3.eu-west-3.amazonaws.com/documents`. */
  readonly place: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly key: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** An answer of the store other than success. `code` is S3's own, such as `NoSuchKey`. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string | undefined
  constructor(status: number, code: string | undefined, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const backOffMs = 50

interface Signed {
  readonly url: URL
  readonly headers: Record<string, string>
}

/** The three requests that a store of files needs, signed with Signature Version 4. Names of buckets stand in the path. */
export class S3Client {
  readonly #account: S3Account
  readonly #limits: S3Limits
  readonly #isHttps: boolean
  readonly #agent: HttpAgent

  constructor(account: S3Account, limits: S3Limits) {
    this.#account = account
    this.#limits = limits
    this.#isHttps = account.place.startsWith('https:')
    this.#agent = new (this.#isHttps ? HttpsAgent : HttpAgent)({ keepAlive: true })
  }

  /** Repeats what failed for a reason that may pass. Resolves with the answer's body, to be read or destroyed. */
  async send(request: S3Request): Promise<IncomingMessage> {
    const { silentMs, maxAttempts } = this.#limits
    const started = performance.now()
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await this.#attempt(request)
      } catch (error) {
        // A store that is silent once is not waited for again.
        const isLate = performance.now() - started >= silentMs
        if (attempts >= maxAttempts || isLate || !mayPass(error)) throw error
        await pause(backOffMs * 2 ** attempts * Math.random())
      }
    }
  }

  /** Puts a stream of known length. `sha256` (hexadecimal) is signed: the store refuses other bytes. */
  async upload(key: string, content: Readable, facts: { readonly size: number; readonly sha256: string }): Promise<void> {
    const signed = await this.#sign('PUT', key, facts.sha256, { 'content-length': String(facts.size) })
    // It gets a new connection: a stream cannot be sent again if the store has just closed a reused one.
    const { request, answer } = this.#open('PUT', signed, false)
    // Whichever fails ends the other one with its error: what fails first says whose it is.
    let broken: BrokenContent | null = null
    content.once('error', (cause) => {
      if (!request.destroyed) broken = new BrokenContent(cause)
    })
    const transfer = pipeline(content, request)
    try {
      // A store that refuses may answer before it has read everything.
      const first = await Promise.race([answer, transfer.then(() => answer)])
      ;(await successful(first)).resume()
      await transfer
    } catch (error) {
      request.destroy()
      await transfer.catch(() => undefined)
      throw broken ?? error
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  async #attempt({ method, key, headers = {}, body = '' }: S3Request): Promise<IncomingMessage> {
    const sha256 = createHash('sha256').update(body).digest('hex')
    const { request, answer } = this.#open(method, await this.#sign(method, key, sha256, headers), this.#agent)
    request.end(body)
    return successful(await answer)
  }

  async #sign(method: string, key: string, sha256: string, extra: Record<string, string>): Promise<Signed> {
    const { place, region, accessKeyId, secretAccessKey } = this.#account
    const headers = { ...extra, 'x-amz-content-sha256': sha256 }
    const url = `${place}/${key}`
    const signer = new AwsV4Signer({ method, url, headers, service: 's3', region, accessKeyId, secretAccessKey })
    return { url: signer.url, headers: Object.fromEntries((await signer.sign()).headers) }
  }

  /** Begins a request, which fails when the store does not connect or falls silent. */
  #open(method: string, { url, headers }: Signed, agent: HttpAgent | false) {
    const { connectMs, silentMs } = this.#limits
    const request = (this.#isHttps ? httpsRequest : httpRequest)(url, { method, headers, agent })
    const giveUp = (what: string) => request.destroy(Object.assign(new Error(what), { code: 'ETIMEDOUT' }))
    const connected = this.#isHttps ? 'secureConnect' : 'connect'
    request.on('socket', (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(() => giveUp('no connection in time'), connectMs)
      socket.once(connected, () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    })
    let response: IncomingMessage | null = null
    const answer = new Promise<IncomingMessage>((resolve, reject) => request.once('response', resolve).once('error', reject))
    request.once('response', (message) => {
      response = message
    })
    request.setTimeout(silentMs).on('timeout', () => {
      // Bytes that nobody has taken: whoever reads is slow, not the store.
      if (response && response.readableLength > 0) request.socket?.setTimeout(silentMs)
      else giveUp('no answer in time')
    })
    return { request, answer }
  }
}

/** What was to be stored broke off by itself, for its cause. */
export class BrokenContent extends Error {
  declare readonly cause: Error

  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

/** Whether the same request may succeed later: no answer, or one of an overloaded or broken store. */
export function mayPass(error: unknown): boolean {
  if (error instanceof BrokenContent) return false
  return !(error instanceof S3Error) || error.status >= 500 || error.status === 429
}

async function successful(response: IncomingMessage): Promise<IncomingMessage> {
  const status = response.statusCode ?? 0
  if (status >= 200 && status < 300) return response
  const body = await text(response)
  const tag = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(body)?.[1]
  throw new S3Error(status, tag('Code'), tag('Message') ?? `the file store answered ${status}`)
}
