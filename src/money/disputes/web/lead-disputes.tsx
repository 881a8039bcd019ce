import { Box } from '@mantine/core'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { m } from '../messages/messages.ts'
import { DisputeSection } from './dispute-section.tsx'

interface LeadDisputesProps {
  readonly lead: Pick<ListedLead, 'id'>
  readonly onCover: (covered: boolean) => void
}

/** Disputes about a closed lead and its commission, and 'Contester' for a commission that is missing. */
export function LeadDisputes({ lead, onCover }: LeadDisputesProps) {
  const isPartner = useMe().role === 'partner'
  return (
    <Box component="section" aria-label={m.disputes()} mt="lg">
      <DisputeSection about={{ leadId: lead.id }} canContest={isPartner} onCover={onCover} />
    </Box>
  )
}
