import type { Settings } from '#api/settings.ts'
import { noMailServer } from '#domain/setup-checklist.ts'
import type { OwnCall } from '../http/bind.ts'
import { countAttempt } from '../http/rate-limits.ts'
import { newId } from '../ids.ts'
import { senderOf } from '../mail/deliver.ts'
import { currentSettings } from '../settings/queries.ts'
import { personOf, withTransaction } from '../transaction.ts'

const limit = { most: 10, windowSeconds: 900, words: 'Please wait before you send another test mail.' }

/** Sends a mail to the caller past the queue, so that the answer says what the mail server said; keeps it. */
export async function testMail({ portal, actor, request }: OwnCall): Promise<{ sentTo: string; error: string | null }> {
  const { userId } = personOf({ actor })
  await countAttempt(portal, [{ key: `test mail ${userId}`, ...limit }])
  const { settings, person } = await portal.database.asActor(actor, async (tx) => ({
    settings: await currentSettings(tx),
    person: await tx
      .selectFrom('profiles')
      .select(['full_name', 'email'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  }))
  const error = portal.config.smtpUrl === null ? noMailServer : await sendTo(portal, person, settings)
  await withTransaction(
    portal,
    actor,
    async ({ tx, now, recordEvent }) => {
      await tx.updateTable('setup_checklist').set({ mail_tested_at: now, mail_error: error }).execute()
      await recordEvent({
        name: 'setup.changed',
        subjectId: null,
        audience: { kind: 'staff' },
        after: { what: 'mail_tested', error },
      })
    },
    { requestId: request.id },
  )
  return { sentTo: person.email, error }
}

/** Null once the mail server took the mail; otherwise what it said. */
async function sendTo(
  portal: OwnCall['portal'],
  person: { readonly full_name: string; readonly email: string },
  settings: Settings,
): Promise<string | null> {
  const text = `Ce message d’essai vient de ${settings.providerName}. S’il arrive, invitations et codes arrivent aussi.`
  return portal.mailer
    .send({
      messageId: `<${newId()}@${new URL(portal.config.publicUrl).hostname}>`,
      from: senderOf(portal.config, settings),
      to: { name: person.full_name, address: person.email },
      subject: `Message d’essai de ${settings.providerName}`,
      text,
      html: `<p>${escaped(text)}</p>`,
      headers: {},
      attachments: [],
    })
    .then(() => null)
    .catch((reason: unknown) => (reason instanceof Error ? reason.message : String(reason)))
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
