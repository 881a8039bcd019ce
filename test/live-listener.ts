import type { Client } from './test-app.ts'

export interface LiveMessage {
  readonly id: string
  readonly name: string
  readonly subject: { readonly kind: string; readonly id: string } | null
  readonly from: string | null
  readonly to: string | null
  readonly partnerId: string | null
  readonly requestId: string | null
}

/** The live stream of one open tab: events received so far, and its end. */
export class LiveListener {
  readonly messages: LiveMessage[] = []
  /** Resolves with null when the portal closes the stream, with the error when it breaks or is aborted. */
  readonly over: Promise<unknown>
  readonly #control = new AbortController()

  private constructor(response: Response, control: AbortController) {
    this.#control = control
    this.over = this.#read(response).then(
      () => null,
      (error: unknown) => error,
    )
  }

  static async open(port: number, client: Pick<Client, 'cookie'>, lastEventId?: string): Promise<LiveListener> {
    const control = new AbortController()
    const headers = { cookie: client.cookie, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
    const response = await fetch(`http://127.0.0.1:${port}/api/live`, { headers, signal: control.signal })
    if (response.status !== 200) throw new Error(`no live stream: ${response.status}`)
    return new LiveListener(response, control)
  }

  /** Waits for an event by name and subject. */
  async message(name: string, subjectId?: string): Promise<LiveMessage> {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const match = this.messages.find((each) => each.name === name && (!subjectId || each.subject?.id === subjectId))
      if (match) return match
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`was not told of ${name}, but of ${this.messages.map((each) => each.name).join(', ')}`)
  }

  leave(): void {
    this.#control.abort()
  }

  async #read(response: Response): Promise<void> {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const end = text.lastIndexOf('\n\n') + 2
      for (const [, id = '', data = ''] of text.slice(0, end).matchAll(/id: (\S+)\ndata: (.*)\n\n/g)) {
        this.messages.push({ id, ...JSON.parse(data) })
      }
      text = text.slice(end)
    }
  }
}
