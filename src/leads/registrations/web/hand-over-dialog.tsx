import { useState } from 'react'
import { PartnerField } from '#accounts/people/web/partner-field.tsx'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { handOverForm } from '../api/registrations.ts'
import { handOver } from './data.ts'

const whatBecomesOfMoney = 'A pending commission is made anew at that partner’s rate; what was validated or paid stays.'

/** Hands a lead over to another partner. Mounted only while open. */
export default function HandOverDialog({ lead, onClose }: { lead: ListedLead; onClose: () => void }) {
  const [partnerId, setPartnerId] = useState<string | null>(null)
  return (
    <ReasonDialog
      rule={handOverForm.shape.message}
      title="Hand over"
      text={`${lead.company} goes to another partner with its dates, history and thread. ${whatBecomesOfMoney}`}
      action="Hand over"
      label="Why"
      description="Both partners read it: name neither of them"
      chosen={partnerId !== null}
      draft={`handing over ${lead.id}`}
      done={['Lead handed over', lead.company]}
      onSend={(message) => handOver(lead.id, partnerId ?? '', message)}
      onClose={onClose}
    >
      <PartnerField name="partnerId" value={partnerId} onChange={setPartnerId} />
    </ReasonDialog>
  )
}
