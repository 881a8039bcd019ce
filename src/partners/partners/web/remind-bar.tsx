import { Button } from '@mantine/core'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import type { SelectionRules } from '#platform/web/ui/tables/row-selection.tsx'
import type { PersonRow } from '../api/partners.ts'
import { m } from '../messages/messages.ts'
import { remindInvitations } from './data.ts'

/** People whose invitation is open and works. */
export const invitationSelection: SelectionRules<PersonRow> = {
  isSelectable: ({ can, invitationExpiresAt }) =>
    can.resendInvitation && invitationExpiresAt !== null && new Date(invitationExpiresAt) > new Date(),
  rowLabel: ({ fullName }) => m.chooseInvitation({ fullName }),
  allLabel: m.chooseAllInvitations(),
}

/** They came from a file, and no mail has left. */
export const isToBeInvited = ({ state, invitationExpiresAt }: PersonRow) => state === 'invited' && invitationExpiresAt === null

/** Reminds of the selected invitations. */
export function RemindInvitationsBar({ people, onClear }: { people: readonly PersonRow[]; onClear: () => void }) {
  const { busy, run: remind } = useAction(async () => {
    toastSuccess(...(await remindInvitations(people.map(({ id }) => id))))
    onClear()
  })
  const text = m.invitationsChosen({ count: people.length })
  return (
    <BulkBar label={m.invitationsToRemind()} count={people.length} text={text} onClear={onClear}>
      <Button size="sm" loading={busy} onClick={remind}>
        {m.remindByMail()}
      </Button>
    </BulkBar>
  )
}
