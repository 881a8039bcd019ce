import { ownRegistrationLabels } from '#leads/registrations/domain/registrations.ts'
import { endsSoon, protectionText, registrationTones } from '#leads/registrations/web/protection.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { ListedLead } from '../../api/leads.ts'

/** How long a lead is protected, or why it is not; nothing for a signed lead, and where a protection has no end. */
export function RegistrationMark({ registration }: { registration: ListedLead['registration'] }) {
  const { state } = registration
  const text = protectionText(registration)
  if (text) return <StatusBadge tone={endsSoon(registration) ? 'todo' : 'known'}>{text}</StatusBadge>
  if (state === 'accepted' || state === 'extended' || state === 'converted') return null
  return <StatusBadge tone={registrationTones[state]}>{ownRegistrationLabels[state]}</StatusBadge>
}
