import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answer = (response: ServerResponse, count: number) => void

/** What another system of the provider would be: an HTTP server that keeps what it gets and answers as a test wants. */
export class WebhookReceiver {
  readonly received: Received[] = []
  answer: Answer = (response) => response.end('merci')
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      this.received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() })
      this.answer(response, this.received.length)
    })
  })
  #port = 0

  static async open(host = '127.0.0.1'): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    await receiver.start(host)
    return receiver
  }

  get port(): number {
    return this.#port
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hooks`
  }

  /** Listens, at the port it had before if there was one. */
  async start(host = '127.0.0.1'): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, host, resolve))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The bodies of what it got, parsed. */
  get messages(): { type: string; data: Record<string, unknown> }[] {
    return this.received.map(({ body }) => JSON.parse(body))
  }
}
