import type { PersonRow } from '#api/partners.ts'

/** Why the invitation has not arrived; the row's menu sends it again. */
export function InvitationTrouble({ mail }: { mail: PersonRow['invitationMail'] }) {
  if (!mail) return null
  const failed = mail.state === 'failed'
  return (
    <p className="cell-note clamp" style={failed ? { color: 'var(--danger-ink)' } : undefined} title={mail.reason}>
      {failed ? 'Not delivered: ' : 'Not delivered yet: '}
      {mail.reason}
    </p>
  )
}
