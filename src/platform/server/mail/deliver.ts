import type { Settings } from '#access/api/identity.ts'
import { system } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { companyOf } from '#access/server/companies.ts'
import { isOptionalMail } from '#communication/notifications/domain/notifications.ts'
import { currentReading, inLanguageOf, type Reading } from '#platform/domain/languages.ts'
import { fileName, oneLine } from '#platform/domain/typed-text.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { m } from '#platform/messages/messages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { fileKey } from '#platform/server/files/store.ts'
import { measure, secondsSince } from '#platform/server/metrics/measurements.ts'
import type { Portal } from '#platform/server/portal.ts'
import { receiverReading } from '#platform/server/reading/person-reading.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { type Choice, type LinkFreeMail, type MailContent, renderHtml, renderText, unsubscribeChoice } from './mail-content.ts'
import { type Mail, MailRefused } from './mailer.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

/** Mail servers may return long responses; only the beginning is stored. */
const maxReasonLength = 500

/** The mails of an event as things are now; a handler may leave out those to others than `only`. */
type MailsFor = (
  tx: Tx,
  portal: Pick<Portal, 'config' | 'clock'>,
  eventId: string,
  only: string | null,
) => Promise<{ readonly settings: Settings; readonly mails: readonly LinkFreeMail[] }>

/**
 * Sends one mail. Safe to repeat: a mail sent right before a crash is sent again with the same Message-ID. Permanent failures
 * are recorded; temporary ones throw, so that the queue retries.
 */
export async function deliver(portal: Portal, mailId: string, mailsFor: MailsFor): Promise<void> {
  await readAs(await readingOf(portal, mailId), () => send(portal, mailId, mailsFor))
}

async function send(portal: Portal, mailId: string, mailsFor: MailsFor): Promise<void> {
  const prepared = await begin(portal, mailId, mailsFor)
  if (!prepared) return
  const { content, settings, messageId } = prepared
  let response: string
  const start = performance.now()
  try {
    const attachments = await attached(portal, content)
    const mail = inLanguageOf(content.reading ?? currentReading(), () => asMail(portal, content, settings))
    response = await portal.mailer.send({ ...mail, messageId, attachments })
  } catch (error) {
    measure('mail', () => ({ outcome: error instanceof MailRefused ? 'refused' : 'failed', seconds: secondsSince(start) }))
    const reason = reasonOf(error as Error & { response?: unknown })
    await note(portal, mailId, { last_error: reason })
    if (!(error instanceof MailRefused)) throw error
    return giveUp(portal, mailId)
  }
  measure('mail', () => ({ outcome: 'sent', seconds: secondsSince(start) }))
  await note(portal, mailId, { sent_at: portal.clock.now(), response: response.slice(0, maxReasonLength), last_error: null })
}

/** How the receiver of a mail reads. */
async function readingOf({ database }: Portal, mailId: string): Promise<Reading> {
  return database.asActor(system, async (tx) => {
    const mail = await tx.selectFrom('mails').select('user_id').where('id', '=', mailId).executeTakeFirst()
    return receiverReading(tx, mail?.user_id ?? null)
  })
}

/** The mail server's response, if there is one. */
function reasonOf({ response, message }: Error & { response?: unknown }): string {
  return (typeof response === 'string' ? response : message).slice(0, maxReasonLength)
}

/** Loads the mail and counts the attempt up front; null if it is no longer to be sent. */
function begin(portal: Portal, mailId: string, mailsFor: MailsFor) {
  return withTransaction(portal, system, async ({ tx, now }) => {
    const mail = await tx.selectFrom('mails').selectAll().where('id', '=', mailId).forUpdate().executeTakeFirst()
    if (!mail || mail.sent_at || mail.failed_at) return null
    const { mails, settings } = await mailsFor(tx, portal, mail.event_id, mail.user_id)
    const content = mails.find(({ kind, to }) => kind === mail.kind && to.address === mail.recipient)
    if (!content || !mail.message_id) {
      await tx.deleteFrom('mails').where('id', '=', mailId).execute()
      return null
    }
    await tx
      .updateTable('mails')
      .set({ attempts: mail.attempts + 1, last_tried_at: now, subject: content.subject })
      .where('id', '=', mailId)
      .execute()
    return { content, settings, messageId: mail.message_id }
  })
}

type Outcome = { sent_at: Date; response: string; last_error: null } | { last_error: string }

async function note(portal: Portal, mailId: string, outcome: Outcome): Promise<void> {
  await portal.database.asActor(system, (tx) => tx.updateTable('mails').set(outcome).where('id', '=', mailId).execute())
}

/** Records a permanent failure, which staff see in their list of failures. */
export async function giveUp(portal: Portal, mailId: string): Promise<void> {
  const mail = await withTransaction(portal, system, async ({ tx, now, recordEvent }) => {
    const job = await tx
      .updateTable('mails')
      .set({ failed_at: now, dismissed_at: null })
      .where('id', '=', mailId)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .returning(['kind', 'user_id', 'attempts'])
      .executeTakeFirst()
    if (!job) return null
    await recordEvent({
      name: 'mail.failed',
      subjectId: job.user_id,
      audience: staff,
      ...(job.user_id ? await companyOf(tx, job.user_id) : {}),
      after: { mailId, kind: job.kind },
    })
    return job
  })
  if (mail) portal.log.error({ mailId, kind: mail.kind, attempts: mail.attempts }, 'a mail was not delivered')
}

/** The address that mails come from: the configured one, else the provider's name and contact. */
export function senderOf(
  { mailFrom, publicUrl }: Pick<Portal['config'], 'mailFrom' | 'publicUrl'>,
  { providerName, contactEmail }: Pick<Settings, 'providerName' | 'contactEmail'>,
): string {
  return mailFrom ?? `${JSON.stringify(oneLine(providerName))} <${contactEmail || `no-reply@${new URL(publicUrl).hostname}`}>`
}

/** Renders the message. Optional mail carries an unsubscribe link in the text and in the headers (RFC 2369, RFC 8058). */
function asMail({ config }: Portal, content: LinkFreeMail, settings: Settings): Omit<Mail, 'attachments' | 'messageId'> {
  const { protocol } = new URL(config.publicUrl)
  const { choice, oneClick } = lessMail(config, content)
  // Automatic answers, such as notes of absence, are not sent to what a program sent (RFC 3834).
  const headers: Record<string, string> = { 'Auto-Submitted': 'auto-generated' }
  // RFC 8058 requires https for one-click unsubscribe.
  if (oneClick && protocol === 'https:') {
    headers['List-Unsubscribe'] = `<${oneClick}>`
    headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click'
  }
  const { name, address } = content.to
  return {
    from: senderOf(config, settings),
    to: { name, address },
    subject: typeset(content.subject),
    text: typeset(renderText(content, settings, choice)),
    html: typeset(renderHtml(content, settings, choice)),
    headers,
  }
}

/** How the recipient of a mail gets less of it: switches of an account, or none at all for somebody without one. */
function lessMail(
  config: Portal['config'],
  { kind, to, unsubscribe }: MailContent,
): { choice: Choice | null; oneClick: string | null } {
  if (unsubscribe) return { choice: unsubscribeChoice({ unsubscribe }), oneClick: unsubscribe.oneClick }
  if (to.userId === null || !isOptionalMail(kind)) return { choice: null, oneClick: null }
  const url = `${config.publicUrl}${pagePaths.home}?account=notifications`
  return {
    choice: { text: m.chooseMails(), url },
    oneClick: unsubscribeUrl(config, to.userId, kind),
  }
}

async function attached({ files }: Portal, { attachment }: MailContent): Promise<Mail['attachments']> {
  if (!attachment) return []
  const content = await files.read(fileKey({ purpose: attachment.purpose ?? 'sealed', id: attachment.fileId }))
  return [{ filename: fileName(attachment.name), contentType: 'application/pdf', content }]
}
