import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { ListedLead } from '../../api/leads.ts'

/** Tone and text by what the client has said of the lead; the drawer says more. */
const marks = {
  left: ['todo', 'Laissé par le client'],
  yes: ['received', 'Confirmé par le client'],
  other: ['todo', 'Client : autre contact'],
  no: ['todo', 'Client : non'],
} as const

export function ClientMark({ client }: { client: ListedLead['client'] }) {
  if (!client || client.word === 'asked' || client.word === 'never') return null
  const [tone, text] = marks[client.word]
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}
