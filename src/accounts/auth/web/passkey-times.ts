import { relativeDate } from '#platform/web/ui/dates.ts'
import type { Passkey } from '../api/passkey-list.ts'
import { m } from '../messages/messages.ts'

/** When a passkey was made, and when it was last used. */
export function passkeyTimes({ createdAt, lastUsedAt }: Passkey): string {
  const now = new Date()
  const created = relativeDate(createdAt, now)
  return lastUsedAt ? m.passkeyOn({ created, used: relativeDate(lastUsedAt, now) }) : m.passkeyUnused({ created })
}
