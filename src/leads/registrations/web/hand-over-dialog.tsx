import { useState } from 'react'
import { PartnerField } from '#accounts/people/web/partner-field.tsx'
import { clientName } from '#leads/domain/client-names.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { NotToldYet } from '#leads/notices/web/not-told-yet.tsx'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { handOverForm } from '../api/registrations.ts'
import { m } from '../messages/messages.ts'
import { handOver } from './data.ts'

/** Hands a lead over to another partner. */
export default function HandOverDialog({ lead, onClose }: { lead: ListedLead; onClose: () => void }) {
  const [partnerId, setPartnerId] = useState<string | null>(null)
  return (
    <ReasonDialog
      rule={handOverForm.shape.message}
      title={m.handOver()}
      text={m.handOverText({ company: clientName(lead) })}
      action={m.handOver()}
      label={m.why()}
      description={m.nameNeither()}
      chosen={partnerId !== null}
      draft={`handing over ${lead.id}`}
      done={[m.handedOver(), clientName(lead)]}
      onSend={(message) => handOver(lead.id, partnerId ?? '', message)}
      onClose={onClose}
    >
      <PartnerField name="partnerId" value={partnerId} onChange={setPartnerId} />
      <NotToldYet leadId={lead.id} />
    </ReasonDialog>
  )
}
