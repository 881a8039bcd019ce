import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { mergeForm } from '../api/registrations.ts'
import { m } from '../messages/messages.ts'
import { accept } from './data.ts'
import { announceAnswers } from './outcome.ts'

interface AcceptDialogProps {
  readonly ids: readonly string[]
  /** A company, or how many leads. */
  readonly about: string
  readonly onClose: () => void
}

/** Confirmation that leads are accepted, with a word to their partners. */
export default function AcceptDialog({ ids, about, onClose }: AcceptDialogProps) {
  return (
    <ReasonDialog
      rule={mergeForm.shape.message}
      title={m.accept()}
      text={m.acceptText({ about })}
      action={m.accept()}
      label={m.message()}
      description={m.acceptanceNote()}
      required={false}
      draft={`acceptance ${ids.join(' ')}`}
      onSend={async (message) => announceAnswers(m.accepted(), await accept(ids, message))}
      onClose={onClose}
    />
  )
}
