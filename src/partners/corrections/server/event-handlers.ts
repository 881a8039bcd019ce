import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { readReceiver } from '#communication/notifications/server/queries.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailMoment } from '#platform/server/mail/mail-dates.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { m } from '../messages/messages.ts'

/** Mail of a corrected address: a link to the new one, and a notice to the old one, before and after. */
export const correctionEventHandlers: EventHandlers = {
  'email_change.requested': async (event, { tx, config, settings }) => {
    const change = await tx
      .selectFrom('email_changes')
      .select(['id', 'user_id', 'old_email', 'new_email'])
      .where('id', '=', event.after.changeId)
      .where('confirmed_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (!change) return []
    const to = await readReceiver(tx, change.user_id)
    const { providerName } = settings
    const mails: MailContent[] = [
      {
        kind: 'email_change',
        to: { ...to, address: change.new_email },
        subject: m.confirmSubject({ providerName }),
        paragraphs: [m.helloName({ name: to.name }), m.correctedText({ providerName, email: change.new_email })],
        button: {
          label: m.confirmAddress(),
          url: `${config.publicUrl}${visitorPaths.confirmEmail}?token=${linkToken(config, 'email-change', change.id)}`,
        },
        kept: [change.new_email],
        closing: m.linkNote(),
      },
      {
        kind: 'email_change_notice',
        to: { ...to, address: change.old_email },
        subject: m.willChangeSubject(),
        paragraphs: [m.helloName({ name: to.name }), m.willChangeText({ providerName, email: change.new_email })],
        kept: [change.new_email],
        closing: m.unexpectedNote({ contact: settings.contactEmail || providerName }),
      },
    ]
    return mails
  },
  'profile.email_changed': async (event, { tx, settings }) => {
    if (!event.subjectId) return []
    const to = await readReceiver(tx, event.subjectId)
    const { before, after, occurredAt } = event
    return [
      {
        kind: 'email_change_notice',
        to: { ...to, address: before.email },
        subject: m.changedSubject(),
        paragraphs: [
          m.helloName({ name: to.name }),
          m.changedText({
            providerName: settings.providerName,
            email: after.email,
            moment: mailMoment(occurredAt, settings.timeZone),
          }),
        ],
        kept: [after.email],
        closing: m.unwantedNote({ contact: settings.contactEmail || settings.providerName }),
      },
    ]
  },
}
