import { Box } from '@mantine/core'
import { useState } from 'react'
import type { LeadDetail } from '#api/leads.ts'
import { announced } from '../app/toasts.ts'
import { PartnerField } from '../partners/partner-field.tsx'
import { handOver } from './data.ts'
import { TextDialog } from './text-dialog.tsx'

const whatBecomesOfMoney = 'A pending commission is made anew at that partner’s rate; what was validated or paid stays.'

/** Hands a lead over to another partner. Mounted only while open. */
export default function HandOverDialog({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const [partnerId, setPartnerId] = useState<string | null>(null)
  return (
    <TextDialog
      title="Hand over"
      text={`${lead.company} goes to another partner with its dates, history and thread. ${whatBecomesOfMoney}`}
      action="Hand over"
      required
      label="Why"
      description="Both partners read it: name neither of them"
      onClose={onClose}
      onSend={(message) => announced(handOver(lead.id, partnerId ?? '', message), 'Lead handed over', lead.company)}
    >
      <Box mb="sm">
        <PartnerField name="partnerId" value={partnerId} onChange={setPartnerId} />
      </Box>
    </TextDialog>
  )
}
