import { stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { moveReason } from '../../api/leads.ts'
import { m } from '../../messages/messages.ts'

interface StageReasonDialogProps {
  readonly lead: { readonly id: string; readonly name: string }
  readonly to: string
  readonly onSend: (reason: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks why a lead moves into a stage that asks for it. Mounted only while open. */
export function StageReasonDialog({ lead, to, onSend, onClose }: StageReasonDialogProps) {
  const stage = stageName(useStages(), to)
  return (
    <ReasonDialog
      rule={moveReason}
      title={m.moveToTitle({ name: lead.name, stage })}
      text={m.stageAsksReason({ stage })}
      description={m.reasonIsRead()}
      maxLength={500}
      action={m.moveHere()}
      draft={`move ${lead.id} ${to}`}
      onSend={onSend}
      onClose={onClose}
    />
  )
}
