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

/** A mail server that takes everything, or nothing while `refusing` says so. */
export class Mailbox {
  readonly mails: ReceivedMail[] = []
  readonly url: string
  readonly #server: SMTPServer
  /** Which mail is turned away, by what it says. */
  refusing: ((mail: ReceivedMail) => boolean) | null = null

  private constructor(port: number) {
    this.url = `smtp://127.0.0.1:${port}`
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          parsed(Buffer.concat(chunks), session.envelope.rcptTo[0]?.address ?? '').then((mail) => {
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
