import { sql } from 'kysely'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { readReceiver } from '#communication/notifications/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandler, EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailMoment } from '#platform/server/mail/mail-dates.ts'
import type { EventName } from '#portal/api/events.ts'
import { resetReasonText } from '../domain/second-factor.ts'
import { m } from '../messages/messages.ts'

export interface Notice extends Pick<MailContent, 'kind' | 'subject'> {
  /** The network address it came from; null when staff did it. */
  readonly address: string | null
  /** The sentence that says what happened; `when` contains time and address. */
  readonly message: (when: string, provider: string) => string
  /** What follows for a partner's account, which has bank details. */
  readonly forPartners?: () => string
}

/** Security notices about every change to sign-in. They cannot be switched off. */
export const securityReactions: EventHandlers = {
  'password.changed': notice(m.alarmClosing, ({ after }) => ({
    kind: 'password_changed',
    address: after.address,
    subject: m.passwordChangedSubject(),
    message: (when, provider) => m.passwordChanged({ provider, when, way: after.way ?? 'page' }),
  })),
  'two_factor.enabled': notice(m.alarmClosing, ({ after }) => ({
    kind: 'two_factor_changed',
    address: after.address,
    subject: m.twoFactorEnabledSubject(),
    message: (when, provider) => m.twoFactorEnabled({ provider, when }),
  })),
  'two_factor.disabled': notice(m.alarmClosing, ({ after }) => ({
    kind: 'two_factor_changed',
    address: after.address,
    subject: m.twoFactorDisabledSubject(),
    message: (when, provider) => m.twoFactorDisabled({ provider, when }),
  })),
  'two_factor.reset': notice(m.alarmClosing, ({ after }) => ({
    kind: 'two_factor_changed',
    address: null,
    subject: m.twoFactorResetSubject(),
    message: (when, provider) => m.twoFactorReset({ provider, when, reason: resetReasonText(after) }),
    forPartners: m.bankDetailsKept,
  })),
  'recovery_codes.renewed': notice(m.alarmClosing, ({ after }) => ({
    kind: 'recovery_codes_renewed',
    address: after.address,
    subject: m.recoveryCodesSubject(),
    message: (when, provider) => m.recoveryCodesRenewed({ provider, when }),
  })),
  'passkey.added': notice(m.passkeyClosing, ({ after }) => ({
    kind: 'two_factor_changed',
    address: after.address,
    subject: m.passkeyAddedSubject(),
    message: (when, provider) => m.passkeyAdded({ provider, when }),
  })),
  'passkey.removed': notice(m.passkeyClosing, ({ after }) => ({
    kind: 'two_factor_changed',
    address: after.address,
    subject: m.passkeyRemovedSubject(),
    message: (when, provider) => m.passkeyRemoved({ provider, when }),
  })),
  'provider_account.linked': notice(m.alarmClosing, ({ after }) =>
    after.made
      ? null
      : {
          kind: 'two_factor_changed',
          address: after.address,
          subject: m.providerLinkedSubject({ name: after.provider }),
          message: (when, provider) => m.providerLinked({ name: after.provider, provider, when }),
        },
  ),
  'sessions.ended': notice(m.doubtClosing, ({ after: { passkeys: count } }) => ({
    kind: 'sessions_ended',
    address: null,
    subject: m.sessionsEndedSubject(),
    message: (when, provider) =>
      count ? m.sessionsAndPasskeysEnded({ provider, when, count }) : m.sessionsEnded({ provider, when }),
    ...(count ? { forPartners: m.bankDetailsKept } : {}),
  })),
}

async function isPartner(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select app.role_of(${userId}) = 'partner' as is`.execute(tx)
  return rows[0]?.is ?? false
}

/** `closing` says what to do if it was somebody else; `of` is null for an event that nobody has to be told of. */
export function notice<Name extends EventName>(
  closing: (values: { contact: string }) => string,
  of: (event: EventRecord<Name>) => Notice | null,
): EventHandler<Name> {
  return async (event, { tx, config, settings }: EventHandlerContext) => {
    const about = of(event)
    if (!event.subjectId || !about) return []
    const to = await readReceiver(tx, event.subjectId)
    const { kind, subject, address, message, forPartners } = about
    const moment = mailMoment(event.occurredAt, settings.timeZone)
    const when = address ? m.atMomentFrom({ moment, address }) : m.atMoment({ moment })
    const sentences = [message(when, settings.providerName)]
    if (forPartners && (await isPartner(tx, event.subjectId))) sentences.push(forPartners())
    return [
      {
        kind,
        to,
        subject,
        paragraphs: [m.helloName({ name: to.name }), sentences.join(' ')],
        kept: [when],
        button: { label: m.goToSignIn(), url: `${config.publicUrl}${visitorPaths.signIn}` },
        closing: closing({ contact: settings.contactEmail || settings.providerName }),
      },
    ]
  }
}
