import { Select } from '@mantine/core'
import { useState } from 'react'
import { type RefusalReason, refusalReasonLabels, refusalReasons } from '#leads/leads/domain/registration-states.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { handOverForm, refusalForm } from '../api/registrations.ts'
import { m } from '../messages/messages.ts'
import { refuse } from './data.ts'
import { announceAnswers } from './outcome.ts'

const reasons = optionsOf(refusalReasons, refusalReasonLabels)

/** Refuses one or several registrations with a reason of the list. */
export function RefuseDialog({ ids, about, onClose }: { ids: readonly string[]; about: string; onClose: () => void }) {
  const [reason, setReason] = useState<RefusalReason | null>(null)
  return (
    <ReasonDialog
      rule={reason === 'autre' ? handOverForm.shape.message : refusalForm.shape.message}
      danger
      title={m.refuse()}
      text={m.refuseText({ about })}
      action={m.refuse()}
      label={m.inYourWords()}
      description={m.neededForOther()}
      required={reason === 'autre'}
      chosen={reason !== null}
      draft={`refusal ${ids.join(' ')}`}
      onClose={onClose}
      onSend={async (message) => {
        if (!reason) throw new Error(m.reasonToChoose())
        announceAnswers(m.refused(), await refuse(ids, reason, message))
      }}
    >
      <Select
        label={m.reason()}
        placeholder={m.chooseReason()}
        required
        data={reasons}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        value={reason}
        onChange={(value) => setReason(refusalReasons.find((each) => each === value) ?? null)}
      />
    </ReasonDialog>
  )
}
