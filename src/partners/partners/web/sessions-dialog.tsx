import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { PersonRow } from '../api/partners.ts'
import { m } from '../messages/messages.ts'
import { endPartnerSessions } from './data.ts'

/** Ends somebody's sessions, and removes their passkeys if that is chosen. Mounted only while open. */
export function SessionsDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const { id, fullName, passkeys: count } = person
  const [removePasskeys, setRemoved] = useState(false)
  return (
    <ConfirmDialog
      opened
      title={m.endSessions()}
      text={m.endSessionsText({ fullName })}
      action={m.endSessions()}
      danger
      onClose={onClose}
      onConfirm={async () => {
        const { passkeys } = await endPartnerSessions(id, removePasskeys)
        const stay = { fullName, count: passkeys }
        toastSuccess(m.sessionsEnded(), passkeys > 0 ? m.signedOutButPasskeys(stay) : m.signedOutEverywhere(stay))
      }}
    >
      {count > 0 && (
        <>
          <Text mb="sm">{m.passkeysStillOpen({ count })}</Text>
          <Checkbox
            label={m.removePasskeysToo({ count })}
            description={m.removePasskeysText()}
            checked={removePasskeys}
            onChange={({ currentTarget }) => setRemoved(currentTarget.checked)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
