import type { NotificationKind } from '#domain/notifications.ts'
import { notificationKinds } from '#domain/notifications.ts'
import { deadLink } from '../secrets/links.ts'
import { sign, verify } from '../secrets/hmac.ts'
import type { Config } from '../config.ts'

/** The address with which a mail program switches one kind of mail off for one person, without a session and for ever. */
export function unsubscribeUrl(config: Pick<Config, 'secret' | 'publicUrl'>, userId: string, kind: NotificationKind): string {
  const signature = sign(config.secret, 'unsubscribe', `${userId}.${kind}`)
  return `${config.publicUrl}/api/notifications/unsubscribe?token=${userId}.${kind}.${signature}`
}

/** Whose mail of which kind a link switches off. Refuses `link_invalid` for a link that this portal did not make. */
export function openUnsubscribe(config: Pick<Config, 'secret'>, token: string): { userId: string; kind: NotificationKind } {
  const [userId = '', given = '', signature = ''] = token.split('.')
  const kind = notificationKinds.find((each) => each === given)
  if (!kind || !verify(config.secret, 'unsubscribe', `${userId}.${kind}`, signature)) throw deadLink()
  return { userId, kind }
}
