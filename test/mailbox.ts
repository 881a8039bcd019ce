import type { Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from './postgres.ts'

/** A decoded mail: line breaks and encodings resolved, special spaces normalized. */
export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Subject, text and HTML with the spaces that they were sent with. */
  readonly asSent: string
  readonly headers: ReadonlyMap<string, string>
  readonly attachments: readonly { readonly filename: string; readonly content: Buffer }[]
}

type Reply = readonly [code: number, text: string]

/** How the mail server fails: an error reply at a step, a closed connection, or no reply. */
export interface Behaviour {
  readonly from?: Reply
  readonly rcpt?: Reply
  readonly rcptOf?: (address: string) => Reply | null
  readonly data?: Reply
  readonly drop?: boolean
  readonly hang?: (address: string) => boolean
}

const reply = ([responseCode, text]: Reply) => Object.assign(new Error(text), { responseCode })

/** An SMTP server that accepts everything until told otherwise. */
export class Mailbox {
  readonly mails: ReceivedMail[] = []
  readonly url: string
  readonly #server: SMTPServer
  /** Selects the mails that are refused. */
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
    // A client that is killed resets its connection.
    this.#server.on('error', () => undefined)
  }

  static async open(): Promise<Mailbox> {
    const port = await freePort()
    const mailbox = new Mailbox(port)
    await new Promise<void>((resolve) => mailbox.#server.listen(port, '127.0.0.1', resolve))
    return mailbox
  }

  /** Sets the behaviour; without argument it accepts everything again, including hanging mails. */
  behave(behaviour: Behaviour = {}): void {
    this.#behaviour = behaviour
    for (const go of this.#waiting.splice(0)) go()
  }

  /** Mails waiting for a reply. */
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

/** Replaces the non-breaking spaces of French numbers. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

/** A mail as it was sent, or as it is kept in a file. */
export async function parsed(raw: Buffer, to: string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  return {
    to,
    subject: plain(mail.subject ?? ''),
    text: plain(mail.text ?? ''),
    html: plain(mail.html ?? ''),
    asSent: [mail.subject, mail.text, mail.html].join('\n'),
    headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
    attachments: mail.attachments.map(({ filename, content }) => ({
      filename: filename ?? '',
      content: Buffer.from(content as ArrayBuffer),
    })),
  }
}
