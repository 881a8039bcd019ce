import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { impossibleReason } from '../api.ts'
import { m } from '../messages/messages.ts'
import { settleNotice } from './data.ts'

/** Notes why the person of a lead cannot be told. */
export default function ImpossibleDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  return (
    <ReasonDialog
      rule={impossibleReason}
      title={m.impossible()}
      text={m.impossibleText()}
      action={m.save()}
      draft={`impossible ${leadId}`}
      onSend={(reason) => settleNotice(leadId, { state: 'impossible', reason })}
      onClose={onClose}
    />
  )
}
