import { SMTPServer } from 'smtp-server'
import { freePort } from './postgres.ts'

/** A mail as its reader sees it: soft line breaks and encodings undone, odd spaces of French figures made plain. */
export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: ReadonlyMap<string, string>
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
          const mail = parsed(Buffer.concat(chunks).toString('latin1'), session.envelope.rcptTo[0]?.address ?? '')
          if (this.refusing?.(mail)) return done(new Error('refused'))
          this.mails.push(mail)
          done()
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

function headersOf(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]))
}

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

/** RFC 2047: the words of a header in their encodings; blanks between two such words do not count. */
function words(header: string): string {
  const decoded = header
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word.replace(/_/g, ' ').replace(/=([0-9A-F]{2})/g, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
  return plain(Buffer.from(decoded, 'latin1').toString('utf8'))
}

function contentOf(part: string): [string, string] {
  const end = part.indexOf('\r\n\r\n')
  const headers = headersOf(part.slice(0, end))
  const body = part.slice(end + 4)
  const encoding = headers.get('content-transfer-encoding')
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(
          encoding === 'quoted-printable'
            ? body
                .replace(/=\r\n/g, '')
                .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
            : body,
          'latin1',
        )
  return [headers.get('content-type')?.split(';')[0] ?? '', plain(bytes.toString('utf8'))]
}

function parsed(raw: string, to: string): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n')
  const headers = headersOf(raw.slice(0, end))
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? 'none'
  const parts = new Map(
    raw
      .slice(end)
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => contentOf(part.replace(/^\r\n/, ''))),
  )
  const [text = '', html = ''] = [parts.get('text/plain'), parts.get('text/html')]
  return { to, subject: words(headers.get('subject') ?? ''), text, html, headers }
}
