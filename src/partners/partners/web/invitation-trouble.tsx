import type { PersonRow } from '../api/partners.ts'
import { m } from '../messages/messages.ts'

/** Delivery problem of an invitation; the row's menu can resend it. */
export function InvitationTrouble({ mail }: { mail: PersonRow['invitationMail'] }) {
  if (!mail) return null
  const failed = mail.state === 'failed'
  return (
    <p className="cell-note clamp" style={failed ? { color: 'var(--danger-ink)' } : undefined} title={mail.reason}>
      {failed ? m.notDelivered({ reason: mail.reason }) : m.notDeliveredYet({ reason: mail.reason })}
    </p>
  )
}
