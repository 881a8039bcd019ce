import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import nodemailer from 'nodemailer'
import type { Config } from '#platform/server/config.ts'

export interface Mail {
  /** Stays the same for every attempt, so that duplicates can be recognised. */
  readonly messageId: string
  readonly from: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly content: Readable }[]
}

/** Permanent rejection by the mail server; the message is its response. */
export class MailRefused extends Error {}

export interface Mailer {
  /**
   * Resolves with the server's response, or with the path if mail is written to files. Throws `MailRefused` for permanent
   * failures and other errors for temporary ones.
   */
  send(mail: Mail): Promise<string>
  health(): Promise<{ ok: boolean; detail?: string }>
  close(): void
}

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir'>

/** Sends by SMTP if configured, otherwise writes .eml files. */
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
 * A 5xx reply to the recipient or the message is permanent (RFC 5321, section 4.2.1). A 5xx reply to the greeting,
 * authentication or sender is a configuration error that may be corrected, so it is retried.
 */
function asRefused(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { command, response, responseCode, code } = error as Error & Record<string, unknown>
  const final = typeof responseCode === 'number' && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  // Without a reply of the server, it means that the address cannot be encoded in SMTP.
  const unsendable = code === 'EENVELOPE' && response === undefined
  return final || unsendable ? new MailRefused(String(response ?? error.message)) : error
}

/** The file of a mail that is written and not sent. */
export const mailFileName = (messageId: string) => `${messageId.replace(/[^\w.-]+/g, '_').replace(/^_|_$/g, '')}.eml`

function fileMailer(folder: string, log: FastifyBaseLogger): Mailer {
  log.info({ folder }, 'mail is written to files: set SMTP_URL to send it')
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ ...mail, attachments: [...mail.attachments] })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, mailFileName(mail.messageId))
      const file = await open(`${path}.new`, 'w', 0o600)
      try {
        await file.writeFile(message as Buffer)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
      log.debug({ path }, 'a mail was written')
      return `written to ${path}`
    },
    async health() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return { ok: true, detail: 'Mail is written to files: set SMTP_URL to send it.' }
    },
    close: () => transport.close(),
  }
}
