import type { ListedLead } from '#leads/leads/api/leads.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { m } from '../../messages/messages.ts'

/** Tone and text by what the client has said of the lead; the drawer says more. */
const marks = {
  left: ['todo', m.noteLeft()],
  yes: ['received', m.wordYes()],
  other: ['todo', m.clientNamesOther()],
  no: ['todo', m.clientSaysNo()],
} as const

export function ClientMark({ client }: { client: ListedLead['client'] }) {
  if (!client || client.word === 'asked' || client.word === 'never') return null
  const [tone, text] = marks[client.word]
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}
