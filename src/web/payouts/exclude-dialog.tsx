import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface ExcludeDialogProps {
  /** What is left out, with its amount. */
  readonly what: string
  readonly onClose: () => void
  readonly onExclude: (reason: string) => void
}

/** Asks why something is left out of a run. Mounted only while open. */
export function ExcludeDialog({ what, onClose, onExclude }: ExcludeDialogProps) {
  const [reason, setReason] = useState('')
  const leaveOut = async () => {
    const given = reason.trim()
    if (given.length < 2) throw new Error('Please say why')
    onExclude(given)
  }
  return (
    <ConfirmDialog
      opened
      title="Leave out of this run"
      text={`Leave out ${what}? It can be in the next run.`}
      action="Leave out"
      onClose={onClose}
      onConfirm={leaveOut}
    >
      <Textarea
        label="Reason"
        description="Kept with the run, for staff"
        required
        autosize
        minRows={2}
        maxLength={500}
        mb="md"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
