import { useInfiniteQuery } from '@tanstack/react-query'
import { maxReminders } from '#communication/reminders/api.ts'
import { contractsQuery } from '#contracts/contracts/web/data.ts'
import { remindContracts } from '#contracts/pages/web/data.ts'
import { partnersQuery, remindInvitations } from '#partners/partners/web/data.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { m } from '../messages/messages.ts'

interface RemindProps {
  readonly onClose: () => void
}

/** Asks before partners are reminded of the contracts that wait for their signature. */
export function RemindContracts({ onClose }: RemindProps) {
  const { data } = useInfiniteQuery(contractsQuery({ waits: 'partner' }))
  const rows = data?.pages.flatMap(({ items }) => items)
  return (
    rows && (
      <RemindDialog
        names={rows.map(({ partner, title }) => m.personOfContract({ name: partner.name, title }))}
        onRemind={() => remindContracts(rows.slice(0, maxReminders).map(({ id }) => id))}
        onClose={onClose}
      />
    )
  )
}

/** Asks before people are reminded of their open invitations. */
export function RemindInvitations({ onClose }: RemindProps) {
  const { data } = useInfiniteQuery(partnersQuery({ invitation: 'open' }))
  const rows = data?.pages.flatMap(({ items }) => items)
  return (
    rows && (
      <RemindDialog
        names={rows.map(({ fullName }) => m.personOfInvitation({ fullName }))}
        onRemind={() => remindInvitations(rows.slice(0, maxReminders).map(({ id }) => id))}
        onClose={onClose}
      />
    )
  )
}

/** Names that the question tells; of more it tells the number. */
const maxNames = 3

interface RemindDialogProps extends RemindProps {
  readonly names: readonly string[]
  /** Sends the mails, and returns what to say of it. */
  readonly onRemind: () => Promise<[title: string, text: string]>
}

function RemindDialog({ names, onRemind, onClose }: RemindDialogProps) {
  const who = names.slice(0, maxNames).join(', ')
  const more = Math.max(0, names.length - maxNames)
  return (
    <ConfirmDialog
      opened
      title={m.remindByMail()}
      text={m.remindQuestion({ who, more })}
      action={m.sendReminders({ count: names.length })}
      onClose={onClose}
      onConfirm={async () => {
        toastSuccess(...(await onRemind()))
      }}
    />
  )
}
