import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { PersonRow } from '../api/partners.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import type { SelectionRules } from '#platform/web/ui/row-selection.tsx'
import { remindInvitations } from './data.ts'

/** People whose invitation is open and works. */
export const invitationSelection: SelectionRules<PersonRow> = {
  isSelectable: ({ can, invitationExpiresAt }) =>
    can.resendInvitation && invitationExpiresAt !== null && new Date(invitationExpiresAt) > new Date(),
  rowLabel: ({ fullName }) => `Choose the invitation of ${fullName}`,
  allLabel: 'Choose all open invitations',
}

/** Reminds of the selected invitations. */
export function RemindInvitationsBar({ chosen, onClear }: { chosen: readonly PersonRow[]; onClear: () => void }) {
  const [busy, setBusy] = useState(false)
  if (chosen.length === 0) return null
  const remind = async () => {
    setBusy(true)
    try {
      toastSuccess(...(await remindInvitations(chosen.map(({ id }) => id))))
      onClear()
    } catch (error) {
      toastFailure('Error', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group className="surface" role="region" aria-label="Invitations to remind of" p="sm" mb="md" gap="sm">
      <Text fz="sm" fw={500} mr="auto" aria-live="polite">
        {chosen.length === 1 ? '1 invitation' : `${chosen.length} invitations`} chosen
      </Text>
      <Button size="sm" loading={busy} onClick={() => void remind()}>
        Remind by mail
      </Button>
      <Button size="sm" variant="subtle" onClick={onClear}>
        Clear
      </Button>
    </Group>
  )
}
