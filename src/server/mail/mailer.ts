import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'

export interface Mail {
  /** The same for every attempt, so that a receiver can tell a repetition. */
  readonly messageId: string
  readonly from: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly content: Readable }[]
}

/** The mail server will never take this mail, whenever it is sent; the message is its answer. */
export class MailRefused extends Error {}

export interface Mailer {
  /**
   * Resolves with the server's answer when it has taken the mail, or with the path when the file is on disk. Throws
   * `MailRefused` for what trying again cannot mend, anything else for what it may.
   */
  send(mail: Mail): Promise<string>
  health(): Promise<{ ok: boolean; detail?: string }>
  close(): void
}

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir'>

/** Over SMTP when it is set, else into files that any mail program opens. */
export function openMailer(config: MailConfig, log: FastifyBaseLogger): Mailer {
  return config.smtpUrl ? smtpMailer(config.smtpUrl) : fileMailer(join(config.dataDir, 'mail'), log)
}

function smtpMailer(url: string): Mailer {
  const transport = nodemailer.createTransport(url, undefined)
  Object.assign(transport.options, { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })
  return {
    async send(mail) {
      try {
        const { response } = await transport.sendMail({ ...mail, attachments: [...mail.attachments] })
        return response
      } catch (error) {
        throw asRefused(error)
      }
    },
    async health() {
      try {
        await transport.verify()
        return { ok: true }
      } catch (error) {
        return { ok: false, detail: `The mail server does not answer: ${(error as Error).message}` }
      }
    },
    close: () => transport.close(),
  }
}

/**
 * A 5xx to the recipient or to the message is final (RFC 5321, section 4.2.1). One to the greeting, the sign-in or the sender
 * is a fault of the settings, which somebody may mend: that mail is tried again.
 */
function asRefused(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { command, response, responseCode, code } = error as Error & Record<string, unknown>
  const final = typeof responseCode === 'number' && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  // No answer: the address cannot even be written in the protocol.
  const unsendable = code === 'EENVELOPE' && response === undefined
  return final || unsendable ? new MailRefused(String(response ?? error.message)) : error
}

function fileMailer(folder: string, log: FastifyBaseLogger): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ ...mail, attachments: [...mail.attachments] })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${mail.messageId.replace(/[^\w.-]+/g, '_').replace(/^_|_$/g, '')}.eml`)
      const file = await open(`${path}.new`, 'w', 0o600)
      try {
        await file.writeFile(message as Buffer)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
      log.info({ to: mail.to.address }, `mail written to ${path}`)
      return `written to ${path}`
    },
    async health() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return { ok: true, detail: 'Mail is written to files: set SMTP_URL to send it.' }
    },
    close: () => transport.close(),
  }
}
