import { readReceiver } from '#communication/notifications/server/queries.ts'
import { visitorPaths } from '#platform/domain/visitor-paths.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { frenchMoment } from '#platform/server/mail/french-dates.ts'
import { linkToken } from '#platform/server/secrets/links.ts'

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
    const emails: Email[] = [
      {
        kind: 'email_change',
        to: { ...to, address: change.new_email },
        subject: `Confirmez votre adresse e-mail ${providerName}`,
        paragraphs: [
          `Bonjour ${to.name},`,
          `${providerName} a corrigé l’adresse e-mail de votre espace partenaires : ce sera ${change.new_email} dès que vous ` +
            'l’aurez confirmée. D’ici là, vous vous connectez avec l’ancienne.',
        ],
        button: {
          label: 'Confirmer cette adresse',
          url: `${config.publicUrl}${visitorPaths.confirmEmail}?token=${linkToken(config, 'email-change', change.id)}`,
        },
        kept: [change.new_email],
        closing:
          'Ce lien est valable 7 jours et ne fonctionne qu’une fois. Si vous n’attendiez pas ce message, ignorez-le : ' +
          'rien ne change.',
      },
      {
        kind: 'email_change_notice',
        to: { ...to, address: change.old_email },
        subject: 'Votre adresse e-mail va changer',
        paragraphs: [
          `Bonjour ${to.name},`,
          `${providerName} a demandé que l’adresse de votre espace partenaires devienne ${change.new_email}. Rien ne change ` +
            'tant que cette adresse n’est pas confirmée : vous vous connectez avec l’actuelle.',
        ],
        kept: [change.new_email],
        closing: `Si cette demande vous surprend, prévenez ${settings.contactEmail || providerName}.`,
      },
    ]
    return emails
  },
  'profile.email_changed': async (event, { tx, settings }) => {
    if (!event.subjectId) return []
    const to = await readReceiver(tx, event.subjectId)
    const { before, after, occurredAt } = event
    return [
      {
        kind: 'email_change_notice',
        to: { ...to, address: before.email },
        subject: 'Votre adresse e-mail a changé',
        paragraphs: [
          `Bonjour ${to.name},`,
          `L’adresse de votre espace ${settings.providerName} est ${after.email} depuis le ` +
            `${frenchMoment(occurredAt, settings.timeZone)}. C’est avec elle que vous vous connectez ; vos sessions restent ` +
            'ouvertes.',
        ],
        kept: [after.email],
        closing: `Si ce n’est pas voulu, prévenez ${settings.contactEmail || settings.providerName}.`,
      },
    ]
  },
}
