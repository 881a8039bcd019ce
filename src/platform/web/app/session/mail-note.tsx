import { useQuery } from '@tanstack/react-query'
import type { PortalSettings } from '#access/api/identity.ts'
import type { Me } from '#access/api/session.ts'
import type { Words } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { queryClient } from '../queries/query-client.ts'
import { toastSuccess } from '../toasts/toasts.ts'
import { meQuery, settingsQuery, useSettings } from './session.ts'

/** What becomes of a mail where none leaves, for whoever caused it; null where the portal has a mail server. */
function noteFor(me: Me | null | undefined, { sendsMail, providerName, contactEmail }: PortalSettings): string | null {
  if (sendsMail) return null
  return me?.role === 'admin' ? m.noMailForStaff() : m.noMailSent({ providerName, contact: contactEmail || 'none' })
}

/** The same in a toast. */
export function mailNote(): string | null {
  const settings = queryClient.getQueryData(settingsQuery.queryKey)
  return settings ? noteFor(queryClient.getQueryData(meQuery.queryKey), settings) : null
}

/** Says that a mail has left, or what becomes of it where none does. */
export function toastMailed(title: Words, text: Words): void {
  const note = mailNote()
  if (note) toastSuccess(m.noMailLeft(), note)
  else toastSuccess(title, text)
}

/** The same beside what causes the mail. */
export function MailNote() {
  const { data: me } = useQuery(meQuery)
  const note = noteFor(me, useSettings())
  return note && <SoftText>{note}</SoftText>
}
