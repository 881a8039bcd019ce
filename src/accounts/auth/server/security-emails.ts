import { readReceiver } from '#communication/notifications/server/queries.ts'
import type { EventName } from '#platform/domain/event-names.ts'
import { visitorPaths } from '#platform/domain/visitor-paths.ts'
import type { EventHandler, EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { frenchMoment } from '#platform/server/mail/french-dates.ts'

export interface Notice extends Pick<Email, 'kind' | 'subject'> {
  /** The network address it came from; null when staff did it. */
  readonly address: string | null
  /** The sentence that says what happened; `when` contains time and address. */
  readonly message: (when: string, provider: string) => string
}

export const alarm = 'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez'
const doubt = 'Si quelqu’un d’autre peut connaître votre mot de passe, choisissez-en'

/** Security notices about every change to sign-in. They cannot be switched off. */
export const securityReactions: EventHandlers = {
  'password.changed': notice(alarm, ({ after }) => ({
    kind: 'password_changed',
    address: after.address,
    subject: 'Votre mot de passe a été modifié',
    message: (when, provider) =>
      `Le mot de passe de votre espace ${provider} a été modifié ` +
      `${when}${after.way === 'reset' ? ', avec un lien reçu par e-mail' : ''}. Les autres sessions ` +
      'ont été fermées.',
  })),
  'two_factor.enabled': notice(alarm, ({ after }) => ({
    kind: 'two_factor_changed',
    address: after.address,
    subject: 'La double authentification est activée',
    message: (when, provider) =>
      `La double authentification de votre espace ${provider} a été activée ${when}. Un code de votre ` +
      'application est demandé à chaque connexion.',
  })),
  'two_factor.disabled': notice(alarm, ({ after }) => ({
    kind: 'two_factor_changed',
    address: after.address,
    subject: 'La double authentification est désactivée',
    message: (when, provider) =>
      `La double authentification de votre espace ${provider} a été désactivée ${when}. Votre mot de ` +
      'passe suffit pour vous connecter.',
  })),
  'two_factor.reset': notice(alarm, ({ after }) => ({
    kind: 'two_factor_changed',
    address: null,
    subject: 'La double authentification a été réinitialisée',
    message: (when, provider) =>
      `La double authentification de votre espace ${provider} a été désactivée ${when}, parce qu’elle était perdue, et vos ` +
      `sessions ont été fermées. Motif : « ${after.reason} » Votre mot de passe suffit pour vous connecter : activez-la de ` +
      'nouveau dans le menu de votre compte. Pendant 24 heures, les coordonnées bancaires de ce compte ne peuvent pas être ' +
      'modifiées.',
  })),
  'recovery_codes.renewed': notice(alarm, ({ after }) => ({
    kind: 'recovery_codes_renewed',
    address: after.address,
    subject: 'Vos codes de secours ont été renouvelés',
    message: (when, provider) =>
      `Les codes de secours de votre espace ${provider} ont été renouvelés ${when}. Les anciens ne fonctionnent plus.`,
  })),
  'sessions.ended': notice(doubt, () => ({
    kind: 'sessions_ended',
    address: null,
    subject: 'Vos sessions ont été fermées',
    message: (when, provider) => `${provider} a fermé toutes vos sessions ${when}. Reconnectez-vous pour continuer.`,
  })),
}

/** `of` is null for an event that nobody has to be told of. */
export function notice<Name extends EventName>(
  advice: string,
  of: (event: EventRecord<Name>) => Notice | null,
): EventHandler<Name> {
  return async (event, { tx, config, settings }: EventHandlerContext) => {
    const about = of(event)
    if (!event.subjectId || !about) return []
    const to = await readReceiver(tx, event.subjectId)
    const { kind, subject, address, message } = about
    const when = `le ${frenchMoment(event.occurredAt, settings.timeZone)}${address ? ` depuis l’adresse ${address}` : ''}`
    const contact = settings.contactEmail || settings.providerName
    return [
      {
        kind,
        to,
        subject,
        paragraphs: [`Bonjour ${to.name},`, message(when, settings.providerName)],
        kept: [when],
        button: { label: 'Aller à la connexion', url: `${config.publicUrl}${visitorPaths.signIn}` },
        closing:
          `${advice} un nouveau mot de passe avec « Mot de passe oublié ? » et contactez ${contact} sans ` +
          'attendre. Ce message de sécurité est toujours envoyé.',
      },
    ]
  }
}
