import {
  type NewsMailKind,
  type NotificationKind,
  newsMailKinds,
  notificationKinds,
} from '#communication/notifications/domain/notifications.ts'
import type { Config } from '#platform/server/config.ts'
import { sign, verify } from '#platform/server/secrets/hmac.ts'
import { deadLink } from '#platform/server/secrets/links.ts'

type OptionalMail = NotificationKind | NewsMailKind
const optionalMails: readonly OptionalMail[] = [...notificationKinds, ...newsMailKinds]

/** URL that unsubscribes one person from one kind of mail, without a session and without expiry. */
export function unsubscribeUrl(config: Pick<Config, 'secret' | 'publicUrl'>, userId: string, kind: OptionalMail): string {
  const signature = sign(config.secret, 'unsubscribe', `${userId}.${kind}`)
  return `${config.publicUrl}/api/notifications/unsubscribe?token=${userId}.${kind}.${signature}`
}

/** Person and kind of mail of a link. Refuses `link_invalid` if the signature is wrong. */
export function openUnsubscribe(config: Pick<Config, 'secret'>, token: string): { userId: string; kind: OptionalMail } {
  const [userId = '', kindName = '', signature = ''] = token.split('.')
  const kind = optionalMails.find((each) => each === kindName)
  if (!kind || !verify(config.secret, 'unsubscribe', `${userId}.${kind}`, signature)) throw deadLink()
  return { userId, kind }
}
