import type { Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from './postgres.ts'

/** A mail as its reader sees it: soft line breaks and encodings undone, odd spaces of French figures made plain. */
export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: ReadonlyMap<string, string>
  readonly attachments: readonly { readonly filename: string; readonly content: Buffer }[]
}

type Reply = readonly [code: number, text: string]

/** How a mail server turns mail away: an answer at one of its steps, a line that is cut, or no answer at all. */
export interface Behaviour {
  readonly from?: Reply
  readonly rcpt?: Reply
  readonly rcptOf?: (address: string) => Reply | null
  readonly data?: Reply
  readonly drop?: boolean
  readonly hang?: (address: string) => boolean
}

const reply = ([responseCode, text]: Reply) => Object.assign(new Error(text), { responseCode })

/** A mail server that takes everything, until it is told to behave otherwise. */
export class Mailbox {
  readonly mails: ReceivedMail[] = []
  readonly url: string
  readonly #server: SMTPServer
  /** Which mail is turned away, by what it says. */
  refusing: ((mail: ReceivedMail) => boolean) | null = null
  #behaviour: Behaviour = {}
  #waiting: (() => void)[] = []

  private constructor(port: number) {
    this.url = `smtp://127.0.0.1:${port}`
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, _session, done) => done(this.#behaviour.from ? reply(this.#behaviour.from) : null),
      onRcptTo: ({ address }, _session, done) => {
        if (this.#behaviour.hang?.(address)) return void this.#waiting.push(() => done())
        const refusal = this.#behaviour.rcptOf?.(address) ?? this.#behaviour.rcpt
        done(refusal ? reply(refusal) : null)
      },
      onData: (stream, session, done) => {
        const { data, drop } = this.#behaviour
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          parsed(Buffer.concat(chunks), session.envelope.rcptTo[0]?.address ?? '').then((mail) => {
            if (drop) return this.#cutLines()
            if (data) return done(reply(data))
            if (this.refusing?.(mail)) return done(new Error('refused'))
            this.mails.push(mail)
            done()
          }, done)
        })
      },
    })
  }

  static async open(): Promise<Mailbox> {
    const port = await freePort()
    const mailbox = new Mailbox(port)
    await new Promise<void>((resolve) => mailbox.#server.listen(port, '127.0.0.1', resolve))
    return mailbox
  }

  /** Behaves so from now on; without words it takes everything again, what hangs included. */
  behave(behaviour: Behaviour = {}): void {
    this.#behaviour = behaviour
    for (const go of this.#waiting.splice(0)) go()
  }

  /** Mails that wait for an answer. */
  get hanging(): number {
    return this.#waiting.length
  }

  #cutLines(): void {
    for (const connection of this.#server.connections) (connection as unknown as { _socket: Socket })._socket.destroy()
  }

  to(address: string): ReceivedMail[] {
    return this.mails.filter((mail) => mail.to === address)
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

/** Odd spaces of French figures made plain. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

async function parsed(raw: Buffer, to: string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  return {
    to,
    subject: plain(mail.subject ?? ''),
    text: plain(mail.text ?? ''),
    html: plain(mail.html ?? ''),
    headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
    attachments: mail.attachments.map(({ filename, content }) => ({
      filename: filename ?? '',
      content: Buffer.from(content as ArrayBuffer),
    })),
  }
}
