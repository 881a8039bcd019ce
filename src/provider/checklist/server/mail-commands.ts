import type { Settings } from '#access/api/identity.ts'
import { staff } from '#access/domain/audience.ts'
import { currentReading, readingIn } from '#platform/domain/languages.ts'
import { escapeHtml } from '#platform/server/escape-html.ts'
import { newId } from '#platform/server/ids.ts'
import { senderOf } from '#platform/server/mail/deliver.ts'
import type { Portal } from '#platform/server/portal.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { noMailServer } from '../domain.ts'
import { m } from '../messages/messages.ts'

interface Addressee {
  readonly name: string
  readonly address: string
}

/**
 * Sends a test mail past the queue, so that the answer says what the mail server said. Null once it took the mail;
 * otherwise the reason, as `mailErrorText` says it.
 */
export async function sendTestMail(
  { config, mailer }: Pick<Portal, 'config' | 'mailer'>,
  to: Addressee,
  settings: Settings,
): Promise<string | null> {
  if (config.smtpUrl === null) return noMailServer
  const { providerName } = settings
  // It is read as every mail is, and not as the page that asks for it.
  const { subject, text } = readAs(readingIn(currentReading().language, 'fr'), () => ({
    subject: m.testMailSubject({ providerName }),
    text: m.testMailText({ providerName }),
  }))
  return mailer
    .send({
      messageId: `<${newId()}@${new URL(config.publicUrl).hostname}>`,
      from: senderOf(config, settings),
      to,
      subject,
      text,
      html: `<p>${escapeHtml(text)}</p>`,
      headers: {},
      attachments: [],
    })
    .then(() => null)
    .catch((reason: unknown) => (reason instanceof Error ? reason.message : String(reason)))
}

/** Keeps what came of a test mail, for the staff's check-list. */
export async function noteTestMail({ tx, now, recordEvent }: TransactionContext, error: string | null): Promise<void> {
  await tx.updateTable('setup_checklist').set({ mail_tested_at: now, mail_error: error }).execute()
  await recordEvent({
    name: 'setup.changed',
    subjectId: null,
    audience: staff,
    after: { what: 'mail_tested', error },
  })
}
